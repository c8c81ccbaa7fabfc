import type { Context } from 'hono'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { AuthEnv } from '../../auth/middleware.ts'
import { LocaleProvider } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { BacktestRunning, runningId } from './backtest-running.tsx'
import { ConnectionLost } from './connection-lost.tsx'
import { latePage } from './late-page.ts'

export interface LateAnswer {
  /** URL for users who do not want to wait */
  cancel: string
  text: string
  show(running: ReactElement): Response | Promise<Response>
  result(reportProgress: (share: number) => void, signal: AbortSignal): Promise<ReactElement>
}

/** Streams a page while its result is computed. */
export async function answerLate(c: Context<AuthEnv>, { cancel, text, show, result }: LateAnswer) {
  const { locale } = c.var
  const running = <BacktestRunning cancel={cancel} text={text} act={translator(locale)('backtest.cancel')} />
  const shown = await show(running)
  if (c.req.method === 'HEAD') return shown
  const page = await shown.text()
  // Keeps proxies from buffering the response, which would delay the progress bar.
  c.header('x-accel-buffering', 'no')
  c.header('cache-control', 'no-store')
  return c.body(
    latePage({
      page,
      labelledBy: runningId,
      lost: html(locale, <ConnectionLost />),
      onError: (error) =>
        c.var.log.error('Backtest or sweep result could not be shown', error, {
          requestId: c.var.requestId,
          path: c.req.path,
        }),
      result: async (reportProgress, signal) => html(locale, await result(reportProgress, signal)),
    }),
  )
}

function html(locale: Locale, element: ReactElement): string {
  return renderToString(<LocaleProvider locale={locale}>{element}</LocaleProvider>)
}
