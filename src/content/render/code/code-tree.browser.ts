/**
 * Makes code trees interactive. One item of a tree is a Tab stop; arrows move and fold, Enter and Space show a file,
 * letters search. Each file has an address.
 */
export function enhanceCodeTrees(boxes: Iterable<HTMLElement>): void {
  for (const box of boxes) {
    const tree = new CodeTree(box)
    tree.showAddressed()
    addEventListener('hashchange', () => tree.showAddressed())
    box.addEventListener('click', (event) => tree.answerClick(event))
    box.addEventListener('keydown', (event) => tree.answerKey(event))
  }
}

/**
 * Keyboard and pointer control of a code tree. Its items are folders, which are `<span>`s, and files, which are links
 * to the boxes of their code.
 */
class CodeTree {
  readonly #items: HTMLElement[]
  readonly #panels: Element[]

  constructor(box: HTMLElement) {
    this.#items = [...box.querySelectorAll<HTMLElement>('.code-tree-name')]
    this.#panels = [...box.querySelectorAll('.code-tree-panel')]
    for (const element of box.querySelectorAll('.code-tree-files :is(ul, li)')) element.role = 'none'
    for (const list of box.querySelectorAll('.code-tree-files')) list.role = 'tree'
    for (const item of this.#items) {
      item.role = 'treeitem'
      item.ariaLevel = String(levelOf(item))
      if (isFolder(item)) fold(item, item.parentElement?.matches('.is-closed') ?? false)
    }
    const current = this.#items.find((item) => item.matches('.is-current'))
    if (current) this.#show(current)
  }

  showAddressed(): void {
    const file = this.#items.find((item) => item instanceof HTMLAnchorElement && item.hash === location.hash)
    if (!file) return
    this.#show(file)
    for (let folder = folderOf(file); folder; folder = folderOf(folder)) fold(folder, false)
  }

  answerClick(event: MouseEvent): void {
    const item = this.#items.find((other) => event.target instanceof Node && other.contains(event.target))
    if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    this.#press(item)
    item.focus()
  }

  answerKey(event: KeyboardEvent): void {
    const item = this.#items.find((other) => other === event.target)
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'Enter' || key === ' ') this.#press(item)
    else if (isFolder(item) && key === (isOpen(item) ? 'ArrowLeft' : 'ArrowRight')) fold(item, isOpen(item))
    else {
      const next = this.#itemAt(key, item)
      if (!next) return
      this.#stopAt(next)
      next.focus()
    }
    event.preventDefault()
  }

  #press(item: HTMLElement): void {
    this.#stopAt(item)
    if (isFolder(item)) fold(item, isOpen(item))
    else this.#show(item)
  }

  #show(file: HTMLElement): void {
    this.#stopAt(file)
    for (const item of this.#items) {
      item.classList.toggle('is-current', item === file)
      if (!isFolder(item)) item.ariaSelected = String(item === file)
    }
    for (const panel of this.#panels) {
      panel.classList.toggle('is-current', file instanceof HTMLAnchorElement && file.hash === `#${panel.id}`)
    }
  }

  #stopAt(item: HTMLElement): void {
    for (const other of this.#items) other.tabIndex = other === item ? 0 : -1
  }

  /**
   * Returns the item to which a key moves: the same item at the ends of the tree, undefined if the tree does not use
   * the key.
   */
  #itemAt(key: string, item: HTMLElement): HTMLElement | undefined {
    const shown = this.#items.filter((other) => other.checkVisibility())
    const at = shown.indexOf(item)
    if (key === 'ArrowDown') return shown[at + 1] ?? item
    if (key === 'ArrowUp') return shown[at - 1] ?? item
    if (key === 'Home') return shown[0]
    if (key === 'End') return shown.at(-1)
    if (key === 'ArrowLeft') return folderOf(item) ?? item
    if (key === 'ArrowRight') return isFolder(item) ? (shown[at + 1] ?? item) : item
    if (key.length > 1) return undefined
    const others = [...shown.slice(at + 1), ...shown.slice(0, at)]
    return others.find((other) => other.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
  }
}

function fold(folder: HTMLElement, isClosed: boolean): void {
  folder.parentElement?.classList.toggle('is-closed', isClosed)
  folder.ariaExpanded = String(!isClosed)
}

function isFolder(item: HTMLElement): boolean {
  return !(item instanceof HTMLAnchorElement)
}

function isOpen(folder: HTMLElement): boolean {
  return folder.ariaExpanded === 'true'
}

function folderOf(item: HTMLElement): HTMLElement | undefined {
  return item.closest('ul')?.closest('li')?.querySelector<HTMLElement>('.code-tree-name') ?? undefined
}

function levelOf(item: HTMLElement): number {
  const folder = folderOf(item)
  return folder ? levelOf(folder) + 1 : 1
}
