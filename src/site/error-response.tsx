import type { Context } from 'hono'
import { isCrawler } from '../http/crawler.ts'
import type { AppEnv } from '../http/env.ts'
import { AppError } from '../http/errors.ts'
import { problem } from '../http/problem.ts'
import { renderPage } from '../http/render.tsx'
import { locales, localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { ErrorPage } from './error-page.tsx'
import { pageFrame } from './page-frame.ts'
import { pageHead } from './page-head.ts'
import type { SiteDeps } from './site-deps.ts'

/** A page for people, JSON (RFC 9457) for programs, the status for crawlers. Shows only an `AppError`'s message. */
export async function errorResponse(c: Context<AppEnv>, deps: SiteDeps, error: unknown): Promise<Response> {
  const status = error instanceof AppError ? error.status : 500
  const message = status === 404 ? 'Page Not Found' : status === 500 ? 'Internal Server Error' : titleOf(error)
  const detail = error instanceof AppError ? error.message : undefined
  if (status === 500) c.var.log.error('Unhandled error', error, { requestId: c.var.requestId, path: c.req.path })
  c.header('cache-control', 'no-store')
  if (c.req.header('accept')?.includes('json')) return problem(c, status, message, { detail })
  if (isCrawler(c.req.header('user-agent')) || c.req.header('hx-request-type') === 'partial') {
    return c.text(detail ?? message, status)
  }
  const t = translator(c.var.locale)
  const description = detail ?? t('errors.serverDescription')
  const more = { isHiddenFromCrawlers: true, jsonLd: [] }
  const title = `${status} ${message}`
  const head = pageHead({
    siteUrl: deps.siteUrl,
    locale: c.var.locale,
    path: c.var.localPath,
    title,
    description,
    more,
    existsIn: [],
  })
  const page = <ErrorPage status={status} message={message} description={description} />
  // The missing page exists in no language: link to the front page.
  const translations = locales.map((locale) => ({ locale, href: localised(locale, paths.home) }))
  const frame = { ...pageFrame(c, deps, 'none', []), translations }
  return renderPage(c, page, { head, frame, status })
}

function titleOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
