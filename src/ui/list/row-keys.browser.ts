export interface RowKeys {
  act: string | undefined
  search: HTMLInputElement | null
  help: HTMLElement | null
}

export function walkRows(event: KeyboardEvent, list: HTMLElement, { act, search, help }: RowKeys): void {
  const links = [...list.querySelectorAll<HTMLElement>('[data-row-open]')]
  const at = links.findIndex((link) => link.closest('[data-row]')?.contains(document.activeElement))
  switch (event.key) {
    case 'j':
      links[Math.min(at + 1, links.length - 1)]?.focus()
      break
    case 'k':
      links[Math.max(at - 1, 0)]?.focus()
      break
    case act:
      links[at]?.closest('[data-row]')?.querySelector<HTMLElement>('[data-row-act]')?.click()
      break
    case '/':
      search?.focus()
      search?.select()
      break
    case '?':
      help?.togglePopover()
      break
    default:
      return
  }
  event.preventDefault()
}
