import { reportFailedChanges } from '../failures/failed-act.browser.ts'
import { everyWhilePresent } from '../presence/every-while-present.browser.ts'

export const selector = '[data-alert-news]'

const askEveryMs = 5000

/** Runs on every page of a signed-in user: polls for fired alerts and shows when a change has failed. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  reportFailedChanges(signal)
  const ask = () => document.querySelector(selector)?.dispatchEvent(new Event('alert-news'))
  everyWhilePresent(askEveryMs, ask, signal)
}
