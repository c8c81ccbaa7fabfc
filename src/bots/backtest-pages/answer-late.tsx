import type { Context } from 'hono'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { AuthEnv } from '../../auth/middleware.ts'
import { LocaleProvider, useLocale } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/* Pages with a slow result: the part before it is sent at once, with a moving progress bar, without any script. */

/** Placeholder of the result in the page's HTML: an invisible element in exactly this form */
export const lateMarker = '<template data-late="true"></template>'

export interface LateResult {
  /** HTML of the page; contains `lateMarker` where the result belongs */
  page: string
  /** Computes the result. @param reportProgress  receives the finished share. @returns the HTML of the result */
  result(reportProgress: (share: number) => void, signal: AbortSignal): Promise<string>
  /** Ids of the elements that label the progress bar */
  labelledBy: string
  /**
   * HTML of the message about a lost connection; the style sheet shows the message if nothing follows for longer than
   * `silenceMs` allows
   */
  lost: string
  /** Logs an unexpected error. The status line has already been sent, so the response cannot show the error. */
  onError?(error: unknown): void
}

/**
 * Heartbeat interval, ms: proxies and users give up on a silent connection. A missing heartbeat shows that the
 * connection is lost.
 */
const silenceMs = 5000

/**
 * Streams a page with progress bars until its result is ready. Each bar is appended to the previous one; the style
 * sheet shows only the last. A closed connection aborts `result`.
 */
export function latePage({ page, result, labelledBy, lost, onError }: LateResult): ReadableStream<Uint8Array> {
  const [before = '', ...after] = page.split(lateMarker)
  const encoder = new TextEncoder()
  const leaving = new AbortController()
  return new ReadableStream({
    start: async (out) => {
      const write = (text: string) => {
        if (!leaving.signal.aborted) out.enqueue(encoder.encode(text))
      }
      const bar = (value: string) =>
        `<progress class="late-step" max="100"${value} aria-labelledby="${labelledBy}"></progress>\n`
      // The progress bar has no value until the work begins.
      write(before + bar('') + lost)
      const waiting = setInterval(write, silenceMs, `${lost}\n`)
      let reported = -1
      const reportProgress = (share: number) => {
        const percent = Math.floor(share * 100)
        if (percent <= reported) return
        reported = percent
        write(bar(` value="${percent}"`))
      }
      try {
        write(await result(reportProgress, leaving.signal))
        write(after.join(lateMarker))
        if (!leaving.signal.aborted) out.close()
      } catch (error) {
        onError?.(error)
        out.error(error)
      } finally {
        clearInterval(waiting)
      }
    },
    cancel: () => leaving.abort(),
  })
}

const runningId = 'trial-running'

interface BacktestRunningProps {
  cancel: string
  text: string
  act: string
}

/** Shown before the result arrives. Leaving the page, for example by the link, cancels the work. */
function BacktestRunning({ cancel, text, act }: BacktestRunningProps) {
  return (
    <>
      <div className="panel late-running">
        <p id={runningId}>{text}</p>
        <a className="button button-quiet" href={cancel}>
          {act}
        </a>
        <Skeleton lines={3} hasChart />
      </div>
      {/* This element must match `lateMarker`. */}
      <template data-late="true" />
    </>
  )
}

export interface LateAnswer {
  /** URL of the page without the result, for users who do not want to wait */
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
  // The header x-accel-buffering keeps proxies from buffering the response, which would delay the progress bar.
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

/** Message that the style sheet shows if nothing follows for a while. */
function ConnectionLost() {
  const { t } = useLocale()
  return (
    <div className="late-lost">
      <Notice kind="error">{t('backtest.lost')}</Notice>
    </div>
  )
}
