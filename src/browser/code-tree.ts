/**
 * Makes the file lists of code trees trees: one item is a Tab stop, arrows walk and fold, Enter and the space bar show
 * a file, letters go to the next item that begins with them.
 */
export function growCodeTrees(trees: Iterable<HTMLElement>): void {
  for (const tree of trees) {
    const list = tree.querySelector<HTMLElement>('.code-tree-files')
    if (list) grow(tree, list)
  }
}

function grow(tree: HTMLElement, list: HTMLElement): void {
  const items = [...list.querySelectorAll<HTMLElement>('.code-tree-name')]
  for (const element of list.querySelectorAll('ul, li')) element.role = 'none'
  list.role = 'tree'
  for (const item of items) {
    item.role = 'treeitem'
    item.ariaLevel = String(levelOf(item))
    if (isFolder(item)) item.ariaExpanded = String(!item.parentElement?.matches('.is-closed'))
  }
  const show = (file: HTMLElement) => {
    for (const item of items) {
      if (!isFolder(item)) item.ariaSelected = String(item === file)
      item.classList.toggle('is-current', item === file)
    }
    for (const panel of tree.querySelectorAll('.code-tree-panel')) {
      panel.classList.toggle('is-current', panel === panelOf(file))
    }
  }
  const makeTabStop = (item: HTMLElement) => {
    for (const other of items) other.tabIndex = other === item ? 0 : -1
  }
  const press = (item: HTMLElement) => {
    makeTabStop(item)
    if (isFolder(item)) fold(item, isOpen(item))
    else show(item)
  }
  const showAddressed = () => {
    const file = items.find((item) => panelOf(item) && addressOf(item) === location.hash)
    if (!file) return
    show(file)
    makeTabStop(file)
    for (let item: HTMLElement | undefined = file; item; item = parentOf(item)) if (isFolder(item)) fold(item, false)
  }

  const first = items.find((item) => item.matches('.is-current')) ?? items[0]
  if (first) show(first)
  if (first) makeTabStop(first)
  showAddressed()
  addEventListener('hashchange', showAddressed)
  list.addEventListener('click', (event) => {
    const item = event.target instanceof Element && event.target.closest<HTMLElement>('.code-tree-name')
    if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    press(item)
    item.focus()
  })
  list.addEventListener('keydown', (event) => {
    const item = items.find((other) => other === event.target)
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') press(item)
    else if (event.key === 'ArrowRight' && isFolder(item) && !isOpen(item)) fold(item, false)
    else if (event.key === 'ArrowLeft' && isFolder(item) && isOpen(item)) fold(item, true)
    else {
      const next = nextItem(items, item, event.key)
      if (!next) return
      makeTabStop(next)
      next.focus()
    }
    event.preventDefault()
  })
}

/** Where a key leads from an item; to itself at the ends of the tree, nowhere when the key is none of the tree's. */
function nextItem(items: HTMLElement[], item: HTMLElement, key: string): HTMLElement | undefined {
  const shown = items.filter((other) => other.checkVisibility())
  const at = shown.indexOf(item)
  if (key === 'ArrowDown') return shown[at + 1] ?? item
  if (key === 'ArrowUp') return shown[at - 1] ?? item
  if (key === 'Home') return shown[0]
  if (key === 'End') return shown.at(-1)
  if (key === 'ArrowLeft') return parentOf(item) ?? item
  if (key === 'ArrowRight') return (isFolder(item) && shown[at + 1]) || item
  if (key.length > 1) return undefined
  const later = [...shown.slice(at + 1), ...shown.slice(0, at + 1)]
  return later.find((other) => other.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
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

function parentOf(item: HTMLElement): HTMLElement | undefined {
  return item.closest('ul')?.closest('li')?.querySelector<HTMLElement>('.code-tree-name') ?? undefined
}

function levelOf(item: HTMLElement): number {
  const parent = parentOf(item)
  return parent ? levelOf(parent) + 1 : 1
}

function addressOf(item: HTMLElement): string {
  return item instanceof HTMLAnchorElement ? item.hash : ''
}

function panelOf(file: HTMLElement): HTMLElement | null {
  return document.getElementById(decodeURIComponent(addressOf(file).slice(1)))
}
