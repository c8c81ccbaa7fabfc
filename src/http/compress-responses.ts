import type { MiddlewareHandler } from 'hono'
import { chooseEncoding, compressStream, compressWhole, type Encoding, varyByEncoding } from './compression.ts'
import type { AppEnv } from './env.ts'

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
