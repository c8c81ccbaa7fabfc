import { every } from '../../ui/every.browser.ts'
import { tellFailedActs } from '../../ui/failures/failed-act.browser.ts'
import { tellFailedReads } from '../../ui/failures/failed-read.browser.ts'
import { followTicketKinds } from './ticket-kinds.browser.ts'

export const selector = '[data-paper-desk]'

const askEveryMs = 5000
/** After so long without input nobody is there: asking on would keep a forgotten session alive. */
const patienceMs = 15 * 60_000

/** Fills show without a reload; nobody has what they write taken away. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  tellFailedActs(signal)
  tellFailedReads(selector, signal)
  followTicketKinds(signal)
  let usedAt = Date.now()
  const ask = () => {
    const desk = document.querySelector(selector)
    if (!desk || document.hidden || Date.now() - usedAt > patienceMs) return
    if (desk.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement) return
    desk.dispatchEvent(new Event('paper-refresh'))
  }
  const use = () => {
    usedAt = Date.now()
  }
  for (const type of ['keydown', 'pointerdown', 'pointermove']) addEventListener(type, use, { passive: true, signal })
  const comeBack = () => {
    use()
    ask()
  }
  document.addEventListener('visibilitychange', comeBack, { signal })
  every(askEveryMs, ask, signal)
}
