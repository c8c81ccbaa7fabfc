import type { Context } from 'hono'
import type { PageKind } from '../content/collections.ts'
import { type Library, localesOf } from '../content/library.ts'
import type { AppEnv } from '../http/env.ts'
import { type Locale, localised } from '../i18n/locales.ts'

/** Path and query as the visitor typed them. */
export function fullPath(c: Context<AppEnv>): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}

/** The languages in which a page exists, by its address below the locale prefix. */
export function existingIn(library: Library, kind: PageKind, path: string): Locale[] {
  return localesOf(library, kind, { ru: localised('ru', path), en: localised('en', path) })
}
