import type { Timeframe } from './timeframe.ts'

/** A time span: `from` inclusive, `to` exclusive, ms UTC */
export interface Span {
  from: number
  to: number
}

/** A span that contains all possible candles. */
export const allTime: Span = { from: 0, to: Number.MAX_SAFE_INTEGER }

export interface AssetSpan extends Span {
  asset: string
}

/** The first or last candles of a span */
export interface CandleSpan extends AssetSpan {
  tf: Timeframe
  count: number
}

/** Maximum number of separate spans; more are merged into one that includes everything between them. */
const maxSpans = 8

/** Adds a span. Returns disjoint, ascending spans, at most `maxSpans`: spans that overlap or touch are merged. */
export function withSpan(spans: readonly Span[], added: Span): Span[] {
  const apart = spans.filter(({ from, to }) => to < added.from || from > added.to)
  const joined = spans.filter((span) => !apart.includes(span)).reduce(hull, added)
  const all = [...apart, joined].sort((one, other) => one.from - other.from)
  return all.length > maxSpans ? [all.reduce(hull)] : all
}

/** Returns the smallest span that contains both spans. */
export function hull(one: Span, other: Span): Span {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }
}

export interface PriceQuery {
  asset: string
  /** Time of the price, ms UTC */
  at: number
  /** End of the span whose first minute serves if no minute had ended by `at`, exclusive, ms UTC */
  until: number
}
