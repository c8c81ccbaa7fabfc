import type { Drawing, DrawingKind, Point } from './drawing.ts'
import { mapPoints } from './drawing.ts'

/** How a chart shows the market just now: times (ms UTC) across, prices down, both in px from its top left corner. */
export interface Projection {
  xOf(time: number): number
  yOf(price: number): number
  timeOf(x: number): number
  priceOf(y: number): number
  width: number
  height: number
}

/** A place on the screen, px */
export interface Spot {
  x: number
  y: number
}

/** Something to take a drawing by: which of its points gives the time there, and which the price. */
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

/** What each kind can be taken by. */
export const handlesOf: Record<DrawingKind, readonly Handle[]> = {
  line: ends,
  level: [{ time: 0, price: 0 }],
  rectangle: corners,
  measure: corners,
}

export function spotOf(projection: Projection, [time, price]: Point): Spot {
  return { x: projection.xOf(time), y: projection.yOf(price) }
}

/** The place on the market that a spot shows; times are whole ms. */
export function pointOf(projection: Projection, { x, y }: Spot): Point {
  return [Math.max(0, Math.round(projection.timeOf(x))), projection.priceOf(y)]
}

export function handleSpot(projection: Projection, drawing: Drawing, handle: Handle): Spot {
  return spotOf(projection, [drawing.points[handle.time][0], drawing.points[handle.price][1]])
}

/**
 * What of a drawing lies under a spot; handles win over the body. Nothing when the spot is further away than `reach` px.
 */
export function hitOf(projection: Projection, drawing: Drawing, spot: Spot, reach: number): Hit | undefined {
  const handle = handlesOf[drawing.kind].find((each) => distance(handleSpot(projection, drawing, each), spot) <= reach)
  if (handle) return { part: 'handle', handle }
  return bodyDistance(projection, drawing, spot) <= reach ? { part: 'body' } : undefined
}

/** The topmost drawing under a spot: the one that was drawn last. */
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

/** How far a spot is from the nearest spot between two ends. */
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

/** Moves a drawing as a whole by px, so that it looks the same on any scale. */
export function movedBy(projection: Projection, drawing: Drawing, dx: number, dy: number): Drawing {
  return mapPoints(drawing, ([time, price]) => [
    // Where nothing moves, nothing is to be lost by going over pixels and back.
    dx === 0 ? time : Math.max(0, Math.round(projection.timeOf(projection.xOf(time) + dx))),
    dy === 0 ? price : projection.priceOf(projection.yOf(price) + dy),
  ])
}

/** Puts what a drawing is taken by to another place; the rest of it stays. */
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
