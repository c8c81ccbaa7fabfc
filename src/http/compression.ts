import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'

export type Bytes = Uint8Array<ArrayBuffer>

const known = ['br', 'zstd', 'gzip'] as const
export type Encoding = (typeof known)[number]
/** Leaves out zstd where it is missing: Node has it from 22.15 on. */
export const encodings = known.filter((encoding) => encoding !== 'zstd' || 'zstdCompress' in zlib)

const brotli = promisify(zlib.brotliCompress)
const zstd = zlib.zstdCompress && promisify(zlib.zstdCompress)
const gzip = promisify(zlib.gzip)

/**
 * Max bytes of a file that is compressed with high effort: the compressed file is served as long as the process runs.
 */
const maxCombinations = 250_000
/**
 * Max bytes of a file that is compressed with maximum effort, which takes twice as long: covers the scripts of every
 * page.
 */
const maxHardBytes = 40_000

/**
 * @param isFile  whether the bytes are a static file; otherwise they are a page, which waits for the result and may
 * change soon
 */
export function compress(bytes: Bytes, encoding: Encoding, isFile = false): Promise<Bytes> {
  switch (encoding) {
    case 'br': {
      const hard = bytes.length <= maxHardBytes ? 11 : 10
      const quality = isFile && bytes.length <= maxCombinations ? hard : 9
      const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
      return brotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    }
    case 'zstd':
      return zstd(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 15 } })
    case 'gzip':
      return gzip(bytes, { level: 9 })
  }
}

/** Up to this size, in bytes, compressing costs less than handing over to another thread. */
const maxInlineBytes = 4096

/** Compresses a complete body that is sent only once, as fast as `compressStream`. */
export function compressWhole(bytes: Bytes, encoding: Encoding): Bytes | Promise<Bytes> {
  const isHere = bytes.length <= maxInlineBytes
  switch (encoding) {
    case 'br': {
      const options = { params: { ...onceBrotli.params, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
      return isHere ? zlib.brotliCompressSync(bytes, options) : brotli(bytes, options)
    }
    case 'zstd':
      return isHere ? zlib.zstdCompressSync(bytes) : zstd(bytes)
    case 'gzip':
      return isHere ? zlib.gzipSync(bytes, onceGzip) : gzip(bytes, onceGzip)
  }
}

const onceBrotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }
const onceGzip = { level: 6 }

/**
 * Compresses a body that is sent only once, fast. Flushes once per tick, so a page is streamed but its header never
 * arrives in pieces.
 */
export function compressStream(body: ReadableStream<Bytes>, encoding: Encoding): ReadableStream<Bytes> {
  const compressor = streamCompressor(encoding)
  const source = nodeStream(body)
  let leaving: NodeJS.Immediate | undefined
  source.on('data', () => {
    leaving ??= setImmediate(() => {
      leaving = undefined
      if (!compressor.writableEnded && !compressor.destroyed) compressor.flush()
    })
  })
  pipeline(source, compressor, () => clearImmediate(leaving))
  return webStream(compressor)
}

function streamCompressor(encoding: Encoding) {
  switch (encoding) {
    case 'br':
      return zlib.createBrotliCompress(onceBrotli)
    case 'zstd':
      return zlib.createZstdCompress()
    case 'gzip':
      return zlib.createGzip(onceGzip)
  }
}

/** Converts the type only: Node and the web have different types for the same streams. */
function nodeStream(stream: ReadableStream<Bytes>): Readable {
  return Readable.fromWeb(stream as unknown as Parameters<typeof Readable.fromWeb>[0])
}

function webStream(stream: Readable): ReadableStream<Bytes> {
  return Readable.toWeb(stream) as unknown as ReadableStream<Bytes>
}

/**
 * Chooses an encoding by the client's `q`, then by our order (br, zstd, gzip); undefined if the client accepts none.
 */
export function chooseEncoding(accepted: string | null | undefined): Encoding | undefined {
  if (!accepted) return undefined
  if (!accepted.includes(';')) return encodings.find((encoding) => accepted.includes(encoding))
  const qualities = new Map(
    accepted.split(',').map((entry) => {
      const [name = '', quality] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/)
      return [name, quality === undefined ? 1 : Number(quality)]
    }),
  )
  const qualityOf = (encoding: Encoding) => qualities.get(encoding) ?? qualities.get('*') ?? 0
  const [best] = encodings.filter((encoding) => qualityOf(encoding) > 0).sort((a, b) => qualityOf(b) - qualityOf(a))
  return best
}

/** Adds `Accept-Encoding` to the `Vary` header, unless it is there. */
export function varyByEncoding(headers: Headers): void {
  if (!/\baccept-encoding\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding')
}

const worthwhile = /^(text\/|application\/([\w.+-]*\+)?(json|xml))/
/** JSON types: such bodies are always written as a whole, so streaming would only cost more. */
const whole = /^application\/([\w.+-]*\+)?json/

/** Compresses responses made for one request: search results, error pages, feeds, partials. */
export const compressResponses: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { headers, status } = c.res
  const type = headers.get('content-type') ?? ''
  // Skips event streams: events must not wait in a compressor's buffer.
  if (headers.has('content-encoding') || !worthwhile.test(type) || type.startsWith('text/event-stream')) return
  if (c.req.method === 'HEAD' || status === 304) return varyByEncoding(headers)
  const encoding = chooseEncoding(c.req.header('accept-encoding'))
  const isWhole = whole.test(type)
  if (!encoding && isWhole) return varyByEncoding(headers)
  const body = await (encoding && isWhole ? wholeBody(c.res, encoding) : streamedBody(c.res, encoding))
  if (!body) return
  const sent = new Headers(headers)
  varyByEncoding(sent)
  if (encoding) {
    sent.delete('content-length')
    sent.set('content-encoding', encoding)
  }
  // Resets the response first: otherwise Hono copies the old headers over the new ones.
  c.res = undefined
  c.res = new Response(body, { status, headers: sent })
}

async function wholeBody(response: Response, encoding: Encoding) {
  const bytes = new Uint8Array(await response.arrayBuffer())
  return bytes.length > 0 ? compressWhole(bytes, encoding) : undefined
}

function streamedBody({ body }: Response, encoding: Encoding | undefined) {
  return body && encoding ? compressStream(body, encoding) : body
}
