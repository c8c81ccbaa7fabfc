import { once } from '../../ui/every.browser.ts'

export const selector = '#broadcast-progress, #broadcast-acts, #series-progress, #series-acts'

const progress = '#broadcast-progress, #series-progress'
const acts = '#broadcast-acts, #series-acts'

/** Polling interval while there is no event stream, ms */
const pollEveryMs = 5000
/** Time until a lost event stream is reopened, ms */
const reopenAfterMs = 30_000

/** Follows a broadcast or a series: by server-sent events, and by polling while there is no stream. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  follow(signal)
  letFormsArrive(signal)
  const comeBack = () => {
    if (!document.hidden) refresh('state')
  }
  document.addEventListener('visibilitychange', comeBack, { signal })
}

/** Holds back refreshes while a form is submitted: a refresh could reload the page and cancel the form's response. */
function letFormsArrive(signal: AbortSignal): void {
  let isLeaving = false
  const leave = (event: Event) => {
    // On a double press, the second submit is prevented while the first is still in flight.
    isLeaving ||= !event.defaultPrevented
  }
  const stay = () => {
    isLeaving = false
  }
  addEventListener('submit', leave, { signal })
  addEventListener('pageshow', stay, { signal })
  const hold = (event: Event) => {
    if (isLeaving && event.target instanceof Element && event.target.matches(acts)) event.preventDefault()
  }
  document.addEventListener('htmx:before:response', hold, { signal })
}

function follow(signal: AbortSignal): void {
  const address = document.querySelector<HTMLElement>('[data-events]')?.dataset.events
  if (!address) return
  const source = new EventSource(address)
  let polling: ReturnType<typeof setInterval> | undefined
  source.addEventListener('hello', () => {
    clearInterval(polling)
    polling = undefined
    // The stream reports only later changes, so changes made since the page was rendered are fetched.
    refresh('state')
  })
  source.addEventListener('counters', () => refresh('counters'))
  source.addEventListener('state', () => refresh('state'))
  source.addEventListener('error', () => {
    polling ??= setInterval(() => refresh('state'), pollEveryMs)
    if (source.readyState !== EventSource.CLOSED) return
    const reopen = () => {
      clearInterval(polling)
      follow(signal)
    }
    once(reopenAfterMs, reopen, signal)
  })
  const end = () => {
    source.close()
    clearInterval(polling)
  }
  addEventListener('pagehide', end, { once: true, signal })
  signal.addEventListener('abort', end)
}

function refresh(what: 'counters' | 'state'): void {
  if (document.hidden) return
  requestRefresh(progress)
  const shown = document.querySelector<HTMLElement>(acts)
  // Open details, fields being typed into, and a refused form with its error are not replaced.
  const isBusy = shown?.querySelector('details[open], input:focus, [data-typed]')
  if (what === 'state' && !isBusy) requestRefresh(acts)
}

function requestRefresh(selector: string): void {
  document.querySelector(selector)?.dispatchEvent(new Event('broadcast-refresh'))
}
