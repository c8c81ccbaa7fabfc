import type { Drawing } from './drawing.ts'
import type { Shape } from './shapes.ts'
import { drawShapes, setAttributes, svgElement } from './svg.ts'

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
        setAttributes(group, { 'aria-label': name, 'aria-pressed': isSelected, 'data-kind': drawing.kind })
        drawShapes(group, shapes, drawing.color)
      }
    },
  }
}
