import { type Context, Hono } from 'hono'
import type { Db } from '../../db/client.ts'
import { anyone } from '../../http/access.ts'
import type { Bytes } from '../../http/compression.ts'
import type { AppEnv } from '../../http/env.ts'
import { jsonError } from '../../http/json-error.ts'
import type { PageCache } from '../../http/page-cache.ts'
import { paths } from '../../paths.ts'
import { inBase64 } from './base64.ts'
import { createVersionReader } from './collection-state.ts'
import { createDumpCache } from './dump-cache.ts'
import { readManifest } from './manifest.ts'
import type { DumpForm } from './pack-dump.ts'
import { type CollectionSchema, collectionSchemas, findSchema } from './schema.ts'

export interface ProtocolDeps {
  db: Db
  pages: PageCache
  schemas?: CollectionSchema[]
}

/** Clients cache by version; others revalidate. */
const cacheControl = 'public, max-age=0, must-revalidate'
const headers = { 'cache-control': cacheControl, 'x-robots-tag': 'noindex' }

/** Dumps for both generations of clients, and the manifest that describes them. Made once per version. */
export function protocolRoutes({ db, pages, schemas = collectionSchemas }: ProtocolDeps) {
  const versionsOf = createVersionReader(db)
  const dumps = createDumpCache({ db, versionsOf })
  const dump = (form: DumpForm) => async (c: Context<AppEnv>) => {
    const schema = findSchema(c.req.param('collection') ?? '', schemas)
    if (!schema) return jsonError(c, 404, `There is no collection "${c.req.param('collection')}"`)
    const { versions, bytes } = await dumps.find(schema, form)
    const etag = `W/"${versions.content}"`
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, { ...headers, etag })
    // The body is plain text, base64 of gzip, regardless of transport compression.
    const body = streamOf(inBase64(bytes.read()), (sent) => c.var.spend(sent / bytesOfWork))
    return c.body(body, 200, { ...headers, etag, 'content-type': 'text/plain; charset=UTF-8' })
  }
  return new Hono<AppEnv>()
    .get(paths.contentManifest, anyone, pages.middleware, async (c) => {
      return c.json(await readManifest(versionsOf, schemas), 200, headers)
    })
    .get(paths.contentDumpLines, anyone, dump('lines'))
    .get(paths.contentDumpList, anyone, dump('list'))
}

/** Bytes compressed and sent per millisecond */
const bytesOfWork = 10_000

/** @param onSent  called with the number of sent bytes when the stream ends */
function streamOf(pieces: AsyncGenerator<Bytes, void>, onSent: (bytes: number) => void): ReadableStream<Bytes> {
  let sent = 0
  return new ReadableStream<Bytes>({
    pull: async (controller) => {
      const { done, value } = await pieces.next()
      if (done) {
        onSent(sent)
        return controller.close()
      }
      sent += value.byteLength
      controller.enqueue(value)
    },
    cancel: async () => {
      onSent(sent)
      await pieces.return()
    },
  })
}
