/** What an author has written and nothing can be drawn of */
export interface FormProblem {
  kind: 'formula' | 'diagram'
  source: string
  /** In it */
  position: number
  message: string
}
