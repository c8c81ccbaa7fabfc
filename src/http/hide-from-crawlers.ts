import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'

/** Keeps answers for programs out of search engines; they may still be fetched. */
export const hideFromCrawlers: MiddlewareHandler<AppEnv> = async (c, next) => {
  // Before, so that an answer that is kept has it; after, for answers that were made without the context.
  c.header('x-robots-tag', 'noindex')
  await next()
  if (!c.res.headers.has('x-robots-tag')) c.header('x-robots-tag', 'noindex')
}
