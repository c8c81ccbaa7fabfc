import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'

/** Nobody's address: requests that came through no socket */
const unknown = '0.0.0.0'

/**
 * Puts the visitor's address into `c.var.address`: that of the socket, or what a trusted proxy in front added last to
 * X-Forwarded-For. What stands before that is the visitor's own word and counts for nothing.
 */
export function readAddress({ trustsProxy }: { trustsProxy: boolean }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const forwarded = trustsProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
    c.set('address', forwarded || c.env?.address || unknown)
    await next()
  }
}
