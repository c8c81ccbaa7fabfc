import type { Context } from 'hono'
import { findMoved } from '../content/moved-queries.ts'
import type { AppEnv } from '../http/env.ts'
import { type Locale, locales, localised, splitLocale } from '../i18n/locales.ts'
import { withSlash } from '../paths.ts'
import type { SiteDeps } from './site-deps.ts'

type MovedDeps = Pick<SiteDeps, 'db' | 'about'>

/**
 * Redirects a moved page's old URL to its new one in the reader's language; undefined if the URL is unknown.
 * @param of  languages of the old URL; by default the reader's first, then the others
 */
export async function redirectMoved(
  c: Context<AppEnv>,
  { db, about }: MovedDeps,
  of: readonly Locale[] = [c.var.locale, ...locales],
): Promise<Response | undefined> {
  const { locale, localPath } = c.var
  const path = localPath.replace(/\.md$/, '')
  for (const own of new Set(of)) {
    const moved = await findMoved(db, localised(own, path))
    if (!moved) continue
    const address = localised(locale, splitLocale(moved).path)
    const to = path === localPath ? (about.trailingSlash ? withSlash(address) : address) : `${address}.md`
    // The redirect must be revalidated, so that a new page at the old URL is visible at once.
    c.header('cache-control', 'no-cache')
    return c.redirect(to + new URL(c.req.url).search, 301)
  }
  return undefined
}
