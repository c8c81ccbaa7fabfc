/** One number per line of the indicator, undefined where there are too few candles for it. */
export type IndicatorValues = readonly (number | undefined)[]

/**
 * An indicator that takes closing prices one after another, oldest first. The candle in course is looked at as often as
 * it moves, and taken in once, when it is over: a tick costs the same whatever the length of the chart.
 */
export interface Indicator {
  /** Takes in the price that a candle has closed at; answers the values at that candle. */
  close(price: number): IndicatorValues
  /** The values at the next candle if it closed at this price; changes nothing. */
  peek(price: number): IndicatorValues
}

/** The last `length` prices, the newest last. */
export interface Window {
  push(price: number): void
  /** The window as it would be after this price; shorter than `length` while there are too few. */
  with(price: number): readonly number[]
}

export function createWindow(length: number): Window {
  const prices: number[] = []
  return {
    push: (price) => {
      prices.push(price)
      if (prices.length > length) prices.shift()
    },
    with: (price) => [...prices.slice(Math.max(0, prices.length + 1 - length)), price],
  }
}

/** Summed anew each time: a running sum would gather errors of rounding. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
