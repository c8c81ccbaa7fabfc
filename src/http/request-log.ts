import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'
import type { Logger } from './logger.ts'
import { givenRequestId } from './request-id.ts'

export interface RequestLogOptions {
  log: Logger
  nextId(): string
  /** Takes over `X-Request-Id` of a proxy in front */
  trustsProxy: boolean
}

/** Names each request, logs its answer in one line and sends the name back as `x-request-id`. */
export function logRequests({ log, nextId, trustsProxy }: RequestLogOptions): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now()
    const given = trustsProxy ? givenRequestId(c.req.header('x-request-id')) : undefined
    const id = given ?? nextId()
    c.set('requestId', id)
    c.set('log', log)
    await next()
    if (!c.res.headers.has('x-request-id')) c.header('x-request-id', id)
    const { method, path } = c.req
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100
    log.info('request', { requestId: id, method, path, status: c.res.status, durationMs })
  }
}
