import { holdPages } from './navigation.ts'

const words = () => document.querySelector<HTMLElement>('[data-toasts]')?.dataset.unsaved ?? ''

/** Whoever would lose what they have typed is asked: by the browser, and by us where it comes back without asking. */
export function guardUnsaved(): void {
  let isLeftByLink = false
  holdPages(() => {
    isLeftByLink = hasUnsaved()
    return isLeftByLink
  })
  // Chrome asks nothing for a listener that goes with its first event.
  addEventListener('beforeunload', (event) => {
    if (isLeftByLink && hasUnsaved()) event.preventDefault()
  })
  navigation.addEventListener('navigate', (event) => {
    const { navigationType, destination, hashChange, userInitiated, formData } = event
    // What leads out of the pages that follow each other is a link as well; a form that is sent is not.
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
  // What is ticked in a list is chosen, not written.
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
