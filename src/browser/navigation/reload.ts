const key = 'kurs-reload'
/** Time within which the same page is not reloaded again, ms */
export const guardMs = 10_000

/**
 * Reloads the page unless it was already reloaded within the last `guardMs`. @returns ms until a reload is allowed; 0
 * if the page is being reloaded
 */
export function reloadOnce(): number {
  const page = location.pathname + location.search
  try {
    const { at = 0, of = '' } = Object(JSON.parse(sessionStorage.getItem(key) ?? '{}'))
    const age = Date.now() - Number(at)
    // A negative age means that the clock was set back.
    if (of === page && age >= 0 && age < guardMs) return guardMs - age
  } catch {
    // sessionStorage is unavailable or contains something else, so a repeated reload is not prevented.
  }
  // Store the time of the reload only when the page is really left: a user with unsaved text may stay and press again.
  addEventListener('pagehide', () => remember(page), { once: true })
  location.reload()
  return 0
}

function remember(page: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), of: page }))
  } catch {
    // sessionStorage is unavailable, so a repeated reload is not prevented.
  }
}
