import type { Announcements } from './announcements.ts'
import type { MinuteUpdate } from './candle.ts'
import type { CandleWindows } from './candle-windows.ts'
import type { DayReloads } from './day-reloads.ts'
import { retentionMs } from './minute-window.ts'
import type { MarketPublisher } from './replica/publish-to-followers.ts'
import type { AssetSpan, Span } from './span.ts'
import type { Store } from './store.ts'
import { minuteMs } from './timeframe.ts'

export interface IngestOptions {
  windows: CandleWindows
  store: Pick<Store, 'put'>
  publisher: Pick<MarketPublisher, 'minutes' | 'missing'>
  announcements: Pick<Announcements, 'corrected'>
  dayReloads: Pick<DayReloads, 'corrected'>
}

/** The only path of minute updates into the candle windows; publishes them to other processes in the same order. */
export interface Ingest {
  /** Applies and stores a minute from the feed. */
  update(minute: MinuteUpdate): void
  /** Applies minutes already stored in the database. @returns the changed part of the past: see `CandleChanges` */
  past(asset: string, minutes: readonly MinuteUpdate[]): Span | undefined
  /** Records minutes that the source is confirmed not to have. */
  missing(span: AssetSpan): void
}

export function createIngest({ windows, store, publisher, announcements, dayReloads }: IngestOptions): Ingest {
  const newest = (asset: string) => newestOf(windows, asset)
  const take = (asset: string, minutes: readonly MinuteUpdate[]) => {
    const oldest = newest(asset) - retentionMs
    publisher.minutes(minutes.filter(({ openTime }) => !(openTime < oldest)))
    return windows.take(asset, minutes)
  }
  return {
    update: (minute) => {
      const { asset, openTime } = minute
      const before = newest(asset)
      store.put(minute, openTime < before)
      const corrected = take(asset, [minute])
      if (corrected) announcements.corrected({ asset, ...corrected })
      // The minute is older than the candle windows, so its effect is unknown and is reported as a correction.
      else if (openTime < before - retentionMs)
        announcements.corrected({ asset, from: openTime, to: openTime + minuteMs })
    },
    past: take,
    missing: ({ asset, ...span }) => {
      publisher.missing({ asset, ...span })
      windows.markMissing(asset, span)
      // A day may have left the minutes in memory before the verdict came.
      dayReloads.corrected({ asset, ...span })
    },
  }
}

/** Returns the openTime of the newest minute of an asset, ms UTC; -Infinity before the first minute. */
export function newestOf(windows: Pick<CandleWindows, 'current'>, asset: string): number {
  return windows.current(asset, 1)?.openTime ?? Number.NEGATIVE_INFINITY
}
