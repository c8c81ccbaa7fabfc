import type { Drawing } from './drawing.ts'
import { handleSpot, handlesOf, outlineOf } from './geometry.ts'
import { kindEntries } from './kinds/kinds.ts'
import { type Projection, type Spot, spotOf } from './projection.ts'
import type { Shape, ShapeTexts } from './shape.ts'

export function shapesOf(drawing: Drawing, projection: Projection, texts: ShapeTexts, isSelected: boolean): Shape[] {
  const outline = outlineOf(projection, drawing)
  const [a, b, ...more] = drawing.points.map((point) => spotOf(projection, point))
  const labels =
    a && b ? (kindEntries[drawing.kind].labels?.({ drawing, projection, spots: [a, b, ...more] }, texts) ?? []) : []
  const handles = handlesOf(drawing).map((handle): Shape => {
    return { type: 'handle', at: handleSpot(projection, drawing, handle) }
  })
  return [...outline, ...labels, ...(isSelected ? handles : [])]
}

/** Whether any line or box of a drawing crosses the chart. Prices that the scale cannot show are NaN px. */
export function isInSight(drawing: Drawing, projection: Projection): boolean {
  const { width, height } = projection
  return outlineOf(projection, drawing).some((shape) => {
    const spots = cornersOf(shape)
    const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)]
    return Math.max(...xs) >= 0 && Math.min(...xs) <= width && Math.max(...ys) >= 0 && Math.min(...ys) <= height
  })
}

function cornersOf(shape: Shape): readonly Spot[] {
  if (shape.type === 'line') return [shape.from, shape.to]
  if (shape.type === 'path') return shape.spots
  if (shape.type === 'text' || shape.type === 'handle') return [shape.at]
  const { x, y, width, height } = shape
  return [
    { x, y },
    { x: x + width, y: y + height },
  ]
}
