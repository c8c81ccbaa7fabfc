import type { MiddlewareHandler } from 'hono'
import { partHeader } from '../ui/document/page-part.ts'
import {
  type Bytes,
  chooseEncoding,
  compress,
  compressWhole,
  type Encoding,
  encodings,
  varyByEncoding,
} from './compression.ts'
import type { AppEnv } from './env.ts'
import { wantsMarkdown, wantsPart } from './page-format.ts'

interface CachedPage {
  etag: string
  bodies: Record<Encoding | 'identity', CachedBody>
  notModified: Headers
}

/** Uses a Blob, which all responses share; Bun would copy a typed array into each response. */
interface CachedBody {
  blob: Blob
  init: { headers: Headers }
}

export interface PageCache {
  /**
   * Answers a request from memory; undefined if the page is not cached. Ignores the query. The answer has no request
   * ID, since no request was processed.
   */
  answer(request: Request, path: string): Response | undefined
  middleware: MiddlewareHandler<AppEnv>
  evict(path: string): void
  evictWhere(isStale: (path: string) => boolean): void
  clear(): void
  settled(): Promise<void>
  size(): number
  metrics(): PageCacheMetrics
}

/** Requests for public pages, answered from memory or rendered. `bytes` includes all encodings */
interface PageCacheMetrics {
  hits: number
  misses: number
  pages: number
  bytes: number
}

/**
 * Caches pages that are the same for everyone, until the content changes. Caches only 200 responses; at most three
 * entries per page (full, fragment, Markdown).
 */
export function createPageCache(): PageCache {
  const pages = new Map<string, CachedPage>()
  /** Pages being copied into the cache, by key; a promise resolves to false if the page was evicted meanwhile. */
  const underway = new Map<string, Promise<boolean>>()
  const asked = { hits: 0, misses: 0 }

  const answer: PageCache['answer'] = (request, path) => {
    const page = pages.get(keyOf(request, path))
    if (page) asked.hits++
    return page && answerFrom(page, request)
  }

  const keep = async (key: string, bytes: Bytes, headers: Headers, copy: Promise<boolean>) => {
    // Lets the first response go out before the page is compressed.
    await new Promise(setImmediate)
    const page = await preparePage(bytes, headers)
    // Drops a page that was evicted meanwhile, because it was rendered from stale data; the next request renders it
    // again.
    if (underway.get(key) === copy) pages.set(key, page)
  }

  return {
    answer,
    middleware: async (c, next) => {
      const { path } = c.req
      const key = keyOf(c.req.raw, path)
      for (let pending = underway.get(key); pending; pending = underway.get(key)) if (await pending) break
      const cached = answer(c.req.raw, path)
      if (cached) {
        c.res = cached
        return
      }
      asked.misses++
      const { copy, finish } = beginCopy(underway, key)
      c.set('isGathered', true)
      await next()
      const { status, body, headers } = c.res
      if (status !== 200 || !body) return finish()
      // Compressing the whole body is faster than compressing a stream.
      const bytes = await wholeOf(body).catch((error: unknown) => {
        finish()
        throw error
      })
      const first = await firstAnswer(bytes, headers, chooseEncoding(c.req.header('accept-encoding')))
      // Resets the response first: otherwise Hono copies the old headers over the new ones.
      c.res = undefined
      c.res = first
      // Stores the page only after the first response has gone out. HEAD also renders.
      keep(key, bytes, new Headers(headers), copy)
        .catch((error: unknown) => c.var.log.error('Could not cache a page', error, { path }))
        .finally(finish)
    },
    ...evictions(pages, underway),
    settled: async () => void (await Promise.all(underway.values())),
    size: () => pages.size,
    metrics: () => ({ ...asked, pages: pages.size, bytes: bytesOf(pages) }),
  }
}

/** Begins a copy. Concurrent requests for the same page wait for `finish`. */
function beginCopy(underway: Map<string, Promise<boolean>>, key: string) {
  const { promise: copy, resolve } = Promise.withResolvers<boolean>()
  underway.set(key, copy)
  const finish = () => {
    const counts = underway.get(key) === copy
    if (counts) underway.delete(key)
    resolve(counts)
  }
  return { copy, finish }
}

