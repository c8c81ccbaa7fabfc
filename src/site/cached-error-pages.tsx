import type { Context } from 'hono'
import { renderToString } from 'react-dom/server'
import type { AppEnv } from '../http/env.ts'
import { LocaleProvider } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { Document } from '../ui/document.tsx'
import { FrameProvider } from '../ui/frame.tsx'
import { suggestPages } from './docs/suggest-pages.ts'
import { SuggestedPages } from './docs/suggested-pages.tsx'
import { type ErrorPageDeps, errorPage } from './error-page-parts.tsx'

/** Placeholders in the cached page: the error's detail, the path without query and locale, and near pages. */
const slots = { detail: 'kurs-kept-detail', path: '/kurs-kept-path', near: 'kurs-kept-near' }

/** Matches all placeholders in one pass, so that a path that contains one is not replaced again. */
const anySlot = new RegExp([slots.detail, encodeURIComponent(slots.path), slots.path, slots.near].join('|'), 'g')

export interface CachedFailure {
  /** Errors that strangers can cause at any rate */
  status: 404 | 429
  message: string
  detail: string
}

/** Renders error pages for strangers once per status and language, then fills in what differs. */
export type CachedErrorPages = (c: Context<AppEnv>, failure: CachedFailure) => Promise<string>

export function createCachedErrorPages(deps: ErrorPageDeps): CachedErrorPages {
  /** By locale and status: four at most. The footer links to guides, so entries depend on the content version. */
  const cache = new Map<string, { template: string; version: number | undefined }>()
  const draw = (c: Context<AppEnv>, { status, message }: CachedFailure): string => {
    const { locale } = c.var
    const { page, head, frame } = errorPage(
      c,
      deps,
      { status, message, description: slots.detail, near: slots.near },
      slots.path,
    )
    const html = renderToString(
      <LocaleProvider locale={locale}>
        <FrameProvider frame={{ ...frame, path: localised(locale, slots.path) }}>
          <Document head={head}>{page}</Document>
        </FrameProvider>
      </LocaleProvider>,
    )
    return `<!DOCTYPE html>${html}`
  }
  const nearHtml = async ({ var: { locale, localPath } }: Context<AppEnv>): Promise<string> => {
    const library = deps.library.latest()
    const pages = library ? await suggestPages(library, locale, localPath) : []
    if (pages.length === 0) return ''
    return renderToString(
      <LocaleProvider locale={locale}>
        <SuggestedPages pages={pages} />
      </LocaleProvider>,
    )
  }
  return async (c, failure) => {
    const { locale, localPath } = c.var
    const key = `${locale} ${failure.status}`
    const version = deps.library.latest()?.version
    const known = cache.get(key)
    const template = known?.version === version && known ? known.template : draw(c, failure)
    // In development the next build has different files.
    if (!deps.isDev) cache.set(key, { template, version })
    const values = new Map([
      [slots.detail, Bun.escapeHTML(failure.detail)],
      [encodeURIComponent(slots.path), encodeURIComponent(localPath)],
      [slots.path, Bun.escapeHTML(localPath)],
      [slots.near, failure.status === 404 ? await nearHtml(c) : ''],
    ])
    return template.replace(anySlot, (slot) => values.get(slot) ?? '')
  }
}
