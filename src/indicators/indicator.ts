/** One number per line of the indicator, undefined while there are too few candles. */
export type IndicatorValues = readonly (number | undefined)[]

/** Incremental, so that a tick costs the same however long the chart is: `peek` at every tick, `close` once a candle. */
export interface Indicator {
  close(price: number): IndicatorValues
  /** The values if the next candle closed at this price; changes nothing. */
  peek(price: number): IndicatorValues
}
