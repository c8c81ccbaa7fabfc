import { createIndicator, type Indicator, type IndicatorCandle, type IndicatorValues } from './indicator.ts'
import { createSessionTotals, isNewSession } from './sessions.ts'

interface SessionPrices {
  high: number
  low: number
  close: number
}

function withCandle(prices: SessionPrices | undefined, { high, low, close }: IndicatorCandle): SessionPrices {
  return { high: Math.max(prices?.high ?? high, high), low: Math.min(prices?.low ?? low, low), close }
}

const unknown: IndicatorValues = Array.from({ length: 7 }, () => undefined)

function levelsOf({ high, low, close }: SessionPrices): IndicatorValues {
  const pivot = (high + low + close) / 3
  const range = high - low
  return [
    pivot,
    2 * pivot - low,
    2 * pivot - high,
    pivot + range,
    pivot - range,
    high + 2 * (pivot - low),
    low - 2 * (high - pivot),
  ]
}

/** Classic (floor) pivot levels: computed from the last session that has candles, they hold for the whole next one. */
export function createPivots(days: number): Indicator {
  const totals = createSessionTotals(days, withCandle)
  let prices: SessionPrices | undefined
  let levels = unknown
  let previous: number | undefined
  const read = ({ openTime }: IndicatorCandle) => {
    if (!isNewSession(openTime, previous, days)) return levels
    return prices ? levelsOf(prices) : unknown
  }
  return createIndicator(read, (candle) => {
    levels = read(candle)
    prices = totals.next(candle)
    previous = candle.openTime
  })
}
