export const selector = 'input[type="color"]'

let isStarted = false

/** Every colour field of the page, also of what comes later, opens our picker; where it cannot be had, the browser's. */
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
  // What fails is asked for again, and told, at the click.
  if (target instanceof HTMLInputElement && target.matches(selector)) fetchPopup().catch(() => {})
}
