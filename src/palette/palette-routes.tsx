import { Hono } from 'hono'
import { type AuthEnv, currentSession } from '../auth/middleware.ts'
import { maxQuery } from '../charts/command/matching.ts'
import { limitRate } from '../http/limit-rate.ts'
import { renderPartial, wantsPartial } from '../http/render.tsx'
import { splitLocale } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { maxEntries } from './entry.ts'
import { type FindDeps, find } from './find.ts'
import { FindPage, FoundList } from './find-page.tsx'

export type PaletteDeps = PageDeps & Omit<FindDeps, 'navigation'>

/** Max length of a remembered entry's ID, characters */
const maxId = 100
/** Estimated processor time of a request in addition to that of other pages, ms */
const findMs = 9

/** Routes of the command palette: a page for users without JavaScript, its list for the dialog of the app. */
export function paletteRoutes(deps: PaletteDeps) {
  const { guards, shell, now } = deps
  const limited = limitRate(guards.auth, { burst: 120, everyMs: 100, now })
  return new Hono<AuthEnv>().get(paths.find, limited, async (c) => {
    const { locale, viewer, address } = c.var
    const { user } = currentSession(c)
    const query = (c.req.query('q') ?? '').slice(0, maxQuery)
    const recent = (c.req.query('recent') ?? '').slice(0, maxEntries.recent * maxId).split('\n')
    c.var.spend(findMs)
    const request = {
      ...{ query, locale, address },
      recent: recent.slice(0, maxEntries.recent),
      userId: user.id,
      isAdmin: viewer?.isAdmin === true && user.hasSecondFactor,
      path: openPath(c.req.header('hx-current-url')),
    }
    const found = await find({ ...deps, navigation: shell.navigation }, request)
    if (wantsPartial(c)) return renderPartial(c, <FoundList groups={found} query={query} />)
    const best = found[0]?.entries[0]
    if (c.req.query('open') === 'best' && query.trim() !== '' && best) return c.redirect(best.href, 303)
    return showPage(c, deps, <FindPage groups={found} query={query} />, {
      title: translator(locale)('search.palette.title'),
    })
  })
}

/** Returns the path of the page that asks, so that the other language and the color mode keep it. */
function openPath(url: string | undefined): string {
  const { pathname = paths.app, search = '' } = URL.parse(url ?? '') ?? {}
  const { path } = splitLocale(pathname)
  // A path that begins with two slashes would be an address of another site.
  return /^\/(?!\/)/.test(path) ? path + search : paths.app
}
