import { showToast } from '../toasts/toasts.browser.ts'

/** Time for which the error message stays, ms: long enough to read two sentences */
const shownMs = 10_000

interface Failure {
  ctx?: { request?: { method?: string }; response?: { status?: number }; text?: string }
}

/** Shows a toast when a change that htmx sends fails, with the server's reason if there is one. */
export function reportFailedChanges(signal: AbortSignal): void {
  const words = () => document.querySelector<HTMLElement>('[data-toasts]')?.dataset ?? {}
  const showError = (reason: string) => showToast({ kind: 'error', content: [reason], forMs: shownMs })
  const reportOffline = (event: Event) => {
    if (isChangeRequest(event)) showError(words().offline ?? '')
  }
  const reportRefused = (event: Event) => {
    // Status 401 is skipped: when the session has ended, the user is sent to the sign-in page instead.
    if (isChangeRequest(event) && failureOf(event).ctx?.response?.status !== 401) {
      showError(`${words().refused ?? ''} ${reasonIn(failureOf(event).ctx?.text ?? '')}`)
    }
  }
  document.addEventListener('htmx:error', reportOffline, { signal })
  document.addEventListener('htmx:response:error', reportRefused, { signal })
}

/** Whether an htmx request changes data. Failed reads are harmless and are reported where the data is shown. */
export function isChangeRequest(event: Event): boolean {
  const method = methodOf(event)
  return method !== undefined && method !== 'GET'
}

/** HTTP method of the htmx request, in capitals */
export function methodOf(event: Event): string | undefined {
  return failureOf(event).ctx?.request?.method?.toUpperCase()
}

function failureOf(event: Event): Failure {
  return event instanceof CustomEvent ? event.detail : {}
}

/** Reads the reason of a failure from the HTML of an error page. */
function reasonIn(page: string): string {
  return new DOMParser().parseFromString(page, 'text/html').querySelector('.error-hint')?.textContent ?? ''
}
