import type { Context } from 'hono'
import type { AppEnv } from '../http/env.ts'
import { locales, localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { ErrorPage, type ErrorPageProps } from './error-page.tsx'
import { pageFrame } from './page-frame.ts'
import { pageHead } from './page-head.ts'
import type { SiteDeps } from './site-deps.ts'

export type ErrorPageDeps = Pick<
  SiteDeps,
  'about' | 'siteUrl' | 'assets' | 'ticker' | 'buildId' | 'navigation' | 'isDev' | 'library'
>

/** Builds an error page. @param path  path that the page states as its own, without the locale */
export function errorPage(c: Context<AppEnv>, deps: ErrorPageDeps, failure: ErrorPageProps, path: string) {
  const { status, message, description } = failure
  const more = { isHiddenFromCrawlers: true, jsonLd: [] }
  const head = pageHead({
    siteUrl: deps.siteUrl,
    locale: c.var.locale,
    path,
    title: `${status} ${message}`,
    description,
    more,
    existsIn: [],
  })
  // The requested page exists in no language, so the switcher links to the home page.
  const translations = locales.map((locale) => ({ locale, href: localised(locale, paths.home) }))
  return { page: <ErrorPage {...failure} />, head, frame: { ...pageFrame(c, deps, 'none', []), translations } }
}
