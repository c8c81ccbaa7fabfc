/** Limits of one query; the lengths of SQL and body are those of Nuxt Content. */
export const limits = {
  sqlLength: 100_000,
  /** JSON may take six bytes per character */
  bodyBytes: 600_016,
  groupDepth: 20,
  /** Each may be evaluated for every row */
  comparisons: 200,
  listValues: 2_000,
  orderItems: 16,
  /** Characters and wildcards of a LIKE pattern: SQLite tries every position for each `%` */
  patternLength: 500,
  patternWildcards: 20,
  /** Rows and characters of a result; a larger one is rejected, not truncated */
  rows: 10_000,
  answerCharacters: 8_000_000,
  /** ms of SQLite's work before it is interrupted; typical queries take less than one */
  workMs: 1_000,
  /** ms in the queue */
  waitMs: 2_000,
}
