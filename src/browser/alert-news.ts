/** How often a page in sight asks whether an alert has fired, ms. */
const askEveryMs = 5000
/** After so long without a key or a pointer nobody is there, ms: asking on would keep a forgotten session alive. */
const patienceMs = 15 * 60_000

/** Asks for alerts that have fired, at once and then every few seconds while somebody looks. */
export function askForAlertNews(): void {
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
  for (const type of ['keydown', 'pointerdown', 'pointermove']) addEventListener(type, use, { passive: true })
  document.addEventListener('visibilitychange', () => {
    use()
    ask()
  })
  setInterval(ask, askEveryMs)
  ask()
}
