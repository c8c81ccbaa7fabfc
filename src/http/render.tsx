import { reactRenderer } from '@hono/react-renderer'
import type { Context, MiddlewareHandler } from 'hono'
import { Fragment, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { LocaleProvider } from '../i18n/context.tsx'
import { splitLocale } from '../i18n/locales.ts'
import { partHeader } from '../ui/document/page-part.ts'
import { isReading } from '../ui/document/reading.ts'
import { Document } from '../ui/document.tsx'
import { type Frame, FrameProvider } from '../ui/frame.tsx'
import type { PageHead } from '../ui/page-head.ts'
import type { AppEnv } from './env.ts'
import { localeCookieHeader, wantsPage } from './locale.ts'
import { wantsPart } from './page-format.ts'
import { allowFrames } from './security.ts'

declare module '@hono/react-renderer' {
  // The renderer takes no props: `renderPage` passes the head.
  interface Props {}
}

const contentType = 'text/html; charset=utf-8'

export const reactPages: MiddlewareHandler<AppEnv> = async (c, next) => {
  const renderer = reactRenderer(({ children }) => <Fragment>{children}</Fragment>, {
    stream: { 'content-type': contentType },
    readableStreamOptions: {
      onError: (error) => c.var.log.error('Rendering failed', error, { requestId: c.var.requestId, path: c.req.path }),
    },
  })
  return renderer(c, next)
}

export interface RenderPageOptions {
  head: PageHead
  frame: Frame
  status?: 200 | 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507
}

/**
 * Renders a page. The status is sent with the first chunk, so await all data that the status depends on before the
 * call. Also sets the locale cookie, except for fragments, which have the locale of the page around them.
 */
export function renderPage(c: Context<AppEnv>, page: ReactElement, { head, frame, status = 200 }: RenderPageOptions) {
  c.status(status)
  const canBePart = status === 200 && isReading(frame)
  if (canBePart) c.header('vary', partHeader, { append: true })
  const isPart = canBePart && wantsPart(c.req.raw)
  // Sets no locale cookie for missing files, which nobody reads as a page, nor for prefetched fragments, which may
  // arrive after the reader has switched languages.
  if (!isPart && (status < 400 || wantsPage(c)))
    c.header('set-cookie', localeCookieHeader(frame.locale), { append: true })
  c.header('cache-control', status === 200 ? 'no-cache' : 'no-store')
  if (head.embeds?.length) allowFrames(c, head.embeds)
  const document = (
    <LocaleProvider locale={frame.locale}>
      <FrameProvider frame={{ ...frame, isPart }}>
        <Document head={head}>{page}</Document>
      </FrameProvider>
    </LocaleProvider>
  )
  if (!c.var.isGathered) return c.render(document)
  return c.body(`<!DOCTYPE html>${renderToString(document)}`, status, { 'content-type': contentType })
}

export function renderPartial(c: Context<AppEnv>, region: ReactElement) {
  c.header('cache-control', 'no-store')
  varyByPartial(c)
  return c.render(<LocaleProvider locale={splitLocale(c.req.path).locale}>{region}</LocaleProvider>)
}

/** Returns whether the client wants a partial. Also sets Vary, because a page and its partials share a URL. */
export function wantsPartial(c: Context<AppEnv>): boolean {
  varyByPartial(c)
  return c.req.header('hx-request-type') === 'partial'
}

function varyByPartial(c: Context<AppEnv>): void {
  c.header('vary', 'HX-Request, HX-Request-Type')
}
