/** One number per line of the indicator, undefined while there are too few candles. */
export type IndicatorValues = readonly (number | undefined)[]

/** Incremental, so that a tick costs the same however long the chart is: `peek` at every tick, `close` once a candle. */
export interface Indicator {
  close(price: number): IndicatorValues
  /** The values if the next candle closed at this price; changes nothing. */
  peek(price: number): IndicatorValues
}

export interface Window {
  push(price: number): void
  /** The window as this price would leave it; shorter than `length` while there are too few. */
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

/** Summed afresh each time: a running sum would accumulate rounding errors. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
