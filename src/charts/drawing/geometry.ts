import { type Drawing, type DrawingKind, mapPoints, type Point } from './drawing.ts'

/** Converts times (ms UTC) and prices to px from the top left corner of the chart, and back. */
export interface Projection {
  xOf(time: number): number
  yOf(price: number): number
  timeOf(x: number): number
  priceOf(y: number): number
  width: number
  height: number
}

export interface Spot {
  x: number
  y: number
}

/** Handle by which a drawing is resized: the indexes of the points that give the handle's time and price. */
export interface Handle {
  time: 0 | 1
  price: 0 | 1
}

export type Hit = { part: 'body' } | { part: 'handle'; handle: Handle }

const ends: readonly Handle[] = [
  { time: 0, price: 0 },
  { time: 1, price: 1 },
]
const corners: readonly Handle[] = [...ends, { time: 0, price: 1 }, { time: 1, price: 0 }]

export const handlesOf: Record<DrawingKind, readonly Handle[]> = {
  line: ends,
  level: [{ time: 0, price: 0 }],
  rectangle: corners,
  measure: corners,
}

export function spotOf(projection: Projection, [time, price]: Point): Spot {
  return { x: projection.xOf(time), y: projection.yOf(price) }
}

export function pointOf(projection: Projection, { x, y }: Spot): Point {
  return [Math.max(0, Math.round(projection.timeOf(x))), projection.priceOf(y)]
}

export function handleSpot(projection: Projection, drawing: Drawing, handle: Handle): Spot {
  return spotOf(projection, [drawing.points[handle.time][0], drawing.points[handle.price][1]])
}

/**
 * Finds the part of a drawing at a spot; handles win over the body. Undefined if both are further away than `reach` px.
 */
export function hitOf(projection: Projection, drawing: Drawing, spot: Spot, reach: number): Hit | undefined {
  const handle = handlesOf[drawing.kind].find((each) => distance(handleSpot(projection, drawing, each), spot) <= reach)
  if (handle) return { part: 'handle', handle }
  return bodyDistance(projection, drawing, spot) <= reach ? { part: 'body' } : undefined
}

export function drawingAt(projection: Projection, drawings: readonly Drawing[], spot: Spot, reach: number) {
  for (const drawing of drawings.toReversed()) {
    const hit = hitOf(projection, drawing, spot, reach)
    if (hit) return { drawing, hit }
  }
  return undefined
}

function bodyDistance(projection: Projection, { kind, points }: Drawing, spot: Spot): number {
  const [a, b] = [spotOf(projection, points[0]), spotOf(projection, points[1])]
  if (kind === 'level') return Math.abs(spot.y - a.y)
  if (kind === 'line') return segmentDistance(a, b, spot)
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)]
  const dx = Math.max(left - spot.x, 0, spot.x - right)
  const dy = Math.max(top - spot.y, 0, spot.y - bottom)
  return Math.hypot(dx, dy)
}

export function segmentDistance(a: Spot, b: Spot, spot: Spot): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : ((spot.x - a.x) * dx + (spot.y - a.y) * dy) / square
  const clamped = Math.min(1, Math.max(0, share))
  return distance({ x: a.x + clamped * dx, y: a.y + clamped * dy }, spot)
}

function distance(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
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
  if (drawing.kind === 'level') return mapPoints(drawing, () => [time, price])
  const [a, b] = drawing.points
  const timeAt = (index: 0 | 1, [own]: Point) => (handle.time === index ? time : own)
  const priceAt = (index: 0 | 1, [, own]: Point) => (handle.price === index ? price : own)
  return {
    ...drawing,
    points: [
      [timeAt(0, a), priceAt(0, a)],
      [timeAt(1, b), priceAt(1, b)],
    ],
  }
}
