import { Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv } from '../auth/middleware.ts'
import { locales } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { ContentPage } from './content-page.tsx'
import type { FeedbackDeps } from './feedback-deps.ts'
import { listMissed, listVotes } from './queries.ts'

const askedOf = z.object({ kind: z.string(), from: z.coerce.number().int().min(0).catch(0) })

export function contentRoutes(deps: FeedbackDeps) {
  const { db, guards, missed, problems } = deps
  return new Hono<AuthEnv>().get(paths.adminContent, guards.admin, async (c) => {
    await missed.settle()
    const queries = await Promise.all(locales.map((locale) => listMissed(db, locale)))
    const asked = askedOf.safeParse(c.req.query()).data
    const page = (
      <ContentPage problems={problems()} asked={asked} votes={await listVotes(db)} queries={queries.flat()} />
    )
    return showPage(c, deps, page, { title: translator(c.var.locale)('feedback.title') })
  })
}
