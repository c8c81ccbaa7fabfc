import type { Context } from 'hono'
import { UnwritableError } from '../db/unwritable.ts'
import { isCrawler } from '../http/crawler.ts'
import type { AppEnv } from '../http/env.ts'
import { AppError } from '../http/errors.ts'
import { problem } from '../http/problem.ts'
import { renderPage } from '../http/render.tsx'
import { sentForm } from '../http/sent-form.ts'
import { locales, localised } from '../i18n/locales.ts'
import { type Translate, translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { ErrorPage } from './error-page.tsx'
import { pageFrame } from './page-frame.ts'
import { pageHead } from './page-head.ts'
import type { SiteDeps } from './site-deps.ts'

/** A page for people, JSON (RFC 9457) for programs, the status for crawlers. Shows only an `AppError`'s message. */
export async function errorResponse(c: Context<AppEnv>, deps: SiteDeps, error: unknown): Promise<Response> {
  const t = translator(c.var.locale)
  const { status, message, detail } = failureOf(error, t)
  const isUnwritable = error instanceof UnwritableError
  if (isUnwritable) c.header('retry-after', '30')
  if (status === 500) c.var.log.error('Unhandled error', error, { requestId: c.var.requestId, path: c.req.path })
  c.header('cache-control', 'no-store')
  if (c.req.header('accept')?.includes('json') || (isUnwritable && c.req.path.startsWith('/api/')))
    return problem(c, status, message, { detail })
  if (isCrawler(c.req.header('user-agent')) || c.req.header('hx-request-type') === 'partial') {
    return c.text(detail ?? message, status)
  }
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
  const sent = isUnwritable ? await sentForm(c) : undefined
  const page = (
    <ErrorPage status={status} message={message} description={description} isUnwritable={isUnwritable} sent={sent} />
  )
  // The missing page exists in no language: link to the front page.
  const translations = locales.map((locale) => ({ locale, href: localised(locale, paths.home) }))
  const frame = { ...pageFrame(c, deps, 'none', []), translations }
  return renderPage(c, page, { head, frame, status })
}

interface Failure {
  status: AppError['status'] | 500
  message: string
  detail: string | undefined
}

function failureOf(error: unknown, t: Translate): Failure {
  if (error instanceof UnwritableError) {
    const isFull = error.reason === 'full' || error.reason === 'failing'
    const message = isFull ? 'Insufficient Storage' : 'Service Unavailable'
    return { status: isFull ? 507 : 503, message, detail: t('errors.unwritableDetail') }
  }
  if (!(error instanceof AppError)) return { status: 500, message: 'Internal Server Error', detail: undefined }
  const message = error.status === 404 ? 'Page Not Found' : titleOf(error)
  return { status: error.status, message, detail: error.message }
}

function titleOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
