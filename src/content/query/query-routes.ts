import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { anyone } from '../../http/access.ts'
import { limitBody } from '../../http/body.ts'
import { chooseEncoding } from '../../http/compression.ts'
import type { AppEnv } from '../../http/env.ts'
import { jsonError } from '../../http/problem.ts'
import { networkOf } from '../../limits/rate-limit.ts'
import { documented, type OperationDescription } from '../../openapi/operation.ts'
import { paths } from '../../paths.ts'
import { collections } from '../collections.ts'
import { type CollectionSchema, collectionSchemas, columnsOf, findSchema } from '../protocol/schema.ts'
import type { PackedRows, Packing } from './answer.ts'
import { limits } from './limits.ts'
import { parseQuery } from './parse.ts'
import type { QueryReader } from './reader.ts'
import { printFetch } from './select-query.ts'

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
  // One row more than the limit is requested, which shows that there are too many.
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

export interface QueryDeps {
  queries: QueryReader
  schemas?: CollectionSchema[]
}

const requestBody = z.object({ sql: z.string() })

const queryContent: OperationDescription = {
  id: 'queryContent',
  section: 'content',
  params: { collection: z.enum(collections.map(({ name }) => name)) },
  summary: 'api.operations.queryContent',
  body: {
    schema: requestBody,
    example: { sql: 'SELECT "title", "path" FROM _content_docs_en ORDER BY stem ASC LIMIT 3' },
  },
  answer: { status: 200, schema: z.array(z.record(z.string(), z.unknown())) },
  refusals: [400, 404],
  hasProtocolErrors: true,
}

/**
 * Number of bytes that count as much as one millisecond of work: a query must be parsed, and an answer stays in memory
 * until it is sent.
 */
const bytesOfMs = 10_000

/**
 * Creates the route of queries: a body `{ "sql": "…" }` is answered with JSON rows, with 400, position and reason, or
 * with 503 if the query is too slow or the server busy. The version in the address is ignored.
 */
export function queryRoutes({ queries, schemas = collectionSchemas }: QueryDeps) {
  return new Hono<AppEnv>()
    .post(paths.contentQuery, documented(anyone, queryContent), limitQuestion, async (c) => {
      const name = c.req.param('collection')
      const schema = findSchema(name, schemas)
      if (!schema) return jsonError(c, 404, `There is no collection «${name}»`)
      const text = await c.req.text()
      c.var.spend(text.length / bytesOfMs)
      const body = requestBody.safeParse(parseJson(text))
      if (!body.success) return jsonError(c, 400, 'The body must be JSON with the query’s text: { "sql": "SELECT …" }')
      const origin = { network: networkOf(c.var.address), encoding: chooseEncoding(c.req.header('accept-encoding')) }
      const outcome = await answerQuery(queries, schema, body.data.sql, origin)
      c.var.spend(outcome.workMs ?? 0)
      switch (outcome.status) {
        case 'answered':
          return answerPacked(c, outcome)
        case 'refused':
          return jsonError(c, 400, outcome.reason)
        case 'unavailable':
          c.header('retry-after', '1')
          return jsonError(c, 503, outcome.reason)
      }
    })
    .all(paths.contentQuery, (c) => {
      c.header('allow', 'POST')
      return jsonError(c, 405, 'HTTP method is not allowed.')
    })
}

function answerPacked(c: Context<AppEnv>, { body, encoding }: Pick<PackedRows, 'body' | 'encoding'>): Response {
  c.var.spend(body.length / bytesOfMs)
  if (encoding) {
    c.header('content-encoding', encoding)
    c.header('vary', 'Accept-Encoding')
  }
  return c.body(body, 200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
}

const limitQuestion = limitBody(limits.bodyBytes, (c) =>
  jsonError(c, 413, `Request body too large: at most ${limits.bodyBytes} bytes`),
)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
