export interface RowKeys {
  /** Finds the link of each row; it has the focus while the row is walked */
  links: string
  /** Finds a row around anything in it */
  row: string
  /** The key that acts on the row one is in, and on what of it */
  act: { key: string; on: string }
  search(): HTMLInputElement | null
  /** Finds the popover of the keys */
  help: string
}

/** A list by keyboard: j and k walk its rows, one key acts on a row, `/` goes to the search, `?` shows the keys. */
export function walkRows(event: KeyboardEvent, { links: found, row, act, search, help }: RowKeys): void {
  const links = [...document.querySelectorAll<HTMLElement>(found)]
  const at = links.findIndex((link) => link.closest(row)?.contains(document.activeElement))
  switch (event.key) {
    case 'j':
      links[Math.min(at + 1, links.length - 1)]?.focus()
      break
    case 'k':
      links[Math.max(at - 1, 0)]?.focus()
      break
    case act.key:
      links[at]?.closest(row)?.querySelector<HTMLElement>(act.on)?.click()
      break
    case '/':
      search()?.focus()
      search()?.select()
      break
    case '?':
      document.querySelector<HTMLElement>(help)?.togglePopover()
      break
    default:
      return
  }
  event.preventDefault()
}
