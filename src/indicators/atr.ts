import { createWilderAverage } from './ema.ts'
import { createIndicator, type Indicator, type IndicatorCandle, type Running } from './indicator.ts'

/** Distance that the price has moved in a candle, including the gap since the previous close */
export function trueRange({ high, low }: IndicatorCandle, previousClose: number): number {
  return Math.max(high, previousClose) - Math.min(low, previousClose)
}

/** Wilder's average of true ranges, from the second candle on, because the first has no previous close */
export function createAverageRange(length: number): Running<IndicatorCandle> {
  const average = createWilderAverage(length)
  let previous: number | undefined
  const read = (candle: IndicatorCandle, act: 'next' | 'peek') =>
    previous === undefined ? undefined : average[act](trueRange(candle, previous))
  return {
    peek: (candle) => read(candle, 'peek'),
    next: (candle) => {
      const range = read(candle, 'next')
      previous = candle.close
      return range
    },
  }
}

export function createAtr(length: number): Indicator {
  const range = createAverageRange(length)
  return createIndicator((candle, act) => [range[act](candle)])
}
