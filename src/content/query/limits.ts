/** What one query may ask for at most. The SQL text's length and the body's are Nuxt Content's own limits. */
export const limits = {
  /** Characters of SQL */
  sqlLength: 100_000,
  /** Bytes of a request: the SQL as JSON may be six times as long */
  bodyBytes: 600_016,
  /** Parentheses within parentheses */
  groupDepth: 20,
  /** Each of them may have to be tried on every row. */
  comparisons: 200,
  /** Values of all IN lists together */
  listValues: 2_000,
  orderItems: 16,
  /** Characters of one LIKE pattern, and `%` and `_` among them: SQLite tries every place for each `%`. */
  patternLength: 500,
  patternWildcards: 20,
  /** Rows of an answer, and characters stored in them; a query that finds more is refused, not cut. */
  rows: 10_000,
  answerCharacters: 8_000_000,
  /** ms of SQLite's work; then it is interrupted. An ordinary query takes less than one. */
  workMs: 1_000,
  /** ms a query waits for others to finish before it is sent away */
  waitMs: 2_000,
}
