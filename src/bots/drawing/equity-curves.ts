import type { Curve } from './curves.ts'

interface ChartCurve {
  label: string
  /** Line style: solid, dashed, dotted */
  look: 'main' | 'second' | 'reference' | 'fourth'
  /** Money in whole currency units */
  values: Curve
}

/** A band with its own times, which may be fewer than those of the curves. */
export interface ChartBand {
  label: string
  times: Curve
  low: Curve
  middle: Curve
  high: Curve
}

export interface EquityCurves {
  /** ms UTC, ascending; as long as each curve */
  times: Curve
  curves: readonly ChartCurve[]
  band?: ChartBand | undefined
}