/** Returns the functions that evict pages. Eviction also drops copies in progress. */
function evictions(
  pages: Map<string, unknown>,
  underway: Map<string, unknown>,
): Pick<PageCache, 'evict' | 'evictWhere' | 'clear'> {
  const evict = (path: string) => {
    for (const key of [path, partOf(path), markdownOf(path)]) {
      pages.delete(key)
      underway.delete(key)
    }
  }
  return {
    evict,
    evictWhere: (isStale) => {
      for (const path of new Set([...pages.keys(), ...underway.keys()].map(pathOf))) if (isStale(path)) evict(path)
    },
    clear: () => {
      pages.clear()
      underway.clear()
    },
  }
}

function bytesOf(pages: ReadonlyMap<string, CachedPage>): number {
  let sum = 0
  for (const { bodies } of pages.values()) for (const { blob } of Object.values(bodies)) sum += blob.size
  return sum
}

/**
 * Cache keys of partial pages and Markdown. They are unambiguous: every path begins with a slash, whatever characters
 * follow.
 */
const partOf = (path: string) => `part ${path}`
const markdownOf = (path: string) => `markdown ${path}`
const pathOf = (key: string) => key.replace(/^(part|markdown) /, '')

function keyOf(request: Request, path: string): string {
  if (wantsMarkdown(request)) return markdownOf(path)
  return wantsPart(request) ? partOf(path) : path
}

function answerFrom(page: CachedPage, { headers }: Request): Response {
  if (headers.get('if-none-match')?.includes(page.etag)) {
    return new Response(null, { status: 304, headers: page.notModified })
  }
  const { blob, init } = page.bodies[chooseEncoding(headers.get('accept-encoding')) ?? 'identity']
  return new Response(blob, init)
}

async function preparePage(bytes: Bytes, rendered: Headers): Promise<CachedPage> {
  const etag = `W/"${Bun.hash(bytes).toString(36)}"`
  const common = new Headers(rendered)
  for (const name of perAnswer) common.delete(name)
  common.set('vary', `Accept-Encoding, ${partHeader}, Accept`)
  common.set('etag', etag)
  const made = await Promise.all(
    encodings.map(async (encoding) => [encoding, await compress(bytes, encoding)] as const),
  )
  const compressed = new Map(made)
  const identity = cachedBody(bytes, new Headers(common))
  const body = (encoding: Encoding) => {
    const content = compressed.get(encoding)
    if (!content) return identity
    const headers = new Headers(common)
    headers.set('content-encoding', encoding)
    return cachedBody(content, headers)
  }
  const notModified = new Headers(common)
  notModified.delete('content-type')
  return {
    etag,
    bodies: {
      br: body('br'),
      zstd: body('zstd'),
      gzip: body('gzip'),
      identity,
    },
    notModified,
  }
}

function cachedBody(bytes: Bytes, headers: Headers): CachedBody {
  return { blob: new Blob([bytes]), init: { headers: sized(bytes, headers) } }
}

/** Adds the length of the body, which answers to HEAD name, too. */
function sized({ byteLength }: Bytes, headers: Headers): Headers {
  headers.set('content-length', String(byteLength))
  return headers
}

const perAnswer = ['x-request-id', 'content-length', 'transfer-encoding', 'date']

async function wholeOf(body: ReadableStream<Bytes>): Promise<Bytes> {
  return new Uint8Array(await new Response(body).arrayBuffer())
}

async function firstAnswer(bytes: Bytes, headers: Headers, encoding: Encoding | undefined): Promise<Response> {
  const sent = new Headers(headers)
  varyByEncoding(sent)
  if (encoding) sent.set('content-encoding', encoding)
  const body = encoding ? await compressWhole(bytes, encoding) : bytes
  return new Response(body, { headers: sized(body, sent) })
}
