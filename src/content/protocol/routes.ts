import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { anyone } from '../../http/access.ts'
import type { Bytes } from '../../http/compression.ts'
import type { AppEnv } from '../../http/env.ts'
import type { PageCache } from '../../http/page-cache.ts'
import { jsonError } from '../../http/problem.ts'
import { documented, type OperationDescription } from '../../openapi/operation.ts'
import { paths } from '../../paths.ts'
import { collections } from '../collections.ts'
import { findContentVersion } from '../queries.ts'
import {
  type CollectionState,
  createVersionReader,
  type ReadVersions,
  readCollectionState,
} from './collection-state.ts'
import type { Versions } from './dump.ts'
import { readManifest } from './manifest.ts'
import { type DumpForm, packDump } from './pack-dump.ts'
import { openSnapshot } from './queries.ts'
import { type CollectionSchema, collectionSchemas, findSchema } from './schema.ts'

export interface Dump {
  versions: Versions
  /** Bytes of the dump in gzip, which may still grow */
  bytes: GrowingBytes
}

export interface DumpCache {
  /**
   * Finds or makes the dump of the newest content. @throws Error if the content cannot be read; later failures end the
   * dump's bytes
   */
  find(schema: CollectionSchema, form: DumpForm): Promise<Dump>
  /** Size of all cached dumps, bytes */
  size(): number
}

interface CacheEntry {
  /** Last content version for which this dump was found current */
  at: number
  dump: Promise<Dump>
}

/** Max size of cached dumps, bytes; the least recently used are evicted. */
const maxKept = 64 * 1024 * 1024

export interface DumpCacheOptions {
  db: Db
  versionsOf: ReadVersions
  maxBytes?: number
}

/**
 * Creates a cache of dumps. Each dump is made once per version of its collection and shared by concurrent readers;
 * dumps are made one at a time, each from a single snapshot.
 */
export function createDumpCache({ db, versionsOf, maxBytes = maxKept }: DumpCacheOptions): DumpCache {
  const entries = new Map<string, CacheEntry>()
  const sizes = new Map<CacheEntry, GrowingBytes>()
  let last: Promise<unknown> = Promise.resolve()

  const forget = (key: string, entry: CacheEntry) => {
    if (entries.get(key) === entry) entries.delete(key)
    sizes.delete(entry)
  }
  const size = () => [...sizes.values()].reduce((sum, bytes) => sum + bytes.size(), 0)
  const trim = () => {
    for (const [key, entry] of entries) {
      if (size() <= maxBytes) return
      forget(key, entry)
    }
  }
  const begin = (key: string, schema: CollectionSchema, form: DumpForm, at: number): CacheEntry => {
    const begun = Promise.withResolvers<Dump>()
    const entry: CacheEntry = { at, dump: begun.promise }
    last = last.then(async () => {
      const bytes = createGrowingBytes()
      sizes.set(entry, bytes)
      try {
        await make(db, schema, form, bytes, ({ versions }) => begun.resolve({ versions, bytes }))
      } catch (error) {
        forget(key, entry)
        begun.reject(error)
        bytes.end(error instanceof Error ? error : new Error(String(error)))
      }
      if (entries.get(key) !== entry) sizes.delete(entry)
      trim()
    })
    return entry
  }
  const isCurrent = async (entry: CacheEntry, schema: CollectionSchema, at: number) => {
    if (entry.at === at) return true
    const [{ content }, dump] = [await versionsOf(schema), await entry.dump.catch(() => undefined)]
    if (dump?.versions.content !== content) return false
    entry.at = at
    return true
  }
  return {
    find: async (schema, form) => {
      const key = `${schema.name} ${form}`
      const at = await findContentVersion(db)
      const known = entries.get(key)
      const isKnown = known !== undefined && (await isCurrent(known, schema, at))
      // A concurrent call may already have started the newer dump.
      const other = entries.get(key)
      const entry = isKnown ? known : other && other !== known ? other : begin(key, schema, form, at)
      if (known && known !== entry) forget(key, known)
      entries.delete(key)
      entries.set(key, entry)
      return entry.dump
    },
    size,
  }
}

async function make(
  db: Db,
  schema: CollectionSchema,
  form: DumpForm,
  bytes: GrowingBytes,
  onState: (state: CollectionState) => void,
): Promise<void> {
  const snapshot = openSnapshot(db)
  try {
    const state = await readCollectionState(snapshot.runQuery, schema)
    onState(state)
    await packDump(snapshot.runQuery, { ...state, schema, form }, bytes.add)
    bytes.end()
  } finally {
    snapshot.close()
  }
}

