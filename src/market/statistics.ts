import type { DecimalCandle } from './candle.ts'
import type { Decimal } from './units.ts'

/* Candles are ascending; undefined when there are too few. */

export const hourMs = 3_600_000
const hoursOfYear = 24 * 365

export interface Drawdown {
  depth: number
  high: Decimal
  highAt: number
  low: Decimal
  lowAt: number
}

export function changeInPercent(from: number, to: number): number {
  return (to / from - 1) * 100
}

export function logReturns(prices: readonly number[]): number[] {
  return prices.slice(1).map((price, index) => Math.log(price / (prices[index] ?? price)))
}

/** Of closes, by openTime; none across a gap, which would be that of a longer span. @param step  candle length, ms */
export function returnsByTime(candles: readonly Pick<DecimalCandle, 'openTime' | 'close'>[], step: number) {
  const returns = new Map<number, number>()
  for (const [index, { openTime, close }] of candles.entries()) {
    const before = candles[index - 1]
    if (before && openTime - before.openTime === step) returns.set(openTime, Math.log(close / before.close))
  }
  return returns
}

export function annualVolatility(hourlyReturns: readonly number[]): number | undefined {
  const deviation = standardDeviation(hourlyReturns)
  return deviation === undefined ? undefined : deviation * Math.sqrt(hoursOfYear) * 100
}

function standardDeviation(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** A candle's high counts only for later lows, as their order within it is unknown: never deeper than the truth. */
export function maxDrawdown(
  candles: readonly Pick<DecimalCandle, 'openTime' | 'high' | 'low'>[],
): Drawdown | undefined {
  let high = Number.NEGATIVE_INFINITY
  let highAt = 0
  let deepest: Drawdown | undefined
  for (const candle of candles) {
    const depth = (1 - candle.low / high) * 100
    if (candle.low < high && depth > (deepest?.depth ?? 0)) {
      deepest = { depth, high, highAt, low: candle.low, lowAt: candle.openTime }
    }
    if (candle.high > high) {
      high = candle.high
      highAt = candle.openTime
    }
  }
  return deepest
}

const minPairs = 24

/** Pearson's, −1–1, of values at the same times; undefined when one series never moves. */
export function correlation(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number | undefined {
  const pairs = [...a].flatMap(([time, x]) => {
    const y = b.get(time)
    return y === undefined ? [] : [[x, y] as const]
  })
  if (pairs.length < minPairs) return undefined
  const [meanX, meanY] = [meanOf(pairs.map(([x]) => x)), meanOf(pairs.map(([, y]) => y))]
  let [both, squaresX, squaresY] = [0, 0, 0]
  for (const [x, y] of pairs) {
    both += (x - meanX) * (y - meanY)
    squaresX += (x - meanX) ** 2
    squaresY += (y - meanY) ** 2
  }
  const scale = Math.sqrt(squaresX) * Math.sqrt(squaresY)
  return scale > 0 ? Math.max(-1, Math.min(1, both / scale)) : undefined
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
