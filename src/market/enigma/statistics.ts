import type { Candle } from '../candle.ts'

/* What prices did, in numbers. Pure: candles in, ascending by time; nothing when there is too little to tell. */

export const hourMs = 3_600_000
const hoursOfYear = 24 * 365

/** A fall from a high to a later low, before a new high was made. */
export interface Drawdown {
  /** Per cent of the high, 0–100 */
  depth: number
  high: number
  /** Start of the candle with the high, ms UTC */
  highAt: number
  low: number
  /** Start of the candle with the low, ms UTC */
  lowAt: number
}

/** Change from one price to another in per cent: 1.5 for a rise by 1.5 %. */
export function changeInPercent(from: number, to: number): number {
  return (to / from - 1) * 100
}

/** Logarithms of each price's ratio to the one before. */
export function logReturns(prices: readonly number[]): number[] {
  return prices.slice(1).map((price, index) => Math.log(price / (prices[index] ?? price)))
}

/**
 * Logarithmic returns of closes by the candle's openTime. Candles on the two sides of a gap have no return between
 * them: it would be that of a longer span.
 * @param step  length of a candle, ms
 */
export function returnsByTime(candles: readonly Pick<Candle, 'openTime' | 'close'>[], step: number) {
  const returns = new Map<number, number>()
  for (const [index, { openTime, close }] of candles.entries()) {
    const before = candles[index - 1]
    if (before && openTime - before.openTime === step) returns.set(openTime, Math.log(close / before.close))
  }
  return returns
}

/** Volatility in per cent a year: the sample standard deviation of hourly returns, times the root of a year's hours. */
export function annualVolatility(hourlyReturns: readonly number[]): number | undefined {
  const deviation = standardDeviation(hourlyReturns)
  return deviation === undefined ? undefined : deviation * Math.sqrt(hoursOfYear) * 100
}

/** Sample standard deviation (n − 1). */
function standardDeviation(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/**
 * The deepest fall. Which of its two ends a candle saw first is unknown, so that its own high counts only for the lows
 * of later ones: the answer is never deeper than the truth.
 */
export function maxDrawdown(candles: readonly Pick<Candle, 'openTime' | 'high' | 'low'>[]): Drawdown | undefined {
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

/** Fewest pairs that a correlation says anything from */
const fewestPairs = 24

/** Pearson's correlation of what two series have at the same times, −1–1; nothing when one of them never moves. */
export function correlation(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number | undefined {
  const pairs = [...a].flatMap(([time, x]) => {
    const y = b.get(time)
    return y === undefined ? [] : [[x, y] as const]
  })
  if (pairs.length < fewestPairs) return undefined
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
