import { STATUS_CODES } from 'node:http'
import type { Context } from 'hono'
import { renderToString } from 'react-dom/server'
import { databaseTrouble, UnwritableError } from '../db/unwritable.ts'
import { isForm } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { AppError, MethodError, TooManyError } from '../http/errors.ts'
import { localeCookieHeader, readerLocale, wantsPage } from '../http/locale.ts'
import { problem } from '../http/problem.ts'
import { renderPage } from '../http/render.tsx'
import { submittedForm } from '../http/submitted-form.ts'
import { LocaleProvider } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { type Translate, translator } from '../i18n/translate.ts'
import { isCrawler } from '../ui/device/device-info.ts'
import { Document } from '../ui/document.tsx'
import { FrameProvider } from '../ui/frame.tsx'
import { errorPage } from './error-page.tsx'
import type { Shell } from './shell.ts'
import { SuggestedPages } from './suggested-pages.tsx'

/** Placeholders in a cached error page: the error's detail, the path without query and locale, and suggested pages. */
const slots = { detail: 'kurs-kept-detail', path: '/kurs-kept-path', near: 'kurs-kept-near' }

/**
 * Pattern that matches all placeholders in one pass, so that a path that contains a placeholder is not replaced again.
 */
const anySlot = new RegExp([slots.detail, encodeURIComponent(slots.path), slots.path, slots.near].join('|'), 'g')

interface CachedFailure {
  /** Errors that strangers can cause at any rate */
  status: 404 | 429
  message: string
  detail: string
}

/** Renders error pages for strangers once per status and language, then fills in what differs. */
type CachedErrorPages = (c: Context<AppEnv>, failure: CachedFailure) => Promise<string>

function createCachedErrorPages(shell: Shell): CachedErrorPages {
  /**
   * Cache of error pages by locale and status, so at most four. The footer links to guides, so entries depend on the
   * content version.
   */
  const cache = new Map<string, { template: string; version: number | undefined }>()
  const draw = (c: Context<AppEnv>, { status, message }: CachedFailure): string => {
    const { locale } = c.var
    const { page, head, frame } = errorPage(
      c,
      shell,
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
    const pages = (await shell.guides?.()?.suggest(locale, localPath)) ?? []
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
    const version = shell.guides?.()?.version
    const known = cache.get(key)
    const template = known?.version === version && known ? known.template : draw(c, failure)
    // In development nothing is cached, because the next build has different files.
    if (!shell.isDev) cache.set(key, { template, version })
    const values = new Map([
      [slots.detail, Bun.escapeHTML(failure.detail)],
      [encodeURIComponent(slots.path), encodeURIComponent(localPath)],
      [slots.path, Bun.escapeHTML(localPath)],
      [slots.near, failure.status === 404 ? await nearHtml(c) : ''],
    ])
    return template.replace(anySlot, (slot) => values.get(slot) ?? '')
  }
}

export type AnswerError = (c: Context<AppEnv>, error: unknown) => Promise<Response>

/**
 * Creates the handler that answers errors: with a page for people, JSON (RFC 9457) for API clients, text for crawlers.
 * Only messages of `AppError` are shown.
 */
export function errorResponses(shell: Shell): AnswerError {
  const cachedPage = createCachedErrorPages(shell)
  return async (c, error) => {
    // The client has disconnected; this is no server error.
    if (c.req.raw.signal.aborted) return c.body(null, 400)
    // A form submitted from a page is answered with a page, even if it was sent to the API.
    const isApiClient = c.req.path.startsWith('/api/') && !(wantsPage(c) && isForm(c))
    if (!isApiClient) c.set('locale', readerLocale(c))
    const t = translator(c.var.locale)
    const failure = failureOf(error, t)
    const { status, message, detail } = failure
    if (status === 500) c.var.log.error('Unhandled error', error, { requestId: c.var.requestId, path: c.req.path })
    for (const [name, value] of headersOf(error)) c.header(name, value)
    if (isApiClient || c.req.header('accept')?.includes('json')) return problem(c, status, message, { detail })
    if (isCrawler(c.req.header('user-agent')) || c.req.header('hx-request-type') === 'partial') {
      return c.text(detail ?? message, status)
    }
    if ((status === 404 || status === 429) && detail !== undefined && !c.var.viewer) {
      if (wantsPage(c)) c.header('set-cookie', localeCookieHeader(c.var.locale), { append: true })
      return c.html(await cachedPage(c, { status, message, detail }), status)
    }
    const trouble = databaseTrouble(error)
    const isUnwritable = trouble instanceof UnwritableError || (trouble !== undefined && c.req.method === 'POST')
    const description = detail ?? t('errors.serverDescription')
    const sent = isUnwritable ? await submittedForm(c) : undefined
    const guides = status === 404 ? shell.guides?.() : undefined
    const near = guides && <SuggestedPages pages={await guides.suggest(c.var.locale, c.var.localPath)} />
    const props = { status, message, description, isUnwritable, sent, near }
    const { page, head, frame } = errorPage(c, shell, props, c.var.localPath)
    return renderPage(c, page, { head, frame, status })
  }
}

function headersOf(error: unknown): [string, string][] {
  const headers: [string, string][] = [['cache-control', 'no-store']]
  if (databaseTrouble(error)) headers.push(['retry-after', '30'])
  if (error instanceof TooManyError) headers.push(['retry-after', String(error.seconds)])
  if (error instanceof MethodError) headers.push(['allow', error.allowed.join(', ')])
  return headers
}

interface Failure {
  status: AppError['status'] | 500
  message: string
  detail: string | undefined
}

function failureOf(error: unknown, t: Translate): Failure {
  const trouble = databaseTrouble(error)
  if (trouble instanceof UnwritableError) {
    const isFull = trouble.reason === 'full' || trouble.reason === 'failing'
    const message = isFull ? 'Insufficient Storage' : 'Service Unavailable'
    return { status: isFull ? 507 : 503, message, detail: t('errors.unwritableDetail') }
  }
  if (trouble) return { status: 503, message: 'Service Unavailable', detail: t('errors.unreachableDetail') }
  if (!(error instanceof AppError)) return { status: 500, message: 'Internal Server Error', detail: undefined }
  const { status } = error
  if (status === 404) return { status, message: 'Page Not Found', detail: error.message }
  if (error instanceof MethodError) return { status, message: 'Method Not Allowed', detail: error.message }
  if (error instanceof TooManyError) {
    return { status, message: 'Too Many Requests', detail: t('errors.tooManyDetail', { seconds: error.seconds }) }
  }
  return { status, message: STATUS_CODES[status] ?? 'Error', detail: error.message }
}
