import { pageTags, rootNames } from '../../ui/document/page-part.ts'
import { takeForcedMode } from '../color-mode.ts'
import { openMenus } from '../header.ts'

/** A page of another build, or for another user, cannot be swapped in. */
export function canSwapIn({ documentElement: { dataset } }: Document): boolean {
  const { build, viewer } = document.documentElement.dataset
  return dataset.pages !== undefined && dataset.build === build && dataset.viewer === viewer
}

/** Whether both pages have the same frame around their contents. */
export function hasSameFrame({ documentElement: { dataset } }: Document): boolean {
  return dataset.reading !== undefined && dataset.reading === document.documentElement.dataset.reading
}

/** Replaces the root's attributes and the page's tags in the head; styles and scripts stay. */
export function swapHead(other: Document): void {
  const { documentElement: next, head } = other
  const { documentElement: root } = document
  for (const name of rootNames) {
    const value = next.getAttribute(name)
    // Setting the same value again would make the browser restyle everything.
    if (value === root.getAttribute(name)) continue
    if (value === null) root.removeAttribute(name)
    else root.setAttribute(name, value)
  }
  takeForcedMode(other)
  for (const tag of document.head.querySelectorAll(pageTags)) tag.remove()
  // No need to preload: the code that uses the fonts is inserted at the same moment.
  for (const link of head.querySelectorAll('link[data-code]')) link.remove()
  document.head.append(...head.querySelectorAll(pageTags))
}

/** Replaces this page with the next one; parts that both share stay as they are. */
export function swapPage(next: Document): void {
  swapHead(next)
  for (const name of ['sections', 'languages']) {
    const news = next.querySelector(`[data-part=${name}]`)
    for (const part of partsOf(document, name)) if (news) replaceContent(part, news)
  }
  const [from] = partsOf(document, 'page')
  const [to] = partsOf(next, 'page')
  if (from && to) replacePart(from, to)
}

const partsOf = (root: ParentNode, name: string) => [...root.querySelectorAll<HTMLElement>(`[data-part=${name}]`)]

/** If both have the same inner parts, only those are replaced. */
function replacePart(from: HTMLElement, to: HTMLElement): void {
  const inner = [...to.querySelectorAll<HTMLElement>('[data-part]')]
  const names = inner.map(({ dataset }) => dataset.part)
  const own = [...from.querySelectorAll<HTMLElement>('[data-part]')]
  const isAlike = inner.length > 0 && names.join() === own.map(({ dataset }) => dataset.part).join()
  if (!isAlike) {
    from.replaceWith(to)
    return
  }
  own.forEach((part, at) => {
    const other = inner[at]
    if (!other || part.isEqualNode(other)) return
    if (part.dataset.part !== 'sidebar' || !moveMark(part, other)) part.replaceWith(other)
  })
}

/** Moves the mark in a menu that contains the next page, so that open folders stay open. */
function moveMark(menu: Element, other: Element): boolean {
  const href = other.querySelector('a[aria-current]')?.getAttribute('href')
  const links = [...menu.querySelectorAll('li:not(.sidebar-pending) > a[href]')]
  const link = links.find((each) => each.getAttribute('href') === href)
  if (!link) return false
  menu.querySelector('a[aria-current]')?.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'page')
  for (let box = link.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true
  return true
}

function replaceContent(part: Element, { childNodes }: Element): void {
  const copies = [...childNodes].map((node) => node.cloneNode(true))
  const isSame =
    part.childNodes.length === copies.length &&
    copies.every((node, at) => node.isEqualNode(part.childNodes[at] ?? null))
  if (!isSame) part.replaceChildren(...copies)
}

/** Closes what covers the page, because it belongs to the page that is left. */
export function closeOverlays(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) menu.open = false
  for (const drawer of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) drawer.hidePopover()
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close()
}
