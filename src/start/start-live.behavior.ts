import { reportFailedReads } from '../ui/failures/failed-read.browser.ts'
import { everyWhilePresent } from '../ui/presence/every-while-present.browser.ts'

export const selector = '[data-start-live]'

const askEveryMs = 15_000

/** Refreshes the figures of the member's money and the first steps while the member is present. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  reportFailedReads(selector, signal)
  everyWhilePresent(
    askEveryMs,
    () => document.querySelector(selector)?.dispatchEvent(new Event('start-refresh')),
    signal,
  )
  // The button that hid the steps is gone, and a toast takes its message from the page: without this the focus is lost.
  document.querySelector<HTMLElement>('[data-start-focus]')?.focus({ preventScroll: true })
}
