const key = 'kurs-reload'
/** ms in which one page is not loaded anew twice */
export const guardMs = 10_000

/** A page that brings itself to be loaded anew does so once. */
export function reloadOnce(): void {
  const page = location.pathname + location.search
  try {
    const { at = 0, of = '' } = Object(JSON.parse(sessionStorage.getItem(key) ?? '{}'))
    if (of === page && Date.now() - Number(at) < guardMs) return
  } catch {
    // Storage is switched off, or somebody else's: then nothing guards.
  }
  // Who has typed something may stay, and press again.
  addEventListener('pagehide', () => remember(page), { once: true })
  location.reload()
}

function remember(page: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), of: page }))
  } catch {
    // As above
  }
}