/** Bytes that are still being produced, for any number of readers; each reader gets all of them. */
interface GrowingBytes {
  add(bytes: Bytes): void
  /** @param error  reason why the bytes are incomplete; readers throw it */
  end(error?: Error): void
  size(): number
  /** Yields all bytes from the beginning and waits for further ones. @throws the error given to `end` */
  read(): AsyncGenerator<Bytes, void>
}

export function createGrowingBytes(): GrowingBytes {
  const pieces: Bytes[] = []
  let size = 0
  let ended: { error?: Error | undefined } | undefined
  let nextChange = Promise.withResolvers<void>()
  const wakeReaders = () => {
    nextChange.resolve()
    nextChange = Promise.withResolvers()
  }
  return {
    add: (bytes) => {
      pieces.push(bytes)
      size += bytes.byteLength
      wakeReaders()
    },
    end: (error) => {
      ended = { error }
      wakeReaders()
    },
    size: () => size,
    read: async function* () {
      for (let at = 0; ; at++) {
        while (at >= pieces.length && !ended) await nextChange.promise
        const piece = pieces[at]
        if (piece) yield piece
        else if (ended?.error) throw ended.error
        else return
      }
    },
  }
}

const byName = z.record(z.string(), z.string())
const manifestSchema = z.object({
  checksums: byName,
  checksumsStructure: byName,
  tables: byName,
  collections: z.record(z.string(), z.object({ type: z.enum(['page', 'data']), fields: byName })),
})

const content = { section: 'content', hasProtocolErrors: true } as const
const dumping = {
  ...content,
  params: { collection: z.enum(collections.map(({ name }) => name)) },
  refusals: [404],
  answer: { status: 200, type: 'text/plain' },
}
const operations = {
  readContentManifest: {
    ...content,
    id: 'readContentManifest',
    summary: 'api.operations.readContentManifest',
    answer: { status: 200, schema: manifestSchema },
  },
  dumpLines: { ...dumping, id: 'dumpLines', summary: 'api.operations.dumpLines' },
  dumpList: { ...dumping, id: 'dumpList', summary: 'api.operations.dumpList' },
} satisfies Record<string, OperationDescription>

export interface ProtocolDeps {
  db: Db
  pages: PageCache
  schemas?: CollectionSchema[]
}

/** Clients of the protocol cache dumps by version; other clients must revalidate. */
const cacheControl = 'public, max-age=0, must-revalidate'
const headers = { 'cache-control': cacheControl, 'x-robots-tag': 'noindex' }

/**
 * Creates the routes of dumps for both generations of clients, and of the manifest that describes the dumps. Each is
 * made once per version.
 */
export function protocolRoutes({ db, pages, schemas = collectionSchemas }: ProtocolDeps) {
  const versionsOf = createVersionReader(db)
  const dumps = createDumpCache({ db, versionsOf })
  const dump = (form: DumpForm) => async (c: Context<AppEnv>) => {
    const schema = findSchema(c.req.param('collection') ?? '', schemas)
    if (!schema) return jsonError(c, 404, `There is no collection "${c.req.param('collection')}"`)
    const { versions, bytes } = await dumps.find(schema, form)
    const etag = `W/"${versions.content}"`
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, { ...headers, etag })
    // The body is plain text, base64 of gzip, whatever the compression of the transport.
    const body = streamOf(inBase64(bytes.read()), (sent) => c.var.spend(sent / bytesOfWork))
    return c.body(body, 200, { ...headers, etag, 'content-type': 'text/plain; charset=UTF-8' })
  }
  return new Hono<AppEnv>()
    .get(paths.contentManifest, documented(anyone, operations.readContentManifest), pages.middleware, async (c) => {
      return c.json(await readManifest(versionsOf, schemas), 200, headers)
    })
    .get(paths.contentDumpLines, documented(anyone, operations.dumpLines), dump('lines'))
    .get(paths.contentDumpList, documented(anyone, operations.dumpList), dump('list'))
}

/** Number of bytes that are compressed and sent per millisecond */
const bytesOfWork = 10_000

/** Makes the stream of a response. @param onSent  called with the number of sent bytes when the stream ends */
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

/** Encodes the concatenated pieces as base64. Pieces are cut after multiples of three bytes. */
export async function* inBase64(pieces: AsyncIterable<Bytes>): AsyncGenerator<Bytes, void> {
  let rest = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece])
    const end = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(end)
    if (end > 0) yield Buffer.from(bytes.toString('base64', 0, end))
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'))
}
