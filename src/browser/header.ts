export const openMenus = 'details[data-menu][open]'

export function closeMenu(): void {
  const openMenu = () => document.querySelector<HTMLDetailsElement>(openMenus)
  document.addEventListener('click', (event) => {
    const menu = openMenu()
    if (menu && event.target instanceof Node && !menu.contains(event.target)) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && openMenu()
    if (!menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}
