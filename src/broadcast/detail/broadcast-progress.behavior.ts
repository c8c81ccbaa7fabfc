import { once } from '../../ui/every.browser.ts'

export const selector = '#broadcast-progress, #broadcast-acts, #series-progress, #series-acts'

const progress = '#broadcast-progress, #series-progress'
const acts = '#broadcast-acts, #series-acts'

/** ms between two looks where nobody tells what changes */
const pollEveryMs = 5000
/** ms after which a lost stream is asked for again */
const reopenAfterMs = 30_000

/** Follows a broadcast or a series: by server-sent events, and while there are none by asking from time to time. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  follow(signal)
  letFormsArrive(signal)
  const comeBack = () => {
    if (!document.hidden) refresh('state')
  }
  document.addEventListener('visibilitychange', comeBack, { signal })
}

/** News of what a form has just done would have the page loaded, and its answer with what it says called off. */
function letFormsArrive(signal: AbortSignal): void {
  let isLeaving = false
  const leave = (event: Event) => {
    // The second press of two is prevented: the first is on its way all the same.
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
    // It tells what changes from now on: what has changed since the page was made is asked for.
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
  tell(progress)
  const shown = document.querySelector<HTMLElement>(acts)
  // What somebody has opened or is typing into stays as it is, and what they have sent with why it was refused.
  const isBusy = shown?.querySelector('details[open], input:focus, [data-typed]')
  if (what === 'state' && !isBusy) tell(acts)
}

function tell(selector: string): void {
  document.querySelector(selector)?.dispatchEvent(new Event('broadcast-refresh'))
}
