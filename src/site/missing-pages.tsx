import type { Context } from 'hono'
import { renderToString } from 'react-dom/server'
import type { AppEnv } from '../http/env.ts'
import { LocaleProvider } from '../i18n/context.tsx'
import { type Locale, localised } from '../i18n/locales.ts'
import { Document } from '../ui/document.tsx'
import { FrameProvider } from '../ui/frame.tsx'
import { fullPath } from './address.ts'
import { type ErrorPageDeps, errorPage } from './error-page-parts.tsx'

/** Stand in the kept page for what differs: the address as it was asked for, and without its query and language. */
const slots = { full: '/kurs-missing-address', path: '/kurs-missing-path' }

/** In one pass: an address that is itself written like a slot is not searched again. */
const anySlot = new RegExp([slots.full, encodeURIComponent(slots.path), slots.path].join('|'), 'g')

/** The 404 page for strangers: rendered once in each language, and given the address that is missing. */
export type MissingPages = (c: Context<AppEnv>) => string

export function createMissingPages(deps: ErrorPageDeps): MissingPages {
  const kept = new Map<Locale, string>()
  const draw = (c: Context<AppEnv>): string => {
    const { locale } = c.var
    const description = `Page not found: ${slots.full}`
    const failure = { status: 404, message: 'Page Not Found', description } as const
    const { page, head, frame } = errorPage(c, deps, failure, slots.path)
    const html = renderToString(
      <LocaleProvider locale={locale}>
        <FrameProvider frame={{ ...frame, path: localised(locale, slots.path) }}>
          <Document head={head}>{page}</Document>
        </FrameProvider>
      </LocaleProvider>,
    )
    return `<!DOCTYPE html>${html}`
  }
  return (c) => {
    const { locale, localPath } = c.var
    const template = kept.get(locale) ?? draw(c)
    // In development the next build has other files.
    if (!deps.isDev) kept.set(locale, template)
    const values = new Map([
      [slots.full, Bun.escapeHTML(fullPath(c))],
      [encodeURIComponent(slots.path), encodeURIComponent(localPath)],
      [slots.path, Bun.escapeHTML(localPath)],
    ])
    return template.replace(anySlot, (slot) => values.get(slot) ?? '')
  }
}
