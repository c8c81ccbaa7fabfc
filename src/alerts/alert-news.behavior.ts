import { reportFailedChanges } from '../ui/failures/failed-act.browser.ts'
import { everyWhilePresent } from '../ui/presence/every-while-present.browser.ts'

export const selector = '[data-alert-news]'

const askEveryMs = 5000

/** Runs on every market page: polls for fired alerts and shows when an action has failed. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  reportFailedChanges(signal)
  const ask = () => document.querySelector(selector)?.dispatchEvent(new Event('alert-news'))
  everyWhilePresent(askEveryMs, ask, signal)
  if (!document.hidden) ask()
}
