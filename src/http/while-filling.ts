import type { MiddlewareHandler } from 'hono'
import { splitLocale } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from './env.ts'

/** The first ingest of a start, while its texts come in */
export interface Filling {
  isUnderWay(): boolean
  /** 503 with the step of the start */
  answer(request: Request): Response | Promise<Response>
}

/** Answers that list every page: half of them would be kept as the whole. */
const lists = [paths.sitemap, paths.llms, paths.llmsFull, paths.blogFeed, paths.ready] as const
const partsOfLists = /^\/(__nuxt_content|llms)\//
const noPages = /^\/(assets|images|api)\//

/** While texts come in, a missing page may be one of those still to come: it is 503 instead of 404. */
export function hideUnfinished(filling: Filling): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead || !filling.isUnderWay()) return next()
    const { path } = splitLocale(c.req.path)
    if (lists.some((list) => list === path) || partsOfLists.test(path)) return filling.answer(c.req.raw)
    await next()
    if (c.res.status !== 404 || noPages.test(path)) return
    // Without this step the new answer would take over the headers of the old one.
    c.res = undefined
    c.res = await filling.answer(c.req.raw)
  }
}
