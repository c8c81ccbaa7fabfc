import { onAccountChange } from '../account-data.ts'
import { loadAgain } from '../load-again.ts'
import { reportVisits } from '../offline/offer.ts'
import { loadFullPages } from './navigation.ts'
import { forgetPages, isPersonal } from './page-store.ts'
import { prefetchPages } from './prefetch.ts'

export function startNavigationExtras(): void {
  watchBuilds()
  prefetchPages()
  if (!('navigation' in window)) return
  // Personal pages are neither prefetched nor copied for offline use.
  if (isPersonal()) void startPersonal()
  else if (document.documentElement.dataset.pages !== undefined) {
    reportVisits()
    onAccountChange(forgetPages)
  }
}

/**
 * Starts the code of personal pages. It is in one file with the offer of a new version, because separate files would
 * mean one more request.
 */
async function startPersonal(): Promise<void> {
  const personal = await loadAgain(() => import('./new-version.ts'))
  personal.startPersonal()
}

/**
 * Offers to reload the page when the server has a newer build. Checks periodically and when the reader returns to the
 * tab.
 */
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
    // A server with the newer build may no longer have the script of the older one, so a simple offer is the fallback.
    const offer = await import('./new-version.ts').then(({ offerNewVersion }) => offerNewVersion).catch(() => showOffer)
    if (signal.aborted) return
    asking.abort()
    clearInterval(timer)
    offer()
  }
  const timer = setInterval(ask, everyMs)
  document.addEventListener('visibilitychange', ask, { signal })
}

/** Offers a new version without asking about unsaved text: pages with forms have already loaded the code that asks. */
function showOffer(): void {
  const box = document.querySelector<HTMLElement>('[data-new-version]')
  box?.querySelector('button')?.addEventListener('click', () => location.reload())
  if (box) box.hidden = false
}

/** Whether the server has a newer build; false if the server cannot be reached, and the next check tries again. */
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
