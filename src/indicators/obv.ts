import { createIndicator, type Indicator, type IndicatorCandle } from './indicator.ts'
import { isNewSession } from './sessions.ts'

/**
 * On-balance volume: the volume of candles that closed higher minus that of candles that closed lower. Counted from
 * the start of a session of whole UTC days, because a sum from the first candle would depend on how many are loaded.
 */
export function createObv(days: number): Indicator {
  let previous: { openTime: number; close: number } | undefined
  let total: number | undefined
  const read = ({ openTime, close, volume }: IndicatorCandle) => {
    if (!previous) return undefined
    const before = isNewSession(openTime, previous.openTime, days) ? 0 : total
    return before === undefined ? undefined : before + Math.sign(close - previous.close) * volume
  }
  return createIndicator(
    (candle) => [read(candle)],
    (candle) => {
      total = read(candle)
      previous = { openTime: candle.openTime, close: candle.close }
    },
  )
}
