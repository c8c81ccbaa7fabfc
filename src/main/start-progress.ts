import type { Config } from '../config.ts'
import { languageTags, splitLocale } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { drawBar, type Terminal } from './command-line.ts'

/** Reports the steps of a start to the terminal and to requests that arrive before the site is open. */
export interface StartProgress {
  /**
   * Begins or updates a step. @param name  description such as `migrating app.db`. Counts are shown when there is more
   * than one item.
   */
  step(name: string, done?: number, total?: number): void
  /** Description of the current step with its counts: `texts 40/159` */
  readonly words: string
  /** Answers 503 with the current step; `/healthz` gets 200. */
  answer(request: Request): Response | Promise<Response>
  /** Clears the bar for other output; the next step draws it again. */
  clear(): void
  /** Clears the bar and stops printing steps. */
  end(): void
}

export interface StartingOptions {
  site: Config['site']
  terminal?: Terminal | undefined
  /** Delay before steps are printed, ms; shorter starts print none */
  printAfterMs?: number
}

/** Min interval between redraws, ms */
const drawEveryMs = 80
/** Seconds after which browsers and clients should retry */
const retryAfter = 1

export function createStartProgress({ site, terminal, printAfterMs = 500 }: StartingOptions): StartProgress {
  let current: Step = { name: 'loading the program', done: 0, total: 0, startedAt: performance.now() }
  let printed = ''
  let drawnAt = 0
  let isPrinting = false
  const print = () => {
    if (!terminal || !isPrinting) return
    if (terminal.isTTY) drawnAt = drawStep(terminal, current, drawnAt)
    else if (printed !== current.name) terminal.write(`Starting: ${wordsOf(current)}\n`)
    printed = current.name
  }
  const clear = () => {
    if (drawnAt > 0) terminal?.write('\r\x1b[2K')
    drawnAt = 0
  }
  const timer = setTimeout(() => {
    isPrinting = true
    print()
  }, printAfterMs)
  timer.unref()
  return {
    step: (name, done = 0, total = 0) => {
      const startedAt = name === current.name ? current.startedAt : performance.now()
      current = { name, done, total, startedAt }
      print()
    },
    get words() {
      return wordsOf(current)
    },
    answer: (request) => answerWhileStarting(request, wordsOf(current), site),
    clear,
    end: () => {
      clearTimeout(timer)
      isPrinting = false
      clear()
    },
  }
}

interface Step {
  name: string
  done: number
  total: number
  /** Start of the step, ms */
  startedAt: number
}

function wordsOf({ name, done, total }: Step): string {
  return total > 1 ? `${name} ${done}/${total}` : name
}

/** Draws the step unless it was drawn just before. @returns the time of the last draw */
function drawStep(terminal: Terminal, step: Step, drawnAt: number): number {
  const now = performance.now()
  if (now - drawnAt < drawEveryMs) return drawnAt
  const { done, total, startedAt } = step
  const left = done > 0 ? `  ${Math.ceil((((now - startedAt) / done) * (total - done)) / 1000)} s left` : ''
  drawBar(terminal, total > 0 ? done / total : 0, ` ${wordsOf(step)}${left}`)
  return now
}

async function answerWhileStarting(request: Request, words: string, site: Config['site']): Promise<Response> {
  const { pathname } = new URL(request.url)
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  if (pathname === paths.health) return Response.json({ status: 'ok' }, { headers })
  const unready = { status: 503, headers: { ...headers, 'retry-after': `${retryAfter}` } }
  if (pathname === paths.ready) return Response.json({ status: 'starting', step: words }, unready)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && request.headers.get('accept')?.includes('text/html')) return notice(request, words, site, unready)
  const { locale } = splitLocale(pathname)
  const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, instance: pathname }
  const detail = `${site.name[locale]} is starting: ${words}. Repeat the request in a second.`
  return Response.json(
    { ...problem, detail },
    { ...unready, headers: { ...unready.headers, 'content-type': 'application/problem+json' } },
  )
}

/**
 * Returns a self-contained page, because no asset is built yet. The page loads and runs nothing, and reloads itself.
 */
async function notice(
  { url, headers }: Request,
  words: string,
  { name }: Config['site'],
  init: NoticeInit,
): Promise<Response> {
  // Imports the dictionaries on demand: without visitors they are not needed yet.
  const [{ translator }, { localeOfVisit }] = await Promise.all([
    import('../i18n/translate.ts'),
    import('../http/locale.ts'),
  ])
  const locale = localeOfVisit(new URL(url).pathname, headers)
  const t = translator(locale)
  const title = t('errors.starting.title', { site: name[locale] })
  const html = `<!doctype html>
<html lang="${languageTags[locale]}" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${retryAfter}">
<title>${Bun.escapeHTML(title)}</title><style>${style}</style></head>
<body><main><h1>${Bun.escapeHTML(title)}</h1><p>${Bun.escapeHTML(t('errors.starting.text'))}</p>
<p><code lang="en">${Bun.escapeHTML(words)}</code></p></main></body>
</html>
`
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`
  return new Response(html, {
    ...init,
    headers: { ...init.headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}

type NoticeInit = { status: number; headers: Record<string, string> }

const style = `:root{color-scheme:light dark;font-family:system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#fff,#050b14);color:light-dark(#0f172a,#e2e8f0)}
main{padding:1rem;max-width:36rem;text-align:center}h1{font-size:1.5rem}code{color:light-dark(#475569,#94a3b8);overflow-wrap:anywhere}`
