/** The part of a candle that indicators read. Prices and volumes are decimals or whole units; `openTime` is in ms UTC. */
export interface IndicatorCandle {
  openTime: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** Values of an indicator at one candle: one number per line; undefined while there are too few candles. */
export type IndicatorValues = readonly (number | undefined)[]

/**
 * An incremental indicator: a tick costs the same for any chart length. Call `peek` per tick, `close` per candle.
 * Indicators that read only one price take that price as their input.
 */
export interface Indicator<Input = IndicatorCandle> {
  close(input: Input): IndicatorValues
  /** Returns the values as if the next candle closed like this; does not change the indicator. */
  peek(input: Input): IndicatorValues
}

/** One incremental number, of which indicators are built; undefined while there are too few values. */
export interface Running<Input = number> {
  next(input: Input): number | undefined
  peek(input: Input): number | undefined
}

/**
 * Creates an indicator from one function that reads parts by `next` or `peek`. @param keep  called after each close,
 * for what the next candle needs of this one
 */
export function createIndicator(
  read: (candle: IndicatorCandle, act: 'next' | 'peek') => IndicatorValues,
  keep: (candle: IndicatorCandle) => void = () => {},
): Indicator {
  return {
    peek: (candle) => read(candle, 'peek'),
    close: (candle) => {
      const values = read(candle, 'next')
      keep(candle)
      return values
    },
  }
}

/** Mean of the high, low and close of a candle */
export function typicalPrice({ high, low, close }: IndicatorCandle): number {
  return (high + low + close) / 3
}
