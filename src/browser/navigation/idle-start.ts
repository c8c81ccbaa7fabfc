import { onAccountChange } from '../account-data.ts'
import { loadAgain } from '../load-again.ts'
import { reportVisits } from '../offline/report-visits.ts'
import { loadFullPages } from './navigation.ts'
import { forgetPages, isPersonal } from './pages.ts'
import { prefetchPages } from './prefetch.ts'

export function startNavigationExtras(): void {
  watchBuilds()
  prefetchPages()
  if (!('navigation' in window)) return
  // Personal pages are neither cached nor copied.
  if (isPersonal()) void startPersonal()
  else if (document.documentElement.dataset.pages !== undefined) {
    reportVisits()
    onAccountChange(forgetPages)
  }
}

/**
 * Loaded only on personal pages, in one file with the offer of a new version: separate files would mean one more
 * request.
 */
async function startPersonal(): Promise<void> {
  const personal = await loadAgain(() => import('./new-version.ts'))
  personal.startPersonal()
}

/** Offers a newer build than the page's. Checks periodically and when the reader returns. */
function watchBuilds(): void {
  const box = document.querySelector<HTMLElement>('[data-new-version]')
  const { newVersion: address = '', every } = box?.dataset ?? {}
  const everyMs = Number(every)
  if (!box || !(everyMs > 0)) return
  const asking = new AbortController()
  const { signal } = asking
  const ask = async () => {
    if (document.hidden || !(await isOutdated(address))) return
    loadFullPages()
    forgetPages()
    // A server with the newer build may no longer have this file of the older one.
    const offer = await import('./new-version.ts').then(({ offerNewVersion }) => offerNewVersion).catch(() => showOffer)
    if (signal.aborted) return
    asking.abort()
    clearInterval(timer)
    offer()
  }
  const timer = setInterval(ask, everyMs)
  document.addEventListener('visibilitychange', ask, { signal })
}

/** Offer without the question about unsaved text: pages with forms load that question with them. */
function showOffer(): void {
  const box = document.querySelector<HTMLElement>('[data-new-version]')
  box?.querySelector('button')?.addEventListener('click', () => location.reload())
  if (box) box.hidden = false
}

/** False if the server cannot be reached; the next check tries again. */
async function isOutdated(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}?${Date.now()}`, { priority: 'low' })
    if (!response.ok) return false
    const { id } = await response.json()
    return typeof id === 'string' && id !== document.documentElement.dataset.build
  } catch {
    return false
  }
}
