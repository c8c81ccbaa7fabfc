import { showToast } from '../toasts/toasts.browser.ts'

/** How long the message stays, ms: time enough to read two sentences */
const shownMs = 10_000

interface Failure {
  ctx?: { request?: { method?: string }; response?: { status?: number }; text?: string }
}

/** Whatever was to be changed without a new page, and could not be, is told: with the server's reason where it gave one. */
export function tellFailedActs(signal: AbortSignal): void {
  const words = () => document.querySelector<HTMLElement>('[data-toasts]')?.dataset ?? {}
  const tell = (reason: string) => showToast({ kind: 'error', content: [reason], forMs: shownMs })
  const tellOffline = (event: Event) => {
    if (isAct(event)) tell(words().offline ?? '')
  }
  const tellRefused = (event: Event) => {
    // Who has no session any more is led to sign in.
    if (isAct(event) && failureOf(event).ctx?.response?.status !== 401) {
      tell(`${words().refused ?? ''} ${reasonIn(failureOf(event).ctx?.text ?? '')}`)
    }
  }
  document.addEventListener('htmx:error', tellOffline, { signal })
  document.addEventListener('htmx:response:error', tellRefused, { signal })
}

/** Reading fails without harm, and is told where it is shown. */
export function isAct(event: Event): boolean {
  const method = methodOf(event)
  return method !== undefined && method !== 'GET'
}

/** As htmx asked, in capitals */
export function methodOf(event: Event): string | undefined {
  return failureOf(event).ctx?.request?.method?.toUpperCase()
}

function failureOf(event: Event): Failure {
  return event instanceof CustomEvent ? event.detail : {}
}

/** Error pages say it in a sentence. */
function reasonIn(page: string): string {
  return new DOMParser().parseFromString(page, 'text/html').querySelector('.error-hint')?.textContent ?? ''
}
