export const selector = 'select[data-shows-fields]'

/** Choosing another strategy shows its fields, as the button beside it does, which is no longer needed. */
export function start(element: HTMLElement): void {
  const place = document.getElementById(element.dataset.showsFields ?? '')
  const button = place?.querySelector('button')
  if (!place || !button) return
  place.hidden = true
  element.addEventListener('change', () => button.form?.requestSubmit(button))
}
