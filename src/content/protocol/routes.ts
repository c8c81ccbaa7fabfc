import { gzipSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import type { Db } from '../../db/client.ts'
import type { AppEnv } from '../../http/env.ts'
import type { PageCache } from '../../http/page-cache.ts'
import { wireError } from '../../http/wire-error.ts'
import { paths } from '../../paths.ts'
import { dumpStatements } from './dump.ts'
import { readManifest } from './manifest.ts'
import { listRows } from './queries.ts'
import { type CollectionSchema, collectionSchemas, findSchema } from './schema.ts'

export interface ProtocolDeps {
  /** `content.db`, read-only */
  db: Db
  pages: PageCache
  schemas?: CollectionSchema[]
}

/** Clients keep what they got by its version; everyone else asks again and is told when nothing has changed. */
const cacheControl = 'public, max-age=0, must-revalidate'

/**
 * The content protocol's reading calls: dumps that make a client's own database, in the form of either generation of
 * clients, and the manifest that says what is in them. Kept in memory until the content changes.
 */
export function protocolRoutes({ db, pages, schemas = collectionSchemas }: ProtocolDeps) {
  const dump = (pack: (schema: CollectionSchema) => Promise<string>) => async (c: Context<AppEnv>) => {
    const schema = findSchema(c.req.param('collection') ?? '', schemas)
    if (!schema) return wireError(c, 404, `There is no collection "${c.req.param('collection')}"`)
    return c.text(await pack(schema), 200, { 'cache-control': cacheControl, 'x-robots-tag': 'noindex' })
  }
  const asLines = async (schema: CollectionSchema) =>
    packed(dumpStatements(schema, await listRows(db, schema), { escapesLineBreaks: true }).join('\n'))
  const asList = async (schema: CollectionSchema) =>
    packed(JSON.stringify(dumpStatements(schema, await listRows(db, schema))))

  return new Hono<AppEnv>()
    .get(paths.contentManifest, pages.middleware, async (c) => {
      return c.json(await readManifest(db, schemas), 200, { 'cache-control': cacheControl, 'x-robots-tag': 'noindex' })
    })
    .get(paths.contentDumpLines, pages.middleware, dump(asLines))
    .get(paths.contentDumpList, pages.middleware, dump(asList))
}

/** The body itself is text: base64 of gzip, whatever the transport then does with it. */
function packed(text: string): string {
  return gzipSync(text, { level: 9 }).toString('base64')
}
