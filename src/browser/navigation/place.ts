/** Where the page is read from: its beginning, or what the address names; for those who hear it too. */
export function goToPlace(): void {
  const named = addressed()
  if (named) named.scrollIntoView({ behavior: 'instant' })
  else if (document.documentElement.dataset.keepsScroll === undefined) scrollTo({ top: 0, behavior: 'instant' })
  focusOn(named)
}

/**
 * Keeps how far down the page was read, in its history entry. Chromium's own memory failed one return in 300: the page
 * then stood where the page before it had stood.
 */
export function rememberPlace(): void {
  navigation.updateCurrentEntry({ state: scrollY })
}

/** An entry without a remembered place was left by a page that had no script yet. */
export function returnToPlace(event: NavigateEvent): void {
  const top: unknown = event.destination.getState()
  if (typeof top === 'number') scrollTo({ top, behavior: 'instant' })
  else event.scroll()
  focusOn()
}

/** While a page is put in place it is short: the browser would move its reader up and remember that as the place. */
export function holdHeight(): () => void {
  const { style, scrollHeight } = document.documentElement
  style.minHeight = `${scrollHeight}px`
  return () => style.removeProperty('min-height')
}

/** Reading goes on there with the next key; without one named, at the heading of the page. */
export function focusOn(named?: HTMLElement | undefined): void {
  const target = named ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** While the page loads `:target` does not know it yet. */
export function addressed(): HTMLElement | undefined {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1))) ?? undefined
  } catch {
    return undefined
  }
}

let status: HTMLElement | undefined

/** Has to stand in the page before there is something to be said. */
export function prepareAnnouncements(): void {
  status = document.createElement('div')
  status.className = 'visually-hidden'
  status.role = 'status'
  status.dataset.lasting = ''
  document.body.append(status)
}

export function announcePage(): void {
  if (status) status.textContent = document.title
}
