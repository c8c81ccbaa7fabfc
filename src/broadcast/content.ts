/** Of the column; the form of it is `MessageContent` of `telegram/message`. */
export type BroadcastContent = object
export interface ContentProblem {
  field: string
}
export function problemsOf(_json: string): ContentProblem[] {
  return []
}
