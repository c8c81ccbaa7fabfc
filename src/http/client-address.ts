import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'

const unknown = '0.0.0.0'

/** With a trusted proxy, the last entry of X-Forwarded-For; earlier ones are the client's own claim. */
export function clientAddress(
  forwardedFor: string | null | undefined,
  socketAddress: string | undefined,
  trustsProxy: boolean,
): string {
  const forwarded = trustsProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return forwarded || socketAddress || unknown
}

export function readAddress({ trustsProxy }: { trustsProxy: boolean }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('address', clientAddress(c.req.header('x-forwarded-for'), c.env?.address, trustsProxy))
    await next()
  }
}
