import type { Curve } from './curves.ts'

interface ChartCurve {
  label: string
  /** Line style of the curve: solid, dashed or dotted */
  look: 'main' | 'second' | 'reference' | 'fourth'
  /** Values of the curve: money in whole currency units */
  values: Curve
}

/** A band between two lines. It has its own times, which may be fewer than those of the curves. */
export interface ChartBand {
  label: string
  times: Curve
  low: Curve
  middle: Curve
  high: Curve
}

export interface EquityCurves {
  /** Times of the values, ms UTC, ascending; as many as each curve has values */
  times: Curve
  curves: readonly ChartCurve[]
  band?: ChartBand | undefined
}
