import type { MiddlewareHandler } from 'hono'
import type { Logger } from '../log/logger.ts'
import type { AppEnv } from './env.ts'
import { inboundRequestId } from './request-id.ts'

export interface RequestLogOptions {
  log: Logger
  nextId(): string
  trustsProxy: boolean
}

export function logRequests({ log, nextId, trustsProxy }: RequestLogOptions): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now()
    const given = trustsProxy ? inboundRequestId(c.req.header('x-request-id')) : undefined
    const id = given ?? nextId()
    c.set('requestId', id)
    c.set('log', log)
    await next()
    // `c.header` would make the response again.
    if (!c.res.headers.has('x-request-id')) c.res.headers.set('x-request-id', id)
    const { method, path } = c.req
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100
    log.request({ requestId: id, method, path, status: c.res.status, durationMs })
  }
}
