import type { Point } from './drawing.ts'

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
  time: number
  price: number
}

export function spotOf(projection: Projection, [time, price]: Point): Spot {
  return { x: projection.xOf(time), y: projection.yOf(price) }
}

export function pointOf(projection: Projection, { x, y }: Spot): Point {
  return [Math.max(0, Math.round(projection.timeOf(x))), projection.priceOf(y)]
}

export function segmentDistance(a: Spot, b: Spot, spot: Spot): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : ((spot.x - a.x) * dx + (spot.y - a.y) * dy) / square
  const clamped = Math.min(1, Math.max(0, share))
  return distance({ x: a.x + clamped * dx, y: a.y + clamped * dy }, spot)
}

export function distance(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
