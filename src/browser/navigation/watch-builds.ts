import { loadFullPages } from './navigation.ts'
import { forgetPages } from './pages.ts'

/** Offers a newer build than the page's. Checks periodically and when the reader returns. */
export function watchBuilds(): void {
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
