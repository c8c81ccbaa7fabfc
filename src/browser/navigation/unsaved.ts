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
    const isBack = event.navigationType === 'traverse' && event.destination.sameDocument && !event.hashChange
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
