import type { MiddlewareHandler } from 'hono'
import { chooseEncoding, compressStream } from './compression.ts'
import type { AppEnv } from './env.ts'

const worthwhile = /^(text\/|application\/([\w.+-]*\+)?(json|xml))/

/** Compresses responses made for one request: search results, error pages, feeds, partials. */
export const compressResponses: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { body, headers, status } = c.res
  const type = headers.get('content-type') ?? ''
  // An event stream must not wait in a compressor.
  if (!body || headers.has('content-encoding') || !worthwhile.test(type) || type.startsWith('text/event-stream')) return
  if (c.req.method === 'HEAD') return
  const encoding = chooseEncoding(c.req.header('accept-encoding'))
  const sent = new Headers(headers)
  sent.append('vary', 'Accept-Encoding')
  if (!encoding) {
    c.res = new Response(body, { status, headers: sent })
    return
  }
  sent.delete('content-length')
  sent.set('content-encoding', encoding)
  c.res = new Response(compressStream(body, encoding), { status, headers: sent })
}
