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
