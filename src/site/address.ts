import type { Context } from 'hono'
import type { PageKind } from '../content/collections.ts'
import { type Library, localesOf } from '../content/library/library.ts'
import type { AppEnv } from '../http/env.ts'
import { type Locale, localised } from '../i18n/locales.ts'

/** Returns path and query exactly as requested. */
export function fullPath(c: Context<AppEnv>): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}

export function pageLocales(library: Library, kind: PageKind, path: string): Locale[] {
  return localesOf(library, kind, { ru: localised('ru', path), en: localised('en', path) })
}
