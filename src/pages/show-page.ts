import type { Context } from 'hono'
import type { ReactElement } from 'react'
import type { AppEnv } from '../http/env.ts'
import { type RenderPageOptions, renderPage } from '../http/render.tsx'
import { pageFrame } from '../shell/frame.ts'
import { pageHead } from '../shell/head.ts'
import type { Shell } from '../shell/shell.ts'
import type { VisitorSheet } from '../ui/frame.tsx'

export type PageStatus = RenderPageOptions['status']

export interface PageOptions {
  title: string
  description?: string
  status?: PageStatus
  /**
   * Whether the page is the same for everyone: crawlers may index it, and the page cache, which ignores queries, may
   * store it.
   */
  isPublic?: boolean
  /**
   * Part of the query that the language switcher keeps; by default the whole query on personal pages, none on public
   * pages
   */
  search?: string
  /** Sheet for visitors without an account; by default, they load the sheets of the site and the app, as users do */
  visitorSheet?: VisitorSheet
  isLoadedWhole?: boolean
  isLeftWhole?: boolean
}

export interface ShowPageDeps {
  shell: Shell
}

/** Renders a page in the app's style. The page is personal and hidden from crawlers unless it is public. */
export function showPage(
  c: Context<AppEnv>,
  { shell }: ShowPageDeps,
  page: ReactElement,
  {
    title,
    description = title,
    status,
    isPublic = false,
    visitorSheet,
    isLoadedWhole = false,
    isLeftWhole = false,
    search = isPublic ? '' : new URL(c.req.url).search,
  }: PageOptions,
) {
  const { locale, localPath } = c.var
  // Loads the page whole if it is the result of a form, which has no URL to return to.
  const isAnswer = c.req.method !== 'GET' || (status ?? 200) !== 200
  const more = { isHiddenFromCrawlers: !isPublic, isLoadedWhole: isLoadedWhole || isAnswer, isLeftWhole }
  const head = pageHead({ siteUrl: shell.siteUrl, locale, path: localPath, title, description, more })
  const frame = pageFrame(c, shell, 'none')
  // Links to the same list in the other language, not just to the same page.
  const translations = frame.translations.map(({ href, ...rest }) => ({ ...rest, href: href && href + search }))
  return renderPage(c, page, { head, frame: { ...frame, isApp: true, visitorSheet, translations }, status })
}
