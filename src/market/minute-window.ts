import type { MinuteUpdate } from './candle.ts'
import { createMinuteBlocks, type MinuteBlocks, type MinuteLists } from './minute-blocks.ts'
import { minuteMs } from './timeframe.ts'

/** How far back minutes stay in memory: the current day and the whole one before it, which may still be settling. */
export const retentionMs = 49 * 60 * minuteMs

export interface MinuteWindow extends Pick<MinuteBlocks, 'get' | 'has' | 'isClosed' | 'merged'> {
  /** In any order. @returns those that changed something */
  put(updates: readonly MinuteUpdate[]): MinuteUpdate[]
  /** What is stored, before anything is put. */
  load(stored: MinuteLists): void
  /** openTime of the newest, ms UTC; -Infinity before the first */
  newest(): number
  prune(): void
  /** Changes whenever a minute has closed or there is a newer one */
  revision(): number
}

/** A closed minute beats an open one, else the later wins: the outcome is the same in any order, however often. */
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
