import type { Drawing } from './drawing.ts'
import { handleSpot, handlesOf, type Projection, type Spot, spotOf } from './geometry.ts'
import type { DrawingTexts } from './texts.ts'

/** Shape of a drawing in px, drawn as SVG on the page and on a canvas in a downloaded picture. */
export type Shape =
  | { type: 'line'; from: Spot; to: Spot }
  | { type: 'box'; x: number; y: number; width: number; height: number }
  /** Text at a spot; with the anchor `end`, its lines end at the spot */
  | { type: 'text'; at: Spot; lines: readonly string[]; anchor: 'middle' | 'end' }
  | { type: 'handle'; at: Spot }

export type ShapeTexts = Pick<DrawingTexts, 'price' | 'measure'>

export const lineHeight = 15

export function shapesOf(drawing: Drawing, projection: Projection, texts: ShapeTexts, isSelected: boolean): Shape[] {
  const body = bodyOf(drawing, projection, texts)
  if (!isSelected) return body
  const handles = handlesOf[drawing.kind].map((handle): Shape => {
    return { type: 'handle', at: handleSpot(projection, drawing, handle) }
  })
  return [...body, ...handles]
}

function bodyOf(drawing: Drawing, projection: Projection, texts: ShapeTexts): Shape[] {
  const [a, b] = [spotOf(projection, drawing.points[0]), spotOf(projection, drawing.points[1])]
  const { width } = projection
  switch (drawing.kind) {
    case 'line':
      return [{ type: 'line', from: a, to: b }]
    case 'level': {
      const text = texts.price(drawing.points[0][1])
      return [
        { type: 'line', from: { x: 0, y: a.y }, to: { x: width, y: a.y } },
        { type: 'text', at: { x: width - 6, y: a.y - 5 }, lines: [text], anchor: 'end' },
      ]
    }
    case 'rectangle':
      return [boxOf(a, b)]
    case 'measure': {
      const lines = texts.measure(drawing)
      const isUp = b.y <= a.y
      const middle = (a.x + b.x) / 2
      const above = Math.min(a.y, b.y) - 6 - lineHeight * (lines.length - 1)
      const below = Math.max(a.y, b.y) + lineHeight + 2
      const y = isUp ? (above < lineHeight ? below : above) : below + lineHeight > projection.height ? above : below
      return [
        boxOf(a, b),
        { type: 'line', from: { x: middle, y: a.y }, to: { x: middle, y: b.y } },
        ...arrow({ x: middle, y: b.y }, isUp ? 1 : -1),
        { type: 'text', at: { x: middle, y }, lines, anchor: 'middle' },
      ]
    }
  }
}

function boxOf(a: Spot, b: Spot): Shape {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { type: 'box', x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

function arrow(tip: Spot, down: 1 | -1): Shape[] {
  return [-4, 4].map((dx): Shape => ({ type: 'line', from: { x: tip.x + dx, y: tip.y + 6 * down }, to: tip }))
}

export function isInSight(drawing: Drawing, projection: Projection): boolean {
  const [a, b] = [spotOf(projection, drawing.points[0]), spotOf(projection, drawing.points[1])]
  const isAcross = drawing.kind === 'level' || (Math.max(a.x, b.x) >= 0 && Math.min(a.x, b.x) <= projection.width)
  return isAcross && Math.max(a.y, b.y) >= 0 && Math.min(a.y, b.y) <= projection.height
}
