export const selector = 'input[type="color"]'

let isStarted = false

/**
 * Opens our color picker for every color field of the page, including fields added later. If it cannot be loaded, the
 * browser's own picker opens.
 */
export function start(): void {
  if (isStarted) return
  isStarted = true
  document.addEventListener('click', (event) => {
    const input = event.target
    if (!(input instanceof HTMLInputElement) || !input.matches(selector) || input.disabled) return
    event.preventDefault()
    fetchPopup().then(
      ({ toggleColorPopup }) => toggleColorPopup(input),
      () => input.showPicker(),
    )
  })
  document.addEventListener('pointerover', fetchEarly, { passive: true })
  document.addEventListener('focusin', fetchEarly)
}

const fetchPopup = () => import('./color-popup.browser.ts')

function fetchEarly({ target }: Event): void {
  // The picker is only preloaded here; if loading fails, the click tries again.
  if (target instanceof HTMLInputElement && target.matches(selector)) fetchPopup().catch(() => {})
}
