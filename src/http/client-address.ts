import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'

/** Nobody's address: requests that came through no socket */
const unknown = '0.0.0.0'

/**
 * The visitor's address: that of the socket, or what a trusted proxy in front added last to X-Forwarded-For. What stands
 * before that is the visitor's own word and counts for nothing.
 */
export function clientAddress(
  forwardedFor: string | null | undefined,
  socketAddress: string | undefined,
  trustsProxy: boolean,
): string {
  const forwarded = trustsProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return forwarded || socketAddress || unknown
}

/** Puts the visitor's address into `c.var.address`. */
export function readAddress({ trustsProxy }: { trustsProxy: boolean }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('address', clientAddress(c.req.header('x-forwarded-for'), c.env?.address, trustsProxy))
    await next()
  }
}
