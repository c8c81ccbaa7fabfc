import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'

const unknown = '0.0.0.0'

/**
 * Returns the client address. With a trusted proxy it is the last entry of X-Forwarded-For if that is an address;
 * clients can forge the other entries.
 */
export function clientAddress(
  forwardedFor: string | null | undefined,
  socketAddress: string | undefined,
  trustsProxy: boolean,
): string {
  const forwarded = trustsProxy ? addressIn(forwardedFor?.split(',').at(-1)?.trim() ?? '') : undefined
  return forwarded ?? socketAddress ?? unknown
}

/** Returns the address in an entry. Some proxies add the port: `192.0.2.1:1234`, `[2001:db8::1]:1234`. */
function addressIn(entry: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? []
  const address = bracketed ?? dotted ?? entry
  return isIP(address) > 0 ? address : undefined
}

export function readAddress({ trustsProxy }: { trustsProxy: boolean }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('address', clientAddress(c.req.header('x-forwarded-for'), c.env?.address, trustsProxy))
    await next()
  }
}
