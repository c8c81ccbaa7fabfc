const scrollKey = 'kurs-dev-scroll'

/** @param address  tells of changes */
export function reloadOnChange(address: string): void {
  const kept = sessionStorage.getItem(scrollKey)
  sessionStorage.removeItem(scrollKey)
  if (kept) scrollTo({ top: Number(kept), behavior: 'instant' })
  const changes = new EventSource(address)
  changes.addEventListener('change', async () => {
    // Asked for first, so that the reload does not meet a server that is not yet back.
    await fetch(location.href)
    sessionStorage.setItem(scrollKey, String(scrollY))
    location.reload()
  })
}
