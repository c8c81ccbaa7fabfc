export interface MdcProblem {
  line: number
  message: string
  hint: string
  fatal: boolean
  /** Host whose pages are embedded; if pages of this host may be embedded, this is no problem */
  unlessEmbeds?: string
}

/** Problem whose line is still relative to the parsed text: `offset`, from 0. */
export type RelativeProblem = Omit<MdcProblem, 'line'> & { offset: number }
