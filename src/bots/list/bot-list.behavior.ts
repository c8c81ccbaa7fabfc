import { every } from '../../ui/every.browser.ts'
import { isPointed, watchPointer } from '../../ui/list/pointed.browser.ts'

export const selector = '.bots-list'

/** Refresh interval, ms: bots trade once a minute at most, but prices change the worth of their holdings. */
const refreshEveryMs = 15_000

/** Refreshes the list regularly, while the page is visible and the pointer has not just moved over the list. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  watchPointer(signal)
  document.addEventListener('visibilitychange', refresh, { signal })
  every(refreshEveryMs, refresh, signal)
}

function refresh(): void {
  const list = document.querySelector(selector)
  if (!list || document.hidden || isPointed(list)) return
  // A refresh would lose checked boxes and the keyboard focus, so it is skipped.
  if (list.querySelector('input:checked') || list.matches(':focus-within')) return
  list.dispatchEvent(new Event('list-refresh'))
}
