import { type CollectionSchema, columnsOf } from '../protocol/schema.ts'
import { limits } from './limits.ts'
import { parseQuery } from './parse.ts'
import { printFetch } from './print.ts'
import type { QueryReader } from './reader.ts'
import { type ContentRow, refineRows } from './refine.ts'

export type AnswerOutcome =
  | { status: 'answered'; rows: ContentRow[] }
  | { status: 'refused'; reason: string }
  | { status: 'unavailable'; reason: string }

/** Answers untrusted SQL: parsed and printed anew, never run as received. */
export async function answerQuery(reader: QueryReader, schema: CollectionSchema, sql: string): Promise<AnswerOutcome> {
  const parsed = parseQuery(schema, sql)
  if (parsed.status === 'refused') return parsed
  // One extra row reveals that there are too many.
  const outcome = await reader.read(printFetch(parsed.query, columnsOf(schema), limits.rows + 1))
  switch (outcome.status) {
    case 'read':
      return { status: 'answered', rows: refineRows(schema, outcome.rows) }
    case 'too many rows':
      return { status: 'refused', reason: `The answer has more than ${limits.rows} rows; give the query a LIMIT` }
    case 'too large': {
      const reason = `The answer has more than ${limits.answerCharacters} characters; select fewer columns or give the query a LIMIT`
      return { status: 'refused', reason }
    }
    case 'too slow':
      return { status: 'unavailable', reason: `The query took longer than ${limits.workMs} ms; ask for less` }
    case 'busy':
      return { status: 'unavailable', reason: 'Too many queries at once; try again in a moment' }
  }
}
