import type { IndicatorChoice, IndicatorId, PriceSource } from './catalog.ts'
import { type Indicator, type IndicatorCandle, typicalPrice } from './indicator.ts'

/** Creates an indicator. @param on  gives an indicator of one price its source */
export type Create = (params: readonly number[], on: (indicator: Indicator<number>) => Indicator) => Indicator

const readPrice: Record<PriceSource, (candle: IndicatorCandle) => number> = {
  close: ({ close }) => close,
  open: ({ open }) => open,
  high: ({ high }) => high,
  low: ({ low }) => low,
  hl2: ({ high, low }) => (high + low) / 2,
  hlc3: typicalPrice,
  ohlc4: ({ open, high, low, close }) => (open + high + low + close) / 4,
}

/** Creates a chosen indicator. Undefined if its code is not among the known. */
export function createFrom(
  known: Partial<Record<IndicatorId, Create>>,
  { id, params, source = 'close' }: IndicatorChoice,
): Indicator | undefined {
  const read = readPrice[source]
  return known[id]?.(params, ({ close, peek }) => ({
    close: (candle) => close(read(candle)),
    peek: (candle) => peek(read(candle)),
  }))
}
