export interface MdcProblem {
  line: number
  message: string
  hint: string
  fatal: boolean
  /** Not a problem if pages of this host may be embedded */
  unlessEmbeds?: string
}

/** `offset` is the line relative to the parsed text, from 0. */
export type RelativeProblem = Omit<MdcProblem, 'line'> & { offset: number }
