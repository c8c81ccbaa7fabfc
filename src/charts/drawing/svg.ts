import type { Drawing } from './drawing.ts'
import { dashesOf, faint, lineHeight } from './line-style.ts'
import type { Shape } from './shape.ts'

const space = 'http://www.w3.org/2000/svg'

function svgElement<Name extends keyof SVGElementTagNameMap>(name: Name, className = '') {
  const element = document.createElementNS(space, name)
  if (className) element.setAttribute('class', className)
  return element
}

export function setAttributes(element: Element, values: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'number' ? String(Math.round(value * 100) / 100) : value
    if (element.getAttribute(name) !== text) element.setAttribute(name, text)
  }
}

function drawShapes(group: SVGGElement, shapes: readonly Shape[], style: Drawing): void {
  const kinds = shapes.map(({ type }) => type).join(' ')
  if (group.dataset.shapes !== kinds) {
    group.dataset.shapes = kinds
    group.replaceChildren(...shapes.map(elementOf))
  }
  for (const [index, shape] of shapes.entries()) {
    const element = group.children[index]
    if (element) place(element, shape, style)
  }
}

function elementOf({ type }: Shape): SVGElement {
  if (type === 'line') return svgElement('line', 'drawing-line')
  if (type === 'path') return svgElement('polyline', 'drawing-line')
  if (type === 'box' || type === 'area') return svgElement('rect', type === 'box' ? 'drawing-box' : '')
  return type === 'text' ? svgElement('text', 'drawing-text') : svgElement('circle', 'drawing-handle')
}

function place(element: Element, shape: Shape, style: Drawing): void {
  const { color, width: lineWidth = 2 } = style
  const isFaint = shape.type === 'line' && shape.isFaint === true
  const stroke = {
    stroke: color,
    'stroke-width': lineWidth,
    'stroke-dasharray': dashesOf(style, isFaint).join(' '),
    'stroke-opacity': isFaint ? faint : 1,
  }
  if (shape.type === 'line') {
    const { from, to } = shape
    setAttributes(element, { x1: from.x, y1: from.y, x2: to.x, y2: to.y, ...stroke })
  } else if (shape.type === 'path') {
    const spots = shape.spots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
    setAttributes(element, { points: spots, fill: 'none', 'stroke-linejoin': 'round', ...stroke })
  } else if (shape.type === 'box') {
    const { x, y, width, height, color: own = color } = shape
    setAttributes(element, { x, y, width, height, ...stroke, stroke: own, fill: own })
  } else if (shape.type === 'area') {
    const { x, y, width, height } = shape
    setAttributes(element, { x, y, width, height, fill: 'none' })
  } else if (shape.type === 'handle') setAttributes(element, { cx: shape.at.x, cy: shape.at.y, r: 5, stroke: color })
  else write(element, shape, color)
}

function write(element: Element, { at, lines, anchor }: Shape & { type: 'text' }, color: string): void {
  setAttributes(element, { 'text-anchor': anchor, fill: color })
  while (element.children.length < lines.length) element.append(svgElement('tspan'))
  for (const [index, span] of [...element.children].entries()) {
    setAttributes(span, { x: at.x, y: at.y + index * lineHeight })
    const text = lines[index] ?? ''
    if (span.textContent !== text) span.textContent = text
  }
}

export interface DrawnShapes {
  drawing: Drawing
  shapes: Shape[]
}

export interface GroupsOptions {
  label: string
  nameOf(drawing: Drawing): string
  onFocus(id: string): void
}

/** Creates the SVG layer above a chart: a focusable group for each drawing, then the cross that keys move. */
export function createDrawingGroups(host: Element, { label, nameOf, onFocus }: GroupsOptions) {
  const svg = svgElement('svg', 'drawing-layer')
  const cursor = svgElement('path', 'drawing-cursor')
  const groups = new Map<string, SVGGElement>()
  const names = new WeakMap<Drawing, string>()
  setAttributes(svg, { role: 'group', 'aria-label': label, tabindex: '-1' })
  svg.append(cursor)
  host.append(svg)

  const groupOf = ({ id }: Drawing): SVGGElement => {
    const known = groups.get(id)
    if (known) return known
    const group = svgElement('g', 'drawing')
    setAttributes(group, { role: 'button', tabindex: '0', 'data-id': id })
    group.addEventListener('focus', () => onFocus(id))
    groups.set(id, group)
    svg.insertBefore(group, cursor)
    return group
  }
  /** Puts groups into the order of their drawings; those in order are not moved, because a move takes the focus. */
  const restack = (order: readonly SVGGElement[]) => {
    let next: Element = cursor
    for (const group of order.toReversed()) {
      if (group.nextElementSibling !== next) svg.insertBefore(group, next)
      next = group
    }
  }
  return {
    svg,
    cursor,
    draw: (drawn: readonly DrawnShapes[], size: { width: number; height: number }, selected: string | undefined) => {
      setAttributes(svg, size)
      const ids = new Set(drawn.map(({ drawing }) => drawing.id))
      for (const [id, group] of groups) {
        if (ids.has(id)) continue
        group.remove()
        groups.delete(id)
      }
      for (const { drawing, shapes } of drawn) {
        const group = groupOf(drawing)
        const name = names.get(drawing) ?? nameOf(drawing)
        names.set(drawing, name)
        const isSelected = String(drawing.id === selected)
        const isLocked = String(drawing.isLocked === true)
        setAttributes(group, { 'aria-label': name, 'aria-pressed': isSelected, 'data-kind': drawing.kind })
        setAttributes(group, { 'data-locked': isLocked })
        drawShapes(group, shapes, drawing)
      }
      restack(drawn.flatMap(({ drawing: { id } }) => groups.get(id) ?? []))
    },
  }
}
