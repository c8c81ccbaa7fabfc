import { loadFullPageWhile } from './navigation.ts'

const words = () => document.querySelector<HTMLElement>('[data-toasts]')?.dataset.unsaved ?? ''

/**
 * Asks users for confirmation if leaving would lose typed text. The browser asks, except on Back, where this code does.
 */
export function guardUnsaved(): void {
  let isLeftByLink = false
  loadFullPageWhile(() => {
    isLeftByLink = hasUnsaved()
    return isLeftByLink
  })
  // The listener is not `once`: Chrome does not ask the user if the listener is removed by its first event.
  addEventListener('beforeunload', (event) => {
    if (isLeftByLink && hasUnsaved()) event.preventDefault()
  })
  navigation.addEventListener('navigate', (event) => {
    const { navigationType, destination, hashChange, userInitiated, formData } = event
    // Following a link to a page that needs a full page load also counts as leaving by a link; submitting a form does
    // not.
    if (userInitiated && !destination.sameDocument) isLeftByLink = navigationType === 'push' && formData === null
    const isBack = navigationType === 'traverse' && destination.sameDocument && !hashChange
    if (isBack && event.cancelable && hasUnsaved() && !confirm(words())) event.preventDefault()
  })
}

export function hasUnsaved(): boolean {
  const forms = document.querySelectorAll<HTMLFormElement>('form[method=post]:not([aria-busy=true])')
  return [...forms].some(({ elements }) => [...elements].some(isChanged))
}

function isChanged(field: Element): boolean {
  // A checkbox in a list is a selection, not unsaved text.
  if (field.matches('[data-row] input, [data-select-all]')) return false
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options]
    const hasDefault = field.multiple || options.some(({ defaultSelected }) => defaultSelected)
    return hasDefault
      ? options.some(({ selected, defaultSelected }) => selected !== defaultSelected)
      : field.selectedIndex > 0
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false
  if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked
  return field.type === 'file' ? field.value !== '' : field.value !== field.defaultValue
}

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
