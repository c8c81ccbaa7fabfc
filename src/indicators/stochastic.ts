import { createExtent } from './extremes.ts'
import { createIndicator, type Indicator, type IndicatorCandle, type Running } from './indicator.ts'
import { createRsi } from './rsi.ts'
import { createSlidingMean } from './sma.ts'

/**
 * Position of a value between a low and a high, percent. 50 if both are the same up to rounding errors, which
 * depend on where the history begins.
 */
function placeBetween(value: number, low: number, high: number): number {
  return high - low <= 1e-9 * Math.max(Math.abs(high), 1) ? 50 : (100 * (value - low)) / (high - low)
}

/** Smooths a place: %K is its mean, %D the mean of %K. */
function createSmoothing(smoothing: number, signal: number) {
  const [k, d] = [createSlidingMean(smoothing), createSlidingMean(signal)]
  return (place: number | undefined, act: keyof Running) => {
    const mean = place === undefined ? undefined : k[act](place)
    return [mean, mean === undefined ? undefined : d[act](mean)]
  }
}

/** Place of the close between the lowest low and the highest high of the newest candles */
export function createStochastic(length: number, smoothing: number, signal: number): Indicator {
  const extent = createExtent(length)
  const smooth = createSmoothing(smoothing, signal)
  return createIndicator((candle: IndicatorCandle, act) => {
    const range = extent[act](candle)
    return smooth(range && placeBetween(candle.close, range.low, range.high), act)
  })
}

/** Place of the RSI between its own lowest and highest of the newest candles */
export function createStochRsi(
  rsiLength: number,
  length: number,
  smoothing: number,
  signal: number,
): Indicator<number> {
  const rsi = createRsi(rsiLength)
  const extent = createExtent(length)
  const smooth = createSmoothing(smoothing, signal)
  const read = (price: number, act: keyof Running) => {
    const [value] = act === 'next' ? rsi.close(price) : rsi.peek(price)
    const range = value === undefined ? undefined : extent[act]({ high: value, low: value })
    return smooth(value !== undefined && range ? placeBetween(value, range.low, range.high) : undefined, act)
  }
  return { peek: (price) => read(price, 'peek'), close: (price) => read(price, 'next') }
}
