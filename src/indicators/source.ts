import { catalog, type IndicatorChoice, type IndicatorId, type PriceSource, type Source } from './catalog.ts'
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

/** Creates a chosen indicator. Undefined if its code, or that of its source, is not among the known. */
export function createFrom(
  known: Partial<Record<IndicatorId, Create>>,
  { id, params, source = 'close' }: IndicatorChoice,
): Indicator | undefined {
  const { close: next, peek: look } = readerOf(known, source) ?? {}
  if (!next || !look) return undefined
  const unknown = catalog[id].lines.map(() => undefined)
  return known[id]?.(params, ({ close, peek }) => ({
    close: (candle) => {
      const value = next(candle)
      return value === undefined ? unknown : close(value)
    },
    peek: (candle) => {
      const value = look(candle)
      return value === undefined ? unknown : peek(value)
    },
  }))
}

function readerOf(known: Partial<Record<IndicatorId, Create>>, source: Source) {
  if (typeof source === 'string') return { close: readPrice[source], peek: readPrice[source] }
  const lower = createFrom(known, source.of)
  const { line } = source
  return (
    lower && {
      close: (candle: IndicatorCandle) => lower.close(candle)[line],
      peek: (candle: IndicatorCandle) => lower.peek(candle)[line],
    }
  )
}
