import { type Drawing, isSingle, mapPoints, type Point } from './drawing.ts'
import { kindEntries } from './kinds/kinds.ts'
import { distance, type Handle, type Projection, type Spot, segmentDistance, spotOf } from './projection.ts'
import type { Shape } from './shape.ts'

export type Hit = { part: 'body' } | { part: 'handle'; handle: Handle }

export function handlesOf(drawing: Drawing): readonly Handle[] {
  return kindEntries[drawing.kind].handles
}

export function handleSpot(projection: Projection, { points }: Drawing, { time, price }: Handle): Spot {
  return spotOf(projection, [(points[time] ?? points[1])[0], (points[price] ?? points[1])[1]])
}

/**
 * Finds the part of a drawing at a spot; handles win over the body. Undefined if both are further away than `reach` px.
 */
export function hitOf(projection: Projection, drawing: Drawing, spot: Spot, reach: number): Hit | undefined {
  const handle = handlesOf(drawing).find((each) => distance(handleSpot(projection, drawing, each), spot) <= reach)
  if (handle) return { part: 'handle', handle }
  const outline = outlineOf(projection, drawing)
  return outline.some((shape) => shapeDistance(shape, spot) <= reach) ? { part: 'body' } : undefined
}

export function drawingAt(projection: Projection, drawings: readonly Drawing[], spot: Spot, reach: number) {
  for (const drawing of drawings.toReversed()) {
    const hit = hitOf(projection, drawing, spot, reach)
    if (hit) return { drawing, hit }
  }
  return undefined
}

/** Lines and boxes of a drawing, without texts and handles; a press on them takes the drawing. */
export function outlineOf(projection: Projection, drawing: Drawing): Shape[] {
  const [a, b, ...more] = drawing.points.map((point) => spotOf(projection, point))
  return a && b ? kindEntries[drawing.kind].outline({ drawing, projection, spots: [a, b, ...more] }) : []
}

function shapeDistance(shape: Shape, spot: Spot): number {
  if (shape.type === 'line') return segmentDistance(shape.from, shape.to, spot)
  if (shape.type === 'path') {
    const { spots } = shape
    return Math.min(...spots.slice(1).map((to, index) => segmentDistance(spots[index] ?? to, to, spot)))
  }
  if (shape.type !== 'box' && shape.type !== 'area') return Number.POSITIVE_INFINITY
  const dx = Math.max(shape.x - spot.x, 0, spot.x - shape.x - shape.width)
  const dy = Math.max(shape.y - spot.y, 0, spot.y - shape.y - shape.height)
  return Math.hypot(dx, dy)
}

/** Moves a drawing by px, so that its shape stays the same on any price scale. */
export function movedBy(projection: Projection, drawing: Drawing, dx: number, dy: number): Drawing {
  return mapPoints(drawing, ([time, price]) => [
    // Converting to px and back would round the value, so an axis without movement is skipped.
    dx === 0 ? time : Math.max(0, Math.round(projection.timeOf(projection.xOf(time) + dx))),
    dy === 0 ? price : projection.priceOf(projection.yOf(price) + dy),
  ])
}

export function withHandleAt(drawing: Drawing, handle: Handle, [time, price]: Point): Drawing {
  if (isSingle(drawing.kind)) return mapPoints(drawing, () => [time, price])
  return mapPoints(drawing, ([ownTime, ownPrice], index) => [
    handle.time === index ? time : ownTime,
    handle.price === index ? price : ownPrice,
  ])
}
