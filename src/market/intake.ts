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

/** The only path for minute updates into the candle windows; publishes them to other processes in the same order. */
export interface Intake {
  /** Applies and stores a minute from the feed. */
  update(minute: MinuteUpdate): void
  /** Applies minutes that are already stored. @returns the changed part of the past: see `BookNews` */
  past(asset: string, minutes: readonly MinuteUpdate[]): Span | undefined
  /** Records minutes that the source does not have. */
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
      // Older than the candle windows, so the effect is unknown: report it as corrected.
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

/** Returns the openTime of the newest minute, ms UTC; -Infinity before the first. */
export function newestOf(books: Pick<Books, 'current'>, asset: string): number {
  return books.current(asset, 1)?.openTime ?? Number.NEGATIVE_INFINITY
}
