import { type MergedMinutes, type MinuteWindow, mergedWith, retentionMs } from './minute-window.ts'
import { dayMs, openTimeOf } from './timeframe.ts'

/** A day older than the minutes in memory; without a candle if the source has no minute of it */
export interface OlderDay {
  /** Start of the day, ms UTC */
  openTime: number
  candle: MergedMinutes | undefined
  /** Whether all its minutes are closed or confirmed missing */
  isKnown: boolean
}

/** Days of this month and the last one that are older than the minutes in memory: weeks and months are made of them. */
export interface DayWindow {
  /** Sets days as they are stored. Days that minutes are in memory of stay unaffected. */
  load(days: readonly OlderDay[]): void
  /** Keeps the days whose minutes are dropped next. */
  keep(): void
  /** Merges candles of whole days, from the start of a day to the end of the minutes or of a day */
  merged(from: number, to: number): MergedMinutes | undefined
  isKnown(from: number, to: number): boolean
}

/** @param areKnown  whether all minutes of a span within the window are closed or confirmed missing */
export function createDayWindow(
  minutes: Pick<MinuteWindow, 'merged' | 'newest' | 'days'>,
  areKnown: (from: number, to: number) => boolean,
): DayWindow {
  const days = new Map<number, OlderDay>()
  /** Start of the first day of which all minutes are in memory, ms UTC */
  let begin = Number.NEGATIVE_INFINITY

  const beginNow = () => openTimeOf(minutes.newest() - retentionMs - 1, 1440) + dayMs
  return {
    load: (loaded) => {
      begin = Math.max(begin, beginNow())
      for (const day of loaded) if (day.openTime < begin) days.set(day.openTime, day)
    },
    keep: () => {
      const next = beginNow()
      if (next <= begin) return
      for (const openTime of minutes.days()) {
        if (openTime < begin || openTime >= next) continue
        const end = openTime + dayMs
        days.set(openTime, { openTime, candle: minutes.merged(openTime, end), isKnown: areKnown(openTime, end) })
      }
      begin = next
      const oldest = firstDay(minutes.newest())
      for (const openTime of days.keys()) if (openTime < oldest) days.delete(openTime)
    },
    merged: (from, to) => {
      let merged: MergedMinutes | undefined
      for (let openTime = from; openTime < Math.min(to, begin); openTime += dayMs) {
        const candle = days.get(openTime)?.candle
        if (candle) merged = merged ? mergedWith(merged, candle) : candle
      }
      const later = minutes.merged(Math.max(from, begin), to)
      return merged && later ? mergedWith(merged, later) : (merged ?? later)
    },
    isKnown: (from, to) => {
      for (let openTime = from; openTime < to; openTime += dayMs) {
        const isKnown =
          openTime < begin ? days.get(openTime)?.isKnown : areKnown(openTime, Math.min(to, openTime + dayMs))
        if (!isKnown) return false
      }
      return true
    },
  }
}

/** Start of the first day that an unsettled candle may need: of the month before the one of a time, ms UTC */
export function firstDay(time: number): number {
  return openTimeOf(openTimeOf(time, 43200) - 1, 43200)
}
