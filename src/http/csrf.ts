import type { MiddlewareHandler } from 'hono'
import { bearerOf } from './bearer.ts'
import type { AppEnv } from './env.ts'
import { AppError } from './errors.ts'

export interface CsrfOptions {
  siteUrl: string
  /** Path prefixes open to other sites: they change nothing, or authenticate in another way */
  openPaths?: readonly string[]
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects cross-site requests by Sec-Fetch-Site, or Origin in older browsers. Non-browser clients send neither; they
 * are allowed without cookies or with a bearer token.
 */
export function refuseCrossSite({ siteUrl, openPaths = [] }: CsrfOptions): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { method, path } = c.req
    if (safeMethods.has(method) || openPaths.some((open) => path.startsWith(open)) || isOwn(c.req.raw, siteUrl))
      return next()
    throw new AppError(403, 'This request comes from another site. Open the page here and try again.')
  }
}

function isOwn({ headers, url }: Request, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  if (origin !== null) return origin === siteUrl || origin === new URL(url).origin
  return headers.get('cookie') === null || bearerOf(headers) !== undefined
}
