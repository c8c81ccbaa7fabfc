/** Values of an indicator at one candle: one number per line; undefined while there are too few candles. */
export type IndicatorValues = readonly (number | undefined)[]

/** An incremental indicator: a tick costs the same for any chart length. Call `peek` per tick, `close` per candle. */
export interface Indicator {
  close(price: number): IndicatorValues
  /** Returns the values as if the next candle closed at this price; does not change the indicator. */
  peek(price: number): IndicatorValues
}
