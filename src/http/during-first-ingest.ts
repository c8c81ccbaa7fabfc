import type { MiddlewareHandler } from 'hono'
import { splitLocale } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from './env.ts'

/** State of the first ingest, which runs at start */
export interface FirstIngest {
  isRunning(): boolean
  /** Answers 503 with the current step of the start */
  answer(request: Request): Response | Promise<Response>
}

/** Paths of answers that list every page: clients would cache an incomplete list as the complete one. */
const lists = [paths.sitemap, paths.llms, paths.llmsFull, paths.blogFeed, paths.ready] as const
const partsOfLists = /^\/(__nuxt_content|llms)\//
const noPages = /^\/(assets|images|api)\//

/** Answers 503 instead of 404 during the first ingest, because a missing page may still be ingested. */
export function refuseUnfinished(filling: FirstIngest): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead || !filling.isRunning()) return next()
    const { path } = splitLocale(c.req.path)
    if (lists.some((list) => list === path) || partsOfLists.test(path)) return filling.answer(c.req.raw)
    await next()
    if (c.res.status !== 404 || noPages.test(path)) return
    // Resets the response first: otherwise Hono copies the old headers to the new one.
    c.res = undefined
    c.res = await filling.answer(c.req.raw)
  }
}
