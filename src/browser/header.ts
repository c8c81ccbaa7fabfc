import { colorModeEvent, colorModeKey, forcedSystem } from '../ui/inline/color-mode-script.ts'

export const openMenus = 'details[data-menu][open]'

export function closeMenu(): void {
  const openMenu = () => document.querySelector<HTMLDetailsElement>(openMenus)
  const leave = (target: EventTarget | null) => {
    const menu = openMenu()
    if (menu && target instanceof Node && !menu.contains(target)) menu.open = false
  }
  document.addEventListener('click', ({ target }) => leave(target))
  // Close an open menu when the focus leaves it, because it would cover the newly focused element.
  document.addEventListener('focusin', ({ target }) => leave(target))
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && openMenu()
    if (!menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}

export function chooseColorMode(): void {
  document.addEventListener(colorModeEvent, markColorMode)
  addEventListener('storage', markColorMode)
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('[data-set-color-mode]')
    if (!button) return
    const menu = button.closest<HTMLDetailsElement>('.color-mode')
    if (menu) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
    // If the page forces a color mode, the user's choice for other pages does not change.
    if (/^(light|dark)$/.test(document.documentElement.dataset.colorModeForced ?? '')) return
    try {
      localStorage.setItem(colorModeKey, button.value)
    } catch {
      // localStorage is unavailable, so the chosen color mode lasts only as long as the page.
    }
    document.dispatchEvent(new CustomEvent(colorModeEvent, { detail: button.value }))
  })
}

/** Marks the button of the chosen mode as pressed. */
export function markColorMode(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-set-color-mode]')) {
    button.ariaPressed = String(button.value === document.documentElement.dataset.colorMode)
  }
}

/** Applies the color mode that a swapped-in page forces, or removes the mode that the previous page forced. */
export function takeForcedMode({ documentElement: next }: Document): void {
  const { dataset } = document.documentElement
  const forced = next.dataset.colorModeForced
  if (forced === dataset.colorModeForced) return
  if (forced === undefined) delete dataset.colorModeForced
  else dataset.colorModeForced = forced
  if (forced === 'system') console.warn(forcedSystem)
  document.dispatchEvent(new CustomEvent(colorModeEvent, { detail: dataset.colorMode }))
}
