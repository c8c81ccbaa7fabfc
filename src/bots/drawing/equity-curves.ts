import type { Curve } from './curves.ts'

export interface ChartCurve {
  label: string
  /** How it is drawn: solid, dashed, dotted */
  look: 'main' | 'second' | 'reference' | 'fourth'
  /** Money as people write it */
  values: Curve
}

/** Has moments of its own, fewer than the curves' perhaps. */
export interface ChartBand {
  label: string
  times: Curve
  low: Curve
  middle: Curve
  high: Curve
}

export interface EquityCurves {
  /** ms UTC, ascending, as many as every curve has values */
  times: Curve
  curves: readonly ChartCurve[]
  band?: ChartBand | undefined
}
