/** From inclusive, to exclusive, ms UTC. */
export interface Span {
  from: number
  to: number
}

/** Of all candles there can be */
export const allTime: Span = { from: 0, to: Number.MAX_SAFE_INTEGER }

export interface AssetSpan extends Span {
  asset: string
}

/** Spans kept apart; more of them become one, with what lies between. */
const mostSpans = 8

/** Disjoint and ascending, at most `mostSpans`: those that overlap or touch are one. */
export function withSpan(spans: readonly Span[], added: Span): Span[] {
  const apart = spans.filter(({ from, to }) => to < added.from || from > added.to)
  const joined = spans.filter((span) => !apart.includes(span)).reduce(hull, added)
  const all = [...apart, joined].sort((one, other) => one.from - other.from)
  return all.length > mostSpans ? [all.reduce(hull)] : all
}

/** The least span that holds both */
export function hull(one: Span, other: Span): Span {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }
}
