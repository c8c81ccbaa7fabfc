import { Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import { locales } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { ContentPage } from './content-page.tsx'
import type { FeedbackDeps } from './feedback-deps.ts'
import { listMissed, listVotes } from './queries.ts'

export function contentRoutes(deps: FeedbackDeps) {
  const { db, guards, missed, problems } = deps
  return new Hono<AuthEnv>().get(paths.adminContent, guards.admin, async (c) => {
    await missed.settle()
    const queries = await Promise.all(locales.map((locale) => listMissed(db, locale)))
    const page = <ContentPage problems={problems()} votes={await listVotes(db)} queries={queries.flat()} />
    return showPage(c, deps, page, { title: translator(c.var.locale)('feedback.title') })
  })
}
