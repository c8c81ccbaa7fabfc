/** Whether somebody has filled in a form that has not been sent. */
export function hasUnsaved(): boolean {
  const forms = document.querySelectorAll<HTMLFormElement>('form[method=post]:not([aria-busy=true])')
  return [...forms].some(({ elements }) => [...elements].some(isChanged))
}

function isChanged(field: Element): boolean {
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
