import type { Context } from 'hono'
import { renderToString } from 'react-dom/server'
import type { AppEnv } from '../http/env.ts'
import { LocaleProvider } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { Document } from '../ui/document.tsx'
import { FrameProvider } from '../ui/frame.tsx'
import { NearList } from './docs/near-list.tsx'
import { nearPages } from './docs/near-pages.ts'
import { type ErrorPageDeps, errorPage } from './error-page-parts.tsx'

/** Placeholders in the cached page: the error's detail, the path without query and locale, and near pages. */
const slots = { detail: 'kurs-kept-detail', path: '/kurs-kept-path', near: 'kurs-kept-near' }

/** Matches all placeholders in one pass, so that a path that contains one is not replaced again. */
const anySlot = new RegExp([slots.detail, encodeURIComponent(slots.path), slots.path, slots.near].join('|'), 'g')

export interface KeptFailure {
  /** Errors that strangers can cause at any rate */
  status: 404 | 429
  message: string
  detail: string
}

/** Renders error pages for strangers once per status and language, then fills in what differs. */
export type KeptErrorPages = (c: Context<AppEnv>, failure: KeptFailure) => Promise<string>

export function createKeptErrorPages(deps: ErrorPageDeps): KeptErrorPages {
  /** By locale and status: four at most. The footer links to guides, so entries depend on the content version. */
  const kept = new Map<string, { template: string; version: number | undefined }>()
  const draw = (c: Context<AppEnv>, { status, message }: KeptFailure): string => {
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
    const pages = library ? await nearPages(library, locale, localPath) : []
    if (pages.length === 0) return ''
    return renderToString(
      <LocaleProvider locale={locale}>
        <NearList pages={pages} />
      </LocaleProvider>,
    )
  }
  return async (c, failure) => {
    const { locale, localPath } = c.var
    const key = `${locale} ${failure.status}`
    const version = deps.library.latest()?.version
    const known = kept.get(key)
    const template = known?.version === version && known ? known.template : draw(c, failure)
    // In development the next build has different files.
    if (!deps.isDev) kept.set(key, { template, version })
    const values = new Map([
      [slots.detail, Bun.escapeHTML(failure.detail)],
      [encodeURIComponent(slots.path), encodeURIComponent(localPath)],
      [slots.path, Bun.escapeHTML(localPath)],
      [slots.near, failure.status === 404 ? await nearHtml(c) : ''],
    ])
    return template.replace(anySlot, (slot) => values.get(slot) ?? '')
  }
}
