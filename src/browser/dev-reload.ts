const scrollKey = 'kurs-dev-scroll'

/**
 * Reloads the page when its sources change, and keeps the scroll position. @param address  URL of the event stream that
 * reports changes
 */
export function reloadOnChange(address: string): void {
  const kept = sessionStorage.getItem(scrollKey)
  sessionStorage.removeItem(scrollKey)
  if (kept) scrollTo({ top: Number(kept), behavior: 'instant' })
  const changes = new EventSource(address)
  changes.addEventListener('change', async () => {
    // Wait for a response first, so that the reload does not reach a server that is still restarting.
    await fetch(location.href)
    sessionStorage.setItem(scrollKey, String(scrollY))
    location.reload()
  })
}
