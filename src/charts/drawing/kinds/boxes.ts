import { lineHeight } from '../line-style.ts'
import type { Spot } from '../projection.ts'
import type { Shape } from '../shape.ts'
import { boxOf, corners, type KindEntry, single } from './kind.ts'
import { lineOf } from './lines.ts'

export const rectangle: KindEntry = { presses: 2, handles: corners, outline: ({ spots: [a, b] }) => [boxOf(a, b)] }

export const measure: KindEntry = {
  presses: 2,
  handles: corners,
  outline: ({ spots: [a, b] }) => {
    const middle = (a.x + b.x) / 2
    return [boxOf(a, b), lineOf({ x: middle, y: a.y }, { x: middle, y: b.y })]
  },
  labels: ({ drawing, projection, spots: [a, b] }, texts) => {
    const lines = texts.measure(drawing)
    const isUp = b.y <= a.y
    const middle = (a.x + b.x) / 2
    const above = Math.min(a.y, b.y) - 6 - lineHeight * (lines.length - 1)
    const below = Math.max(a.y, b.y) + lineHeight + 2
    const y = isUp ? (above < lineHeight ? below : above) : below + lineHeight > projection.height ? above : below
    return [
      ...arrowHead({ x: middle, y: b.y }, isUp ? 1 : -1),
      { type: 'text', at: { x: middle, y }, lines, anchor: 'middle' },
    ]
  },
}

function arrowHead(tip: Spot, down: 1 | -1): Shape[] {
  return [-4, 4].map((dx) => lineOf({ x: tip.x + dx, y: tip.y + 6 * down }, tip))
}

/** Approximate width of a character, px: the text is measured by nobody before it is drawn */
const characterWidth = 7

/** Shown instead of an empty text, so that the drawing can be seen and pressed */
const noText = '…'

export const text: KindEntry = {
  presses: 1,
  handles: single,
  outline: ({ drawing, spots: [{ x, y }] }) => {
    const lines = linesOf(drawing.text)
    const width = Math.max(...lines.map(({ length }) => length)) * characterWidth
    return [{ type: 'area', x: x + 8, y: y - lineHeight, width, height: lines.length * lineHeight }]
  },
  labels: ({ drawing, spots: [{ x, y }] }) => [
    { type: 'text', at: { x: x + 8, y: y - 4 }, lines: linesOf(drawing.text), anchor: 'start' },
  ],
}

function linesOf(text: string | undefined): string[] {
  return (text || noText).split('\n')
}
