/** Limits of one query; the lengths of SQL and body are those of Nuxt Content. */
export const limits = {
  sqlLength: 100_000,
  /** Max size of a request's body; JSON may take six bytes per character */
  bodyBytes: 600_016,
  groupDepth: 20,
  /** Max number of comparisons, each of which may be evaluated for every row */
  comparisons: 200,
  listValues: 2_000,
  orderItems: 16,
  /** Max length and number of wildcards of a LIKE pattern: SQLite tries every position for each `%` */
  patternLength: 500,
  patternWildcards: 20,
  /** Max number of rows and characters of a result; a larger result is rejected, not truncated */
  rows: 10_000,
  answerCharacters: 8_000_000,
  /** Time after which SQLite's work is interrupted, ms; typical queries take less than one */
  workMs: 1_000,
  /** Max time of a query in the queue, ms */
  waitMs: 2_000,
}
