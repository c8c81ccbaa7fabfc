import { loadWholePages } from './navigation.ts'
import { forgetPages } from './pages.ts'
import { reloadOnce } from './reload.ts'
import { hasUnsaved } from './unsaved.ts'

/** Tells of a newer build than the page's, which is looked for from time to time and when the reader comes back. */
export function watchBuilds(): void {
  const box = document.querySelector<HTMLElement>('[data-new-version]')
  const { newVersion: address = '', every } = box?.dataset ?? {}
  const everyMs = Number(every)
  if (!box || !(everyMs > 0)) return
  const asking = new AbortController()
  const ask = async () => {
    if (document.hidden || !(await isOutdated(address)) || asking.signal.aborted) return
    asking.abort()
    clearInterval(timer)
    tell()
  }
  const timer = setInterval(ask, everyMs)
  document.addEventListener('visibilitychange', ask, asking)
}

/** Whoever cannot be asked just now is asked again the next time. */
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

function tell(): void {
  // Another than at first, where the reader has changed the language.
  const box = document.querySelector<HTMLElement>('[data-new-version]')
  box?.querySelector('button')?.addEventListener('click', reloadOnce)
  if (box) box.hidden = false
  loadWholePages()
  forgetPages()
  // From now on leaving means loading: the browser asks whoever would lose what they have typed.
  addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault()
  })
}
