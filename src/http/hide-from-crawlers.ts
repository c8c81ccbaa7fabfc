import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'

export const hideFromCrawlers: MiddlewareHandler<AppEnv> = async (c, next) => {
  // Sets the header before the handlers, so that cached responses have it, and after them, for responses created
  // without the context.
  c.header('x-robots-tag', 'noindex')
  await next()
  if (!c.res.headers.has('x-robots-tag')) c.header('x-robots-tag', 'noindex')
}
