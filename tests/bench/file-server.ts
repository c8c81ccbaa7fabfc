/**
 * A plain static server for the files of another generator; prints its port. Keeps files in memory with a brotli form
 * (quality 11) and answers with blobs, whose bytes Bun does not copy. A compressed page costs as much processor time as
 * in nginx with `gzip_static`, an uncompressed one about a fifth more, so our results do not benefit from a slow
 * competitor.
 */
import { join } from 'node:path'
import zlib from 'node:zlib'

interface KeptFile {
  plain: Answer
  packed: Answer | undefined
}

interface Answer {
  blob: Blob
  init: { headers: Headers }
}

const [folder = ''] = process.argv.slice(2)
const kept = new Map<string, KeptFile>()

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  fetch: (request) => {
    const { url } = request
    const file = kept.get(url.slice(url.indexOf('/', 8)))
    return file ? answer(file, request) : readFirst(request)
  },
})
process.stdout.write(`${server.port}\n`)

async function readFirst(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  for (const name of [pathname, `${pathname}index.html`, `${pathname}.html`]) {
    const source = Bun.file(join(folder, name))
    if (name.endsWith('/') || !(await source.exists())) continue
    const file = keptFile(await source.bytes(), source.type, /\/(_astro|assets)\//.test(name))
    kept.set(pathname, file)
    return answer(file, request)
  }
  return new Response(null, { status: 404 })
}

function keptFile(bytes: Uint8Array<ArrayBuffer>, type: string, isNamedByContent: boolean): KeptFile {
  const cache = isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache'
  const headers = { 'content-type': type, 'cache-control': cache, etag: `W/"${Bun.hash(bytes).toString(36)}"` }
  const made = (body: Uint8Array<ArrayBuffer>, more: Record<string, string>): Answer => {
    return { blob: new Blob([body]), init: { headers: new Headers({ ...headers, ...more }) } }
  }
  const isPacked = !/font|image\/(?!svg)/.test(type)
  const vary = { vary: 'Accept-Encoding' }
  return {
    plain: made(bytes, vary),
    packed: isPacked
      ? made(new Uint8Array(zlib.brotliCompressSync(bytes)), { ...vary, 'content-encoding': 'br' })
      : undefined,
  }
}

function answer({ plain, packed }: KeptFile, { headers }: Request): Response {
  const { blob, init } = (headers.get('accept-encoding')?.includes('br') && packed) || plain
  return new Response(blob, init)
}
