export const openMenus = 'details[data-menu][open]'

export function closeMenu(): void {
  const openMenu = () => document.querySelector<HTMLDetailsElement>(openMenus)
  const leave = (target: EventTarget | null) => {
    const menu = openMenu()
    if (menu && target instanceof Node && !menu.contains(target)) menu.open = false
  }
  document.addEventListener('click', ({ target }) => leave(target))
  // An open menu would cover the element that has the focus next.
  document.addEventListener('focusin', ({ target }) => leave(target))
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && openMenu()
    if (!menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}
