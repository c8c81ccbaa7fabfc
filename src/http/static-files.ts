import { join, resolve, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { type Bytes, chooseEncoding, compress, type Encoding, encodings } from './compression.ts'
import type { AppEnv } from './env.ts'

interface StaticFile {
  bytes: Bytes
  type: string
}

/** @param path  decoded; begins with a slash and has no empty or `..` segments */
export type ReadStaticFile = (path: string) => Promise<StaticFile | undefined>

export function filesIn(folder: string): ReadStaticFile {
  const root = resolve(folder)
  return async (path) => {
    const target = join(root, path)
    if (!target.startsWith(root + sep)) return undefined
    const file = Bun.file(target)
    if (!(await file.exists())) return undefined
    return { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type }
  }
}

/** Serves files below an address: `/images/a.png` is `a.png` of `filesBelow('/images', …)`. */
export function filesBelow(address: string, files: ReadStaticFile | string): ReadStaticFile {
  const read = typeof files === 'string' ? filesIn(files) : files
  return async (path) => (path.startsWith(`${address}/`) ? read(path.slice(address.length)) : undefined)
}

export function firstOf(...readers: ReadStaticFile[]): ReadStaticFile {
  return async (path) => {
    for (const read of readers) {
      const file = await read(path)
      if (file) return file
    }
    return undefined
  }
}

interface CachedFile {
  etag: string
  type: string
  bytes: Bytes
  /** Compressed copies of the file, each made once, at the first request for its encoding */
  compressed: Map<Encoding, Promise<Bytes>>
}

const compressible = /^(text\/|application\/(json|javascript|xml|manifest|wasm)|image\/svg)/

/** Max bytes of memory for files and their compressed copies; the project's own files take a quarter of this memory. */
const maxKept = 64 * 1024 * 1024
/** Max bytes of one file in the cache, so that it cannot evict all others. */
const maxOfOne = maxKept / 4

export interface ServeFilesOptions {
  read: ReadStaticFile
  isImmutable(path: string): boolean
  headersOf(path: string): Record<string, string>
  /** Whether files are cached in memory; off in development */
  caches: boolean
}

/** Serves static files. Falls through to later routes when there is no file. */
export function serveFiles({ read, isImmutable, headersOf, caches }: ServeFilesOptions): MiddlewareHandler<AppEnv> {
  const cache = createFileCache()
  return async (c, next) => {
    const { method } = c.req
    if (method !== 'GET' && method !== 'HEAD') return next()
    const path = filePath(c.req.path)
    const file = path === undefined ? undefined : (cache.find(path) ?? (await prepare(read, path)))
    if (path === undefined || !file) return next()
    if (caches) cache.keep(path, file)
    const headers = {
      'cache-control': isImmutable(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'content-type': file.type,
      etag: file.etag,
      vary: 'Accept-Encoding',
      ...headersOf(path),
    }
    if (c.req.header('if-none-match')?.includes(file.etag)) return c.body(null, 304, headers)
    const wanted = compressible.test(file.type) ? chooseEncoding(c.req.header('accept-encoding')) : undefined
    if (!wanted) return c.body(file.bytes, 200, headers)
    return c.body(await compressOnce(file, wanted), 200, { ...headers, 'content-encoding': wanted })
  }
}

/**
 * Returns the decoded path; undefined for non-canonical paths such as `/assets//a.css`, so that each file has one cache
 * key.
 */
export function filePath(path: string): string | undefined {
  if (!/\.\w+$/.test(path)) return undefined
  const decoded = decodePath(path)
  return decoded !== undefined && /^(\/(?!\.\.?(\/|$))[^/\\\0]+)+$/.test(decoded) ? decoded : undefined
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

async function prepare(read: ReadStaticFile, path: string): Promise<CachedFile | undefined> {
  const file = await read(path)
  if (!file) return undefined
  const { bytes, type } = file
  return { etag: `W/"${Bun.hash(bytes).toString(36)}"`, type, bytes, compressed: new Map() }
}

function compressOnce({ bytes, compressed }: CachedFile, encoding: Encoding): Promise<Bytes> {
  const known = compressed.get(encoding)
  if (known) return known
  const made = compress(bytes, encoding, true)
  compressed.set(encoding, made)
  return made
}

/** Creates a memory cache of files, which evicts the least recently used file. */
function createFileCache() {
  const files = new Map<string, CachedFile>()
  let size = 0
  const remove = (path: string, file: CachedFile) => {
    files.delete(path)
    size -= sizeOf(file)
  }
  return {
    find: (path: string) => files.get(path),
    keep: (path: string, file: CachedFile) => {
      if (sizeOf(file) > maxOfOne) return
      const known = files.get(path)
      if (known) remove(path, known)
      files.set(path, file)
      size += sizeOf(file)
      for (const [oldest, other] of files) {
        if (size <= maxKept) break
        remove(oldest, other)
      }
    },
  }
}

/** Returns the size of a file with all compressed copies, assuming that none is larger than the file. */
function sizeOf({ bytes, type }: CachedFile): number {
  return bytes.length * (compressible.test(type) ? 1 + encodings.length : 1)
}
