/** Shows the number of selected users and handles "select all", also after htmx swaps the rows. */
export function startSelection(signal: AbortSignal): void {
  document.addEventListener('change', followSelection, { signal })
  document.addEventListener('htmx:after:swap', showSelection, { signal })
  showSelection()
}

function followSelection({ target }: Event): void {
  if (!(target instanceof HTMLInputElement)) return
  if (target.matches('[data-select-all]')) for (const box of boxes()) box.checked = target.checked
  if (target.closest('.users-form')) showSelection()
}

/**
 * Shows the number of selected users and the checkbox for all, which is hidden without JavaScript, where it would have
 * no effect.
 */
function showSelection(): void {
  const all = document.querySelector<HTMLInputElement>('[data-select-all]')
  const chosen = boxes().filter(({ checked }) => checked).length
  if (all) {
    all.hidden = false
    all.checked = chosen > 0 && chosen === boxes().length
    all.indeterminate = chosen > 0 && chosen < boxes().length
  }
  const output = document.querySelector<HTMLElement>('[data-chosen]')
  if (output) output.textContent = chosen > 0 ? `${output.dataset.chosenLabel}: ${chosen}` : ''
}

function boxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('.users-form [data-row-act]')]
}
