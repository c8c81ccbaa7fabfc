/** Something the author of a text should know. */
export interface MdcProblem {
  /** Line of the file, from 1 */
  line: number
  message: string
  /** What to do about it */
  hint: string
  /** The text cannot be what its author meant: ingest keeps the last good version instead */
  fatal: boolean
}

/** A problem whose place is known only relative to the text being read; the first line is 0. */
export type RelativeProblem = Omit<MdcProblem, 'line'> & { offset: number }
