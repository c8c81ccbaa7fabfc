import type { Context } from 'hono'
import type { ReactElement } from 'react'
import type { AppEnv } from '../http/env.ts'
import { type RenderPageOptions, renderPage } from '../http/render.tsx'
import { type FrameDeps, pageFrame } from '../site/page-frame.ts'
import { pageHead } from '../site/page-head.ts'
import type { SiteDeps } from '../site/site-deps.ts'

export type PageStatus = RenderPageOptions['status']

export interface PageOptions {
  title: string
  description?: string
  status?: PageStatus
  /** The same for everyone: crawlers may list it, and the page cache, which ignores queries, may keep it. */
  isPublic?: boolean
  /** What of its query the other language keeps; the whole of it on pages for one person, nothing on public ones */
  search?: string
  isLoadedWhole?: boolean
}

export interface ShowPageDeps {
  site: FrameDeps & Pick<SiteDeps, 'siteUrl'>
}

/** A page styled as the app; for one person and hidden from crawlers unless it is public. */
export function showPage(
  c: Context<AppEnv>,
  { site }: ShowPageDeps,
  page: ReactElement,
  {
    title,
    description = title,
    status,
    isPublic = false,
    isLoadedWhole = false,
    search = isPublic ? '' : new URL(c.req.url).search,
  }: PageOptions,
) {
  const { locale, localPath } = c.var
  // What a form has been answered with is no page to come back to by its address.
  const isAnswer = c.req.method !== 'GET' || (status ?? 200) !== 200
  const more = { isHiddenFromCrawlers: !isPublic, isLoadedWhole: isLoadedWhole || isAnswer }
  const head = pageHead({ siteUrl: site.siteUrl, locale, path: localPath, title, description, more })
  const frame = pageFrame(c, site, 'none')
  // The same list in the other language, not just the same page.
  const translations = frame.translations.map(({ href, ...rest }) => ({ ...rest, href: href && href + search }))
  return renderPage(c, page, { head, frame: { ...frame, isApp: true, translations }, status })
}
