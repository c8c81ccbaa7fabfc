import { every } from '../every.browser.ts'

/**
 * Time without input after which the user counts as absent, ms: further requests would keep a forgotten session alive.
 */
const patienceMs = 15 * 60_000

/** Calls `run` periodically while the user is present and the browser is online, and at once when the user returns. */
export function everyWhilePresent(ms: number, run: () => void, signal: AbortSignal): void {
  let usedAt = Date.now()
  const isAway = () => Date.now() - usedAt > patienceMs
  const runIfPresent = () => {
    if (navigator.onLine && !document.hidden && !isAway()) run()
  }
  const use = () => {
    const wasAway = isAway()
    usedAt = Date.now()
    if (wasAway) runIfPresent()
  }
  const comeBack = () => {
    usedAt = Date.now()
    runIfPresent()
  }
  for (const type of ['keydown', 'pointerdown', 'pointermove']) addEventListener(type, use, { passive: true, signal })
  document.addEventListener('visibilitychange', comeBack, { signal })
  every(ms, runIfPresent, signal)
}
