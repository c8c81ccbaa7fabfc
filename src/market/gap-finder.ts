import type { Books } from './books.ts'
import type { MinuteUpdate } from './candle.ts'
import type { AssetSpan } from './span.ts'
import type { Store } from './store.ts'
import { hourMs, minuteMs } from './timeframe.ts'

export interface GapFinderOptions {
  books: Pick<Books, 'get' | 'current'>
  store: Pick<Store, 'touch'>
  /** Where live prices begin, ms UTC */
  until: number
  /** openTime of the newest minute, -Infinity before the first */
  newest(asset: string): number
  /** The feed has sent the first minute of an asset. */
  onFirst(asset: string): void
}

/** Finds gaps between the last minute the feed sent of an asset and the one it sends now. */
export function createGapFinder({ books, store, until, newest, onFirst }: GapFinderOptions) {
  const told = new Map<string, number>()

  /**
   * Where the first gap begins. When our clock is ahead of the feed's, the history may have ended minutes before the
   * first one sent though `until` is still to come: what is stored already is not fetched again.
   */
  const beginOf = (asset: string, openTime: number): number => {
    if (until <= openTime) return until
    const known = newest(asset)
    return Number.isFinite(known) ? known + minuteMs : openTime - hourMs
  }

  return ({ asset, openTime }: MinuteUpdate): AssetSpan | undefined => {
    const last = told.get(asset)
    if (last !== undefined && openTime <= last) return undefined
    if (last === undefined) onFirst(asset)
    told.set(asset, openTime)
    const current = books.current(asset, 1)
    // Its longer candles were left alone while it was current.
    if (current && current.openTime < openTime) store.touch(asset, current.openTime)
    const from =
      last === undefined ? beginOf(asset, openTime) : books.get(asset)?.minute(last)?.isClosed ? last + minuteMs : last
    return from < openTime ? { asset, from, to: openTime } : undefined
  }
}
