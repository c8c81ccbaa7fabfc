export interface DiagramProblem {
  kind: 'formula' | 'diagram'
  source: string
  /** Index in `source` */
  position: number
  message: string
}
