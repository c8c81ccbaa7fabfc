import { pageTags, rootNames } from '../../ui/document/page-part.ts'
import { openMenus, takeForcedMode } from '../header.ts'

/** Whether a fetched page can be swapped in: a page of another build, or for another user, cannot. */
export function canSwapIn({ documentElement: { dataset } }: Document): boolean {
  const { build, viewer } = document.documentElement.dataset
  return dataset.pages !== undefined && dataset.build === build && dataset.viewer === viewer
}

/** Whether the next page has the same frame, such as header and sidebar, as the current page. */
export function hasSameFrame({ documentElement: { dataset } }: Document): boolean {
  return dataset.reading !== undefined && dataset.reading === document.documentElement.dataset.reading
}

/** Replaces the attributes of `<html>` and the page's tags in `<head>`; styles and scripts stay. */
export function swapHead(other: Document): void {
  const { documentElement: next, head } = other
  const { documentElement: root } = document
  for (const name of rootNames) {
    const value = next.getAttribute(name)
    // An unchanged attribute is skipped: setting the same value again would make the browser recompute all styles.
    if (value === root.getAttribute(name)) continue
    if (value === null) root.removeAttribute(name)
    else root.setAttribute(name, value)
  }
  takeForcedMode(other)
  for (const tag of document.head.querySelectorAll(pageTags)) tag.remove()
  // Preload links for the code font are dropped: the code that uses the font is inserted at the same moment.
  for (const link of head.querySelectorAll('link[data-code]')) link.remove()
  document.head.append(...head.querySelectorAll(pageTags))
}

/** Replaces the page's content with that of the next page; parts that are equal on both pages stay. */
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

/**
 * Replaces one part of the page. If both versions consist of the same inner parts, only inner parts that differ are
 * replaced.
 */
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

/**
 * Marks the next page as current in a menu that contains it, instead of replacing the menu, so that open folders stay
 * open.
 */
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

/** Closes open menus and dialogs, because they belong to the page that is left. */
export function closeOverlays(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) menu.open = false
  for (const drawer of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) drawer.hidePopover()
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close()
}
