import { reportFailedReads } from '../../ui/failures/failed-read.browser.ts'
import { everyWhilePresent } from '../../ui/presence/every-while-present.browser.ts'
import { followTicketKinds } from './ticket-kinds.browser.ts'

export const selector = '[data-paper-desk]'

const askEveryMs = 5000

/** Refreshes the region of the account to show fills, except while the user is typing in it. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  reportFailedReads(selector, signal)
  followTicketKinds(signal)
  const ask = () => {
    const desk = document.querySelector(selector)
    if (desk && !isBusy(desk)) desk.dispatchEvent(new Event('paper-refresh'))
  }
  // The user may have opened a note since the refresh was requested.
  const hold = (event: Event) => {
    const { target } = event
    if (target instanceof Element && target.matches(selector) && isBusy(target)) event.preventDefault()
  }
  document.addEventListener('htmx:before:response', hold, { signal })
  // The name of the event is repeated here: an import would become a file of its own on every page with a chart.
  document.addEventListener('trading-change', ask, { signal })
  everyWhilePresent(askEveryMs, ask, signal)
}

/** Whether the user may have typed something that is not saved yet: in an open note or a field. */
function isBusy(desk: Element): boolean {
  return desk.querySelector('details[open], input:focus') !== null
}
