import { drawingAt } from '../drawing/geometry.ts'
import { spotIn } from '../drawing/live-layer.ts'
import { spotOf } from '../drawing/projection.ts'
import { type ContextMenuOptions, chartItems, drawingItems, type MenuItem } from './items.ts'

export interface MenuPlace {
  clientX: number
  clientY: number
  pointerType?: string
}

/** Max distance from a press to a drawing, px */
const [reach, touchReach] = [8, 18]

/**
 * Opens the menu of the chart, its price axis or a drawing at a place of the window. A menu that was opened by a key is
 * that of the selected drawing, if there is one.
 */
export function openContextMenu(options: ContextMenuOptions, place: MenuPlace): void {
  const { view, desk, chart, layer, words } = options
  desk.activate(chart)
  const scale = layer.projection()
  const spot = spotIn(view.element, place)
  const isByKey = place.pointerType === undefined
  const selected = layer.drawings().find(({ id }) => id === desk.selected.peek())
  const found =
    isByKey || !scale || spot.x > scale.width
      ? undefined
      : drawingAt(scale, layer.drawings(), spot, place.pointerType === 'touch' ? touchReach : reach)?.drawing
  const drawing = isByKey ? selected : found
  desk.selected.value = drawing?.id
  const at = drawing && isByKey && scale ? spotOf(scale, drawing.points[0]) : spot
  const items = [
    ...(drawing ? drawingItems(options, drawing) : []),
    ...chartItems(options, { x: at.x, y: at.y, scale }),
  ]
  showMenu(items, { place, label: words.drawing.menu.plain })
}

/** Least distance between the menu and the edges of the window, px */
const margin = 8

/** Shows a menu as ARIA describes it: arrows, Home and End move, Escape and Tab close, and the focus returns. */
function showMenu(items: readonly MenuItem[], { place, label }: { place: MenuPlace; label: string }): void {
  document.querySelector('.chart-context')?.dispatchEvent(new Event('leave'))
  const before = document.activeElement
  const menu = document.createElement('div')
  menu.className = 'chart-context'
  menu.setAttribute('role', 'menu')
  menu.setAttribute('aria-label', label)
  const close = (returnsFocus: boolean) => {
    menu.remove()
    abort.abort()
    if (returnsFocus && (before instanceof HTMLElement || before instanceof SVGElement))
      before.focus({ preventScroll: true })
  }
  const entries = items.map((item) => entryOf(item, () => close(true)))
  menu.append(...entries)
  document.body.append(menu)
  const { width, height } = menu.getBoundingClientRect()
  menu.style.left = `${Math.max(margin, Math.min(place.clientX, innerWidth - width - margin))}px`
  menu.style.top = `${Math.max(margin, Math.min(place.clientY, innerHeight - height - margin))}px`

  const abort = new AbortController()
  const { signal } = abort
  menu.addEventListener('leave', () => close(false), { signal })
  menu.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  menu.addEventListener(
    'keydown',
    (event) => {
      const index = entries.findIndex((entry) => entry.matches(':focus'))
      const next = nextIndex(event.key, index, entries.length)
      event.stopPropagation()
      if (event.key === 'Escape' || event.key === 'Tab') close(true)
      else if (next !== undefined) entries[next]?.focus()
      else if (event.key === ' ') entries[index]?.click()
      else return
      event.preventDefault()
    },
    { signal },
  )
  const isOutside = (event: Event) => !(event.target instanceof Node && menu.contains(event.target))
  addEventListener('pointerdown', (event) => isOutside(event) && close(false), { capture: true, signal })
  addEventListener('wheel', (event) => isOutside(event) && close(false), { capture: true, passive: true, signal })
  addEventListener('resize', () => close(true), { signal })
  entries[0]?.focus({ preventScroll: true })
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

function entryOf({ text, href, act, isFirst }: MenuItem, close: () => void): HTMLElement {
  const entry = document.createElement(href ? 'a' : 'button')
  if (entry instanceof HTMLAnchorElement) entry.href = href ?? ''
  else entry.type = 'button'
  entry.setAttribute('role', 'menuitem')
  entry.tabIndex = -1
  entry.textContent = text
  if (isFirst) entry.dataset.first = ''
  entry.addEventListener('click', (event) => {
    // A click with a modifier opens the link in another tab or window.
    if (href && event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    if (act) event.preventDefault()
    close()
    act?.()
  })
  return entry
}
