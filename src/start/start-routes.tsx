import { Hono } from 'hono'
import { type AuthEnv, currentUser } from '../auth/middleware.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { translator } from '../i18n/translate.ts'
import type { Market } from '../market/market.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { readStart } from './read-start.ts'
import { StartPage } from './start-page.tsx'

export interface StartDeps extends PageDeps {
  market: Market
}

export function startRoutes(deps: StartDeps) {
  const { market, site, guards, db } = deps
  const sources = { market, db, library: site.library }
  return new Hono<AuthEnv>().get(paths.app, guards.auth, async (c) => {
    const { locale, viewer } = c.var
    const user = currentUser(c)
    const view = await readStart(sources, user.id, locale)
    const page = (
      <StartPage user={user} isAdmin={viewer?.isAdmin === true} view={view} chartWords={{ ru, en }[locale].charts} />
    )
    const t = translator(locale)
    return showPage(c, deps, page, { title: t('market.overview'), description: t('auth.description') })
  })
}
