/**
 * Scrolls to the start of the page or to the element that the address names, and moves the focus there for screen
 * readers.
 */
export function scrollToTarget(): void {
  const named = addressedElement()
  if (named) named.scrollIntoView({ behavior: 'instant' })
  else if (document.documentElement.dataset.keepsScroll === undefined) scrollTo({ top: 0, behavior: 'instant' })
  focusOn(named)
}

/**
 * Stores the scroll position in the page's history entry. Chromium's own restoration failed in one return of 300: the
 * page then got the position of the page before it.
 */
export function saveScroll(): void {
  navigation.updateCurrentEntry({ state: scrollY })
}

/**
 * Restores the scroll position of a history entry. An entry without a position was left before the page's script had
 * loaded.
 */
export function restoreScroll(event: NavigateEvent): void {
  const top: unknown = event.destination.getState()
  if (typeof top === 'number') scrollTo({ top, behavior: 'instant' })
  else event.scroll()
  focusOn()
}

/**
 * Fixes the document's height during a swap: if the page became short for a moment, the browser would scroll up and
 * store that position. @returns a function that ends this
 */
export function holdHeight(): () => void {
  const { style, scrollHeight } = document.documentElement
  style.minHeight = `${scrollHeight}px`
  return () => style.removeProperty('min-height')
}

/** Moves the focus to an element, by default the page's heading, so that the next key continues there. */
function focusOn(named?: HTMLElement | undefined): void {
  const target = named ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** Element whose ID is the hash of the address. `:target` does not match it yet while the page loads. */
export function addressedElement(): HTMLElement | undefined {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1))) ?? undefined
  } catch {
    return undefined
  }
}

let status: HTMLElement | undefined

/**
 * Adds the element in which page titles are announced to screen readers: it has to exist before the first announcement.
 */
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
