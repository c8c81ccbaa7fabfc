/** One number per line of the indicator; undefined while there are too few candles. */
export type IndicatorValues = readonly (number | undefined)[]

/**
 * Incremental, so that a tick costs the same for any chart length: call `peek` at every tick, `close` once per candle.
 */
export interface Indicator {
  close(price: number): IndicatorValues
  /** Returns the values as if the next candle closed at this price; changes nothing. */
  peek(price: number): IndicatorValues
}
