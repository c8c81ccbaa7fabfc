import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { splitLocale } from '../i18n/locales.ts'
import type { Logger } from '../log/logger.ts'
import type { AppEnv } from './env.ts'

/** Labels of a request for metrics. Their values come from a fixed set, whatever was requested */
export interface RequestAnswered {
  /** HTTP method if it is a known one, otherwise `other` */
  method: string
  /** Route pattern without the locale: `/docs/:slug`; `/*` for files and unknown paths */
  route: string
  status: number
  durationMs: number
}

export interface RequestLogOptions {
  log: Logger
  nextId(): string
  trustsProxy: boolean
  onAnswered?: ((answered: RequestAnswered) => void) | undefined
}

export function logRequests({ log, nextId, trustsProxy, onAnswered }: RequestLogOptions): MiddlewareHandler<AppEnv> {
  const routeOf = createRouteNames()
  return async (c, next) => {
    const startedAt = performance.now()
    const given = trustsProxy ? inboundRequestId(c.req.header('x-request-id')) : undefined
    const id = given ?? nextId()
    c.set('requestId', id)
    c.set('log', log)
    await next()
    // Sets the header directly: `c.header` would create a new response.
    if (!c.res.headers.has('x-request-id')) c.res.headers.set('x-request-id', id)
    const { method, path } = c.req
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100
    const { status } = c.res
    log.request({ requestId: id, method, path, status, durationMs })
    onAnswered?.({ method: methods.has(method) ? method : 'other', route: routeOf(routePath(c)), status, durationMs })
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Creates a cache of route names by route pattern; the number of patterns bounds its size. */
function createRouteNames(): (pattern: string) => string {
  const names = new Map<string, string>()
  return (pattern) => {
    const known = names.get(pattern) ?? splitLocale(pattern).path.replaceAll(/\{[^}]*\}/g, '')
    names.set(pattern, known)
    return known
  }
}

/** Creates a generator of request IDs from a random prefix and a counter: cheap, and unique across restarts. */
export function createRequestIds(): () => string {
  const start = `${randomBytes(6).toString('base64url')}-`
  let count = 0
  return () => start + count++
}

/** Returns the request ID from a header; undefined if it is unsuitable for a log line. */
function inboundRequestId(header: string | undefined): string | undefined {
  return header && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}
