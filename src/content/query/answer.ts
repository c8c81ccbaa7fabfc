import { type CollectionSchema, columnsOf } from '../protocol/schema.ts'
import { limits } from './limits.ts'
import type { PackedRows, Packing } from './packed-answer.ts'
import { parseQuery } from './parse.ts'
import { printFetch } from './print.ts'
import type { QueryReader } from './reader.ts'

export type AnswerOutcome =
  | (Omit<PackedRows, 'status'> & { status: 'answered'; workMs: number })
  | { status: 'refused'; reason: string; workMs?: number }
  | { status: 'unavailable'; reason: string; workMs?: number }

export interface QueryOrigin extends Pick<Packing, 'encoding'> {
  network: string
}

/** Answers untrusted SQL: it is parsed and printed again, never executed as received. */
export async function answerQuery(
  reader: QueryReader,
  schema: CollectionSchema,
  sql: string,
  { network, encoding }: QueryOrigin,
): Promise<AnswerOutcome> {
  const parsed = parseQuery(schema, sql)
  if (parsed.status === 'refused') return parsed
  // One extra row shows that there are too many.
  const statement = printFetch(parsed.query, columnsOf(schema), limits.rows + 1)
  const { outcome, workMs } = await reader.read(statement, { network, encoding, fields: schema.fields })
  switch (outcome.status) {
    case 'read':
      return { ...outcome, status: 'answered', workMs }
    case 'too many rows':
      return refused(`The answer has more than ${limits.rows} rows; give the query a LIMIT`, workMs)
    case 'too large':
      return refused(
        `The answer has more than ${limits.answerCharacters} characters; select fewer columns or give the query a LIMIT`,
        workMs,
      )
    case 'too slow':
      return unavailable(`The query took longer than ${limits.workMs} ms; ask for less`, workMs)
    case 'busy':
      return unavailable('Too many queries at once; try again in a moment', workMs)
  }
}

const refused = (reason: string, workMs: number) => ({ status: 'refused', reason, workMs }) as const
const unavailable = (reason: string, workMs: number) => ({ status: 'unavailable', reason, workMs }) as const
