import { type Candle, mergeCandles } from '../candle.ts'
import type { Span } from '../span.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../timeframe.ts'
import { rollUps } from './candle-sql.ts'

/** Whether these minutes are all minutes of whole days, so that every longer candle can be derived from them */
export function areWholeDays(minutes: readonly Candle[], { from, to }: Span): boolean {
  const isDay = (time: number) => openTimeOf(time, 1440) === time
  return isDay(from) && isDay(to) && minutes.length * minuteMs === to - from
}

export function candlesOfDays(minutes: readonly Candle[]): Map<Timeframe, readonly Candle[]> {
  const all = new Map<Timeframe, readonly Candle[]>([[1, minutes]])
  for (const [tf, parts] of rollUps) all.set(tf, joined(all.get(parts) ?? [], tf))
  return all
}

function joined(parts: readonly Candle[], tf: Timeframe): Candle[] {
  const candles: Candle[] = []
  let current: Candle | undefined
  for (const part of parts) {
    if (current && openTimeOf(part.openTime, tf) === current.openTime) current = mergeCandles(current, part)
    else {
      if (current) candles.push(current)
      current = part
    }
  }
  return current ? [...candles, current] : candles
}
