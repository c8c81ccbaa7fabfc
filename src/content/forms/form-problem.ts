export interface FormProblem {
  kind: 'formula' | 'diagram'
  source: string
  /** In it */
  position: number
  message: string
}
