import type { MinuteUpdate } from './candle.ts'
import type { CandleWindows } from './candle-windows.ts'
import type { AssetSpan } from './span.ts'
import type { Store } from './store.ts'
import { hourMs, minuteMs } from './timeframe.ts'

export interface GapFinderOptions {
  windows: Pick<CandleWindows, 'get' | 'current'>
  store: Pick<Store, 'touch'>
  /** Start of the live prices, ms UTC */
  until: number
  /** openTime of the newest minute; -Infinity before the first */
  newest(asset: string): number
  /** Called on the first minute of an asset from the feed */
  onFirst(asset: string): void
}

/** Finds gaps between the previous minute of an asset sent by the feed and the present one. */
export function createGapFinder({ windows, store, until, newest, onFirst }: GapFinderOptions) {
  const lastSent = new Map<string, number>()

  /**
   * Start of the first gap. When our clock is ahead of the feed's, the history may end minutes before the first minute
   * sent although `until` is still in the future. Minutes already stored are not fetched again.
   */
  const beginOf = (asset: string, openTime: number): number => {
    if (until <= openTime) return until
    const known = newest(asset)
    return Number.isFinite(known) ? known + minuteMs : openTime - hourMs
  }

  return ({ asset, openTime }: MinuteUpdate): AssetSpan | undefined => {
    const last = lastSent.get(asset)
    if (last !== undefined && openTime <= last) return undefined
    if (last === undefined) onFirst(asset)
    lastSent.set(asset, openTime)
    const current = windows.current(asset, 1)
    // Its longer candles were not updated while it was current.
    if (current && current.openTime < openTime) store.touch(asset, current.openTime)
    const from =
      last === undefined
        ? beginOf(asset, openTime)
        : windows.get(asset)?.minute(last)?.isClosed
          ? last + minuteMs
          : last
    return from < openTime ? { asset, from, to: openTime } : undefined
  }
}
