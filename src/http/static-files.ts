import { resolve, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { type Bytes, chooseEncoding, compress, type Encoding } from './compression.ts'
import type { AppEnv } from './env.ts'

export interface StaticFile {
  bytes: Bytes
  type: string
}

export type ReadStaticFile = (path: string) => Promise<StaticFile | undefined>

export function filesIn(folder: string): ReadStaticFile {
  return async (path) => {
    const decoded = decodePath(path)
    if (decoded === undefined || decoded.endsWith('/') || decoded.includes('\0')) return undefined
    const target = resolve(folder, `.${decoded}`)
    if (!target.startsWith(resolve(folder) + sep)) return undefined
    const file = Bun.file(target)
    if (!(await file.exists())) return undefined
    return { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type }
  }
}

interface Served {
  etag: string
  type: string
  bodies: Map<Encoding | 'identity', Bytes>
}

const compressible = /^(text\/|application\/(json|javascript|xml|manifest|wasm)|image\/svg)/

export interface ServeFilesOptions {
  read: ReadStaticFile
  isImmutable(path: string): boolean
  headersOf(path: string): Record<string, string>
  /** Caches files in memory; off in development */
  keeps: boolean
}

/** Falls through to later routes when there is no file. */
export function serveFiles({ read, isImmutable, headersOf, keeps }: ServeFilesOptions): MiddlewareHandler<AppEnv> {
  const kept = new Map<string, Served>()
  return async (c, next) => {
    const { path, method } = c.req
    if ((method !== 'GET' && method !== 'HEAD') || !/\.\w+$/.test(path)) return next()
    const file = kept.get(path) ?? (await prepare(read, path))
    if (!file) return next()
    if (keeps) kept.set(path, file)
    const headers = {
      'cache-control': isImmutable(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'content-type': file.type,
      etag: file.etag,
      vary: 'Accept-Encoding',
      ...headersOf(path),
    }
    if (c.req.header('if-none-match')?.includes(file.etag)) return c.body(null, 304, headers)
    const wanted = compressible.test(file.type) ? chooseEncoding(c.req.header('accept-encoding')) : undefined
    if (!wanted) return c.body(bytesOf(file), 200, headers)
    const known = file.bodies.get(wanted)
    const body = known ?? (await compress(bytesOf(file), wanted))
    file.bodies.set(wanted, body)
    return c.body(body, 200, { ...headers, 'content-encoding': wanted })
  }
}

async function prepare(read: ReadStaticFile, path: string): Promise<Served | undefined> {
  const file = await read(path)
  if (!file) return undefined
  const etag = `W/"${Bun.hash(file.bytes).toString(36)}"`
  return { etag, type: file.type, bodies: new Map([['identity', file.bytes]]) }
}

function bytesOf({ bodies }: Served): Bytes {
  return bodies.get('identity') ?? new Uint8Array()
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
