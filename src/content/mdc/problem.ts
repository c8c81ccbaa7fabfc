export interface MdcProblem {
  line: number
  message: string
  hint: string
  fatal: boolean
}

/** `offset` is the line relative to the parsed text, from 0. */
export type RelativeProblem = Omit<MdcProblem, 'line'> & { offset: number }
