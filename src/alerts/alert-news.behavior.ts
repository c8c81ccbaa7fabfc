import { every } from '../ui/every.browser.ts'
import { tellFailedActs } from '../ui/failures/failed-act.browser.ts'

export const selector = '[data-alert-news]'

const askEveryMs = 5000
/** After so long without input nobody is there: polling on would keep a forgotten session alive. */
const patienceMs = 15 * 60_000

/** What every page of the market does: it tells of alerts, and of what could not be done. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  tellFailedActs(signal)
  let usedAt = Date.now()
  const ask = () => {
    if (document.hidden || Date.now() - usedAt > patienceMs) return
    document.querySelector('[data-alert-news]')?.dispatchEvent(new Event('alert-news'))
  }
  const use = () => {
    const wasAway = Date.now() - usedAt > patienceMs
    usedAt = Date.now()
    if (wasAway) ask()
  }
  for (const type of ['keydown', 'pointerdown', 'pointermove']) addEventListener(type, use, { passive: true, signal })
  const comeBack = () => {
    use()
    ask()
  }
  document.addEventListener('visibilitychange', comeBack, { signal })
  every(askEveryMs, ask, signal)
  ask()
}
