export interface DiagramProblem {
  kind: 'formula' | 'diagram'
  source: string
  /** Index in `source` at which the problem begins */
  position: number
  message: string
}
