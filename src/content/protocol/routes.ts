import { gzipSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import type { Db } from '../../db/client.ts'
import { anyone } from '../../http/access.ts'
import type { AppEnv } from '../../http/env.ts'
import { jsonError } from '../../http/json-error.ts'
import type { PageCache } from '../../http/page-cache.ts'
import { paths } from '../../paths.ts'
import { dumpStatements } from './dump.ts'
import { readManifest } from './manifest.ts'
import { listRows } from './queries.ts'
import { type CollectionSchema, collectionSchemas, findSchema } from './schema.ts'

export interface ProtocolDeps {
  db: Db
  pages: PageCache
  schemas?: CollectionSchema[]
}

/** Clients cache by version; others revalidate. */
const cacheControl = 'public, max-age=0, must-revalidate'

/** Dumps for both generations of clients, and the manifest that describes them. Cached until the content changes. */
export function protocolRoutes({ db, pages, schemas = collectionSchemas }: ProtocolDeps) {
  const dump = (pack: (schema: CollectionSchema) => Promise<string>) => async (c: Context<AppEnv>) => {
    const schema = findSchema(c.req.param('collection') ?? '', schemas)
    if (!schema) return jsonError(c, 404, `There is no collection "${c.req.param('collection')}"`)
    return c.text(await pack(schema), 200, { 'cache-control': cacheControl, 'x-robots-tag': 'noindex' })
  }
  const asLines = async (schema: CollectionSchema) =>
    packed(dumpStatements(schema, await listRows(db, schema), { escapesLineBreaks: true }).join('\n'))
  const asList = async (schema: CollectionSchema) =>
    packed(JSON.stringify(dumpStatements(schema, await listRows(db, schema))))

  return new Hono<AppEnv>()
    .get(paths.contentManifest, anyone, pages.middleware, async (c) => {
      return c.json(await readManifest(db, schemas), 200, { 'cache-control': cacheControl, 'x-robots-tag': 'noindex' })
    })
    .get(paths.contentDumpLines, anyone, pages.middleware, dump(asLines))
    .get(paths.contentDumpList, anyone, pages.middleware, dump(asList))
}

/** The body is text in itself: base64 of gzip, whatever the transport does. */
function packed(text: string): string {
  return gzipSync(text, { level: 9 }).toString('base64')
}
