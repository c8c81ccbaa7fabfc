import { every } from '../../ui/every.browser.ts'
import { isPointed, watchPointer } from '../../ui/list/pointed.browser.ts'

export const selector = '.bots-list'

/** How often figures are asked for again, ms: bots act once a minute, prices move what they hold. */
const refreshEveryMs = 15_000

/** The list stays up to date while somebody sees it and is not about to press something in it. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  watchPointer(signal)
  document.addEventListener('visibilitychange', refresh, { signal })
  every(refreshEveryMs, refresh, signal)
}

function refresh(): void {
  const list = document.querySelector(selector)
  if (!list || document.hidden || isPointed(list)) return
  // What is ticked or reached by keys would be lost.
  if (list.querySelector('input:checked') || list.matches(':focus-within')) return
  list.dispatchEvent(new Event('list-refresh'))
}
