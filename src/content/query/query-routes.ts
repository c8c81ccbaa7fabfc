import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import type { AppEnv } from '../../http/env.ts'
import { wireError } from '../../http/wire-error.ts'
import { paths } from '../../paths.ts'
import { type CollectionSchema, collectionSchemas, findSchema } from '../protocol/schema.ts'
import { answerQuery } from './answer.ts'
import { limits } from './limits.ts'
import type { QueryReader } from './reader.ts'

export interface QueryDeps {
  queries: QueryReader
  schemas?: CollectionSchema[]
}

const requestBody = z.object({ sql: z.string() })

/**
 * `POST /__nuxt_content/{collection}/query` with `{ "sql": "…" }` answers the rows as JSON. A query that cannot be
 * answered is a 400 whose message names what was refused and where; one that took too long or found the database busy
 * is a 503. The version in the address (`v`) is of no interest here: answers are always of now.
 */
export function queryRoutes({ queries, schemas = collectionSchemas }: QueryDeps) {
  return new Hono<AppEnv>()
    .post(paths.contentQuery, limitBody, async (c) => {
      const name = c.req.param('collection')
      const schema = findSchema(name, schemas)
      if (!schema) return wireError(c, 404, `There is no collection «${name}»`)
      const body = requestBody.safeParse(parseJson(await c.req.text()))
      if (!body.success) return wireError(c, 400, 'The body must be JSON with the query’s text: { "sql": "SELECT …" }')
      const outcome = await answerQuery(queries, schema, body.data.sql)
      switch (outcome.status) {
        case 'answered':
          return c.json(outcome.rows, 200, { 'cache-control': 'no-store' })
        case 'refused':
          return wireError(c, 400, outcome.reason)
        case 'unavailable':
          return wireError(c, 503, outcome.reason)
      }
    })
    .all(paths.contentQuery, (c) => {
      c.header('allow', 'POST')
      return wireError(c, 405, 'HTTP method is not allowed.')
    })
}

const limitBody = bodyLimit({
  maxSize: limits.bodyBytes,
  onError: (c) => wireError(c, 413, `Request body too large: at most ${limits.bodyBytes} bytes`),
})

/** Nothing when the text is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
