import type { Context } from 'hono'
import type { PageKind } from '../content/collections.ts'
import { type Library, localesOf } from '../content/library.ts'
import { findSource } from '../content/queries.ts'
import type { AppEnv } from '../http/env.ts'
import { NotFoundError } from '../http/errors.ts'
import { type Locale, localised } from '../i18n/locales.ts'
import type { SiteDeps } from './site-deps.ts'

/** Path and query as the visitor typed them. */
export function fullPath(c: Context<AppEnv>): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}

/** The languages in which a page exists, by its address below the locale prefix. */
export function existingIn(library: Library, kind: PageKind, path: string): Locale[] {
  return localesOf(library, kind, { ru: localised('ru', path), en: localised('en', path) })
}

/** Answers a page's Markdown at the page's address with `.md` behind it. */
export function markdownOf({ db }: SiteDeps) {
  return async (c: Context<AppEnv>) => {
    const source = await findSource(db, c.req.path.slice(0, -'.md'.length))
    if (!source) throw new NotFoundError(fullPath(c))
    return c.body(source, 200, { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'no-cache' })
  }
}
