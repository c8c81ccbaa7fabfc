export interface FormProblem {
  kind: 'formula' | 'diagram'
  source: string
  /** Index in `source` */
  position: number
  message: string
}
