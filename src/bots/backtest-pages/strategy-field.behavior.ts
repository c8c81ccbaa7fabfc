export const selector = 'select[data-shows-fields]'

/** Selecting another strategy submits the form to show its fields. The button for this is then hidden. */
export function start(element: HTMLElement): void {
  const place = document.getElementById(element.dataset.showsFields ?? '')
  const button = place?.querySelector('button')
  if (!place || !button) return
  place.hidden = true
  element.addEventListener('change', () => button.form?.requestSubmit(button))
}
