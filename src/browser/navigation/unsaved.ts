import { loadFullPageWhile } from './navigation.ts'

const words = () => document.querySelector<HTMLElement>('[data-toasts]')?.dataset.unsaved ?? ''

/** Asks users who would lose typed text: the browser does, or this code on Back, where the browser does not ask. */
export function guardUnsaved(): void {
  let isLeftByLink = false
  loadFullPageWhile(() => {
    isLeftByLink = hasUnsaved()
    return isLeftByLink
  })
  // Not `once`: Chrome does not ask if the listener is removed by its first event.
  addEventListener('beforeunload', (event) => {
    if (isLeftByLink && hasUnsaved()) event.preventDefault()
  })
  navigation.addEventListener('navigate', (event) => {
    const { navigationType, destination, hashChange, userInitiated, formData } = event
    // A link to a page that needs a page load counts too; a submitted form does not.
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
