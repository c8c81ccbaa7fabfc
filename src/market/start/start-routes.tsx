import { Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import { type AccountPageDeps, showPage, wordsOf } from '../../auth/page-context.tsx'
import { en } from '../../i18n/messages/en.ts'
import { ru } from '../../i18n/messages/ru.ts'
import { paths } from '../../paths.ts'
import type { Market } from '../market.ts'
import { readStart } from './read-start.ts'
import { StartPage } from './start-page.tsx'

export interface StartDeps extends AccountPageDeps {
  market: Market
}

/** The main screen of the app in one language; the guard of everything below `/app` stands before it. */
export function startRoutes(deps: StartDeps) {
  const { market, site, guards } = deps
  const sources = { market, db: guards.auth.db, library: site.library }
  return new Hono<AuthEnv>().get(paths.app, async (c) => {
    const { session, locale } = c.var
    if (!session) return c.notFound()
    const { user, impersonatorId } = session
    const isAdmin = user.role === 'admin' && impersonatorId === null
    const view = await readStart(sources, user.id, locale)
    const page = <StartPage user={user} isAdmin={isAdmin} view={view} chartWords={{ ru, en }[locale].charts} />
    return showPage(c, deps, page, { title: wordsOf(c)('account.appTitle') })
  })
}
