const key = 'kurs-reload'
/** ms in which the same page is not reloaded twice */
export const guardMs = 10_000

/**
 * Reloads the page unless that was done within the last `guardMs`. @returns ms until it may be done; 0 when it is being
 * done
 */
export function reloadOnce(): number {
  const page = location.pathname + location.search
  try {
    const { at = 0, of = '' } = Object(JSON.parse(sessionStorage.getItem(key) ?? '{}'))
    const age = Date.now() - Number(at)
    // A negative age means that the clock was set back.
    if (of === page && age >= 0 && age < guardMs) return guardMs - age
  } catch {
    // Storage is unavailable or holds something else: no guard.
  }
  // Remember only when the page is really left: a user with unsaved text may stay and press again.
  addEventListener('pagehide', () => remember(page), { once: true })
  location.reload()
  return 0
}

function remember(page: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), of: page }))
  } catch {
    // Storage is unavailable: no guard.
  }
}
