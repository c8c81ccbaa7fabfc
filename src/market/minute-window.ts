import type { MinuteUpdate } from './candle.ts'
import { minuteMs } from './timeframe.ts'

/** How far back minutes stay in memory: the current day and the whole one before it, which may still be settling. */
export const retentionMs = 49 * 60 * minuteMs

export interface MinuteWindow {
  /** In any order. @returns those that changed something */
  put(updates: readonly MinuteUpdate[]): MinuteUpdate[]
  get(openTime: number): MinuteUpdate | undefined
  /** openTime of the newest, ms UTC; -Infinity before the first */
  newest(): number
  /** `from <= openTime < to`, ascending */
  between(from: number, to: number): MinuteUpdate[]
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

export function createMinuteWindow(): MinuteWindow {
  const minutes = new Map<number, MinuteUpdate>()
  let newest = Number.NEGATIVE_INFINITY
  let revision = 0

  const take = (update: MinuteUpdate): boolean => {
    const { openTime } = update
    if (openTime < newest - retentionMs || !replaces(update, minutes.get(openTime))) return false
    minutes.set(openTime, update)
    if (update.isClosed) revision++
    return true
  }
  return {
    put: (updates) => {
      const news = updates.filter(take)
      for (const { openTime } of news) {
        if (openTime <= newest) continue
        newest = openTime
        revision++
      }
      return news
    },
    get: (openTime) => minutes.get(openTime),
    newest: () => newest,
    between: (from, to) => {
      const found: MinuteUpdate[] = []
      for (let openTime = Math.ceil(from / minuteMs) * minuteMs; openTime < to; openTime += minuteMs) {
        const minute = minutes.get(openTime)
        if (minute) found.push(minute)
      }
      return found
    },
    prune: () => {
      for (const openTime of minutes.keys()) {
        if (openTime < newest - retentionMs) minutes.delete(openTime)
      }
    },
    revision: () => revision,
  }
}
