import type { CandleColumns } from './columns.ts'

/* In this module, candles are in ascending order and prices in any unit; results are undefined for too few candles. */

const hoursOfYear = 24 * 365

export interface Drawdown {
  depth: number
  high: number
  highAt: number
  low: number
  lowAt: number
}

export function changeInPercent(from: number, to: number): number {
  return (to / from - 1) * 100
}

export function logReturns(prices: readonly number[]): number[] {
  return prices.slice(1).map((price, index) => Math.log(price / (prices[index] ?? price)))
}

/** Log returns of closes by openTime; a return across a hole is left out. @param step  candle length, ms */
export function returnsByTime({ openTime, close }: Pick<CandleColumns, 'openTime' | 'close'>, step: number) {
  const returns = new Map<number, number>()
  for (let at = 1; at < openTime.length; at++) {
    const [time = 0, before = 0] = [openTime[at], openTime[at - 1]]
    if (time - before === step) returns.set(time, Math.log((close[at] ?? 0) / (close[at - 1] ?? 0)))
  }
  return returns
}

/** Minimum share of a period's hours with a return: with fewer, the result would not represent the period. */
const minShare = 0.5

/** Annualized volatility, percent. @param hours  length of the period that the returns cover */
export function annualVolatility(hourlyReturns: readonly number[], hours: number): number | undefined {
  if (hourlyReturns.length < hours * minShare) return undefined
  const deviation = standardDeviation(hourlyReturns)
  return deviation === undefined ? undefined : deviation * Math.sqrt(hoursOfYear) * 100
}

/** Standard deviation of a sample (n − 1); undefined for fewer than two values */
export function standardDeviation(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/**
 * Returns the maximum drawdown. Compares a high only with the lows of later candles, because the order within a candle
 * is unknown: the result never exceeds the real drawdown.
 */
export function maxDrawdown(candles: Pick<CandleColumns, 'openTime' | 'high' | 'low'>): Drawdown | undefined {
  let high = Number.NEGATIVE_INFINITY
  let highAt = 0
  let deepest: Drawdown | undefined
  for (const [at, openTime] of candles.openTime.entries()) {
    const [ownHigh = 0, low = 0] = [candles.high[at], candles.low[at]]
    const depth = (1 - low / high) * 100
    if (low < high && depth > (deepest?.depth ?? 0)) deepest = { depth, high, highAt, low, lowAt: openTime }
    if (ownHigh > high) [high, highAt] = [ownHigh, openTime]
  }
  return deepest
}

const minPairs = 24

/** Pearson correlation, −1 to 1, of values at the same times; undefined if one series is constant. */
export function correlation(
  a: ReadonlyMap<number, number>,
  b: ReadonlyMap<number, number>,
  least = minPairs,
): number | undefined {
  const pairs = [...a].flatMap(([time, x]) => {
    const y = b.get(time)
    return y === undefined ? [] : [[x, y] as const]
  })
  if (pairs.length < least) return undefined
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
