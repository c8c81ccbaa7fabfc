import { reactRenderer } from '@hono/react-renderer'
import type { Context, MiddlewareHandler } from 'hono'
import { Fragment, type ReactElement } from 'react'
import { LocaleProvider } from '../i18n/context.tsx'
import { splitLocale } from '../i18n/locales.ts'
import { Document } from '../ui/document.tsx'
import { type Frame, FrameProvider } from '../ui/frame.tsx'
import type { PageHead } from '../ui/page-head.ts'
import type { AppEnv } from './env.ts'
import { rememberLocale } from './locale.ts'

declare module '@hono/react-renderer' {
  // Every page brings its own head by `renderPage`; the renderer itself takes none.
  interface Props {}
}

/** Makes `c.render` stream React. */
export const reactPages: MiddlewareHandler<AppEnv> = async (c, next) => {
  const renderer = reactRenderer(({ children }) => <Fragment>{children}</Fragment>, {
    stream: { 'content-type': 'text/html; charset=utf-8' },
    readableStreamOptions: {
      onError: (error) => c.var.log.error('Rendering failed', error, { requestId: c.var.requestId, path: c.req.path }),
    },
  })
  return renderer(c, next)
}

export interface RenderPageOptions {
  head: PageHead
  frame: Frame
  status?: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503
}

/**
 * Streams a whole page. Everything that decides the status is awaited before: it leaves with the first chunk.
 * The reader's language is remembered by every page.
 */
export function renderPage(c: Context<AppEnv>, page: ReactElement, { head, frame, status = 200 }: RenderPageOptions) {
  c.status(status)
  c.header('set-cookie', rememberLocale(frame.locale), { append: true })
  c.header('cache-control', status === 200 ? 'no-cache' : 'no-store')
  return c.render(
    <LocaleProvider locale={frame.locale}>
      <FrameProvider frame={frame}>
        <Document head={head}>{page}</Document>
      </FrameProvider>
    </LocaleProvider>,
  )
}

/** Answers one region of a page, for htmx to put in its place. */
export function renderPartial(c: Context<AppEnv>, region: ReactElement) {
  c.header('cache-control', 'no-store')
  c.header('vary', 'HX-Request, HX-Request-Type')
  return c.render(<LocaleProvider locale={splitLocale(c.req.path).locale}>{region}</LocaleProvider>)
}

/** Whether htmx wants a region instead of the whole page. */
export function wantsPartial(c: Context<AppEnv>): boolean {
  return c.req.header('hx-request-type') === 'partial'
}
