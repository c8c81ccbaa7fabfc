export interface MdcProblem {
  line: number
  message: string
  hint: string
  fatal: boolean
  /** None where pages of this host are shown within others */
  unlessEmbeds?: string
}

/** `offset` is the line relative to the parsed text, from 0. */
export type RelativeProblem = Omit<MdcProblem, 'line'> & { offset: number }
