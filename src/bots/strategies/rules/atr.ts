import { createExponentialAverage, exponentialMemory, lengthOfWeight } from '../../../indicators/ema.ts'

interface Range {
  high: number
  low: number
  close: number
}

/** Average true range with Wilder's average; undefined while there are too few candles. */
export function createRuleAtr(length: number): (candle: Range) => number | undefined {
  const average = createExponentialAverage(length, 1 / length)
  let before: number | undefined
  return ({ high, low, close }) => {
    const range = before === undefined ? undefined : Math.max(high, before) - Math.min(low, before)
    before = close
    return range === undefined ? undefined : average.next(range)
  }
}

/** Number of candles that determine the range: one more than the true ranges, which need the previous close. */
export function ruleAtrMemory(length: number): number {
  return exponentialMemory(lengthOfWeight(1 / length)) + 1
}
