import type { MinuteUpdate } from './candle.ts'
import { createMinuteBlocks, type MinuteBlocks, type MinuteLists } from './minute-blocks.ts'
import { minuteMs } from './timeframe.ts'

/** Time that minutes stay in memory, ms: the current day and the day before, whose candles may still be settling. */
export const retentionMs = 49 * 60 * minuteMs

export interface MinuteWindow extends Pick<MinuteBlocks, 'get' | 'has' | 'isClosed' | 'merged'> {
  /** Accepts minutes in any chronological order. @returns the minutes that changed something */
  put(updates: readonly MinuteUpdate[]): MinuteUpdate[]
  /** Loads minutes from the database. Call it before any `put`. */
  load(stored: MinuteLists): void
  /** openTime of the newest minute, ms UTC; -Infinity before the first */
  newest(): number
  prune(): void
  /** A number that changes whenever a minute closes or a newer minute arrives */
  revision(): number
}

/** Whether an update replaces the known one. A closed one beats an open one, else the later one wins. */
export function replaces(update: MinuteUpdate, known: MinuteUpdate | undefined): boolean {
  if (!known) return true
  if (update.isClosed !== known.isClosed) return update.isClosed
  return update.time > known.time
}

export function createMinuteWindow(asset: string): MinuteWindow {
  const { get, has, isClosed, merged, set, load, dropBefore } = createMinuteBlocks(asset)
  let newest = Number.NEGATIVE_INFINITY
  let revision = 0

  const take = (update: MinuteUpdate): boolean => {
    const { openTime } = update
    if (openTime < newest - retentionMs || !replaces(update, get(openTime))) return false
    set(update)
    if (update.isClosed) revision++
    return true
  }
  return {
    get,
    has,
    isClosed,
    merged,
    put: (updates) => {
      const news = updates.filter(take)
      for (const { openTime } of news) {
        if (openTime <= newest) continue
        newest = openTime
        revision++
      }
      return news
    },
    load: (stored) => {
      load(stored)
      newest = stored.openTime.at(-1) ?? newest
      revision++
    },
    newest: () => newest,
    prune: () => dropBefore(newest - retentionMs),
    revision: () => revision,
  }
}
