import type { Announcements } from './announcements.ts'
import type { Books } from './books.ts'
import type { MinuteUpdate } from './candle.ts'
import type { MarketTeller } from './followed/tell-others.ts'
import { retentionMs } from './minute-window.ts'
import type { AssetSpan, Span } from './span.ts'
import type { Store } from './store.ts'
import { minuteMs } from './timeframe.ts'

export interface IntakeOptions {
  books: Books
  store: Pick<Store, 'put'>
  teller: Pick<MarketTeller, 'minutes' | 'missing'>
  announcements: Pick<Announcements, 'corrected'>
}

/** The one way of minutes into the books, in the order in which other processes are told of them. */
export interface Intake {
  /** What the feed sends; it is also stored. */
  update(minute: MinuteUpdate): void
  /** What is stored already. @returns the past that has changed: see `BookNews` */
  past(asset: string, minutes: readonly MinuteUpdate[]): Span | undefined
  /** The source does not have these minutes. */
  missing(span: AssetSpan): void
}

export function createIntake({ books, store, teller, announcements }: IntakeOptions): Intake {
  const newest = (asset: string) => newestOf(books, asset)
  const take = (asset: string, minutes: readonly MinuteUpdate[]) => {
    const oldest = newest(asset) - retentionMs
    teller.minutes(minutes.filter(({ openTime }) => !(openTime < oldest)))
    return books.take(asset, minutes)
  }
  return {
    update: (minute) => {
      const { asset, openTime } = minute
      const before = newest(asset)
      store.put(minute, openTime < before)
      const corrected = take(asset, [minute])
      if (corrected) announcements.corrected({ asset, ...corrected })
      // The books do not go back so far: it may have changed nothing.
      else if (openTime < before - retentionMs)
        announcements.corrected({ asset, from: openTime, to: openTime + minuteMs })
    },
    past: take,
    missing: ({ asset, ...span }) => {
      teller.missing({ asset, ...span })
      books.judge(asset, span)
    },
  }
}

/** openTime of the newest minute, ms UTC; -Infinity before the first */
export function newestOf(books: Pick<Books, 'current'>, asset: string): number {
  return books.current(asset, 1)?.openTime ?? Number.NEGATIVE_INFINITY
}
