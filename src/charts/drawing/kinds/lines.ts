import type { Projection, Spot } from '../projection.ts'
import type { Shape } from '../shape.ts'
import { ends, type KindEntry, single, three } from './kind.ts'

export const line: KindEntry = { presses: 2, handles: ends, outline: ({ spots: [from, to] }) => [lineOf(from, to)] }

export const ray: KindEntry = {
  presses: 2,
  handles: ends,
  outline: ({ spots: [a, b], projection }) => extendedLine(a, b, projection, 0),
}

export const extended: KindEntry = {
  presses: 2,
  handles: ends,
  outline: ({ spots: [a, b], projection }) => extendedLine(a, b, projection, Number.NEGATIVE_INFINITY),
}

export const arrow: KindEntry = {
  presses: 2,
  handles: ends,
  outline: ({ spots: [from, to] }) => [lineOf(from, to)],
  labels: ({ spots: [from, to] }) => arrowHead(from, to),
}

export const level: KindEntry = {
  presses: 1,
  handles: single,
  outline: ({ spots: [{ y }], projection: { width } }) => [lineOf({ x: 0, y }, { x: width, y })],
  labels: ({ drawing, spots: [{ y }], projection: { width } }, texts) => [
    { type: 'text', at: { x: width - 6, y: y - 5 }, lines: [texts.price(drawing.points[0][1])], anchor: 'end' },
  ],
}

export const vertical: KindEntry = {
  presses: 1,
  handles: single,
  outline: ({ spots: [{ x }], projection: { height } }) => [lineOf({ x, y: 0 }, { x, y: height })],
  labels: ({ drawing, spots: [{ x }], projection: { width, height } }, texts) => {
    const isLeft = x < width / 2
    const at = { x: x + (isLeft ? 6 : -6), y: height - 8 }
    return [{ type: 'text', at, lines: [texts.time(drawing.points[0][0])], anchor: isLeft ? 'start' : 'end' }]
  },
}

/** Two parallel lines: one through the first two points, one through the third, and a faint one between them. */
export const channel: KindEntry = {
  presses: 3,
  handles: three,
  outline: ({ spots: [a, b, c = b] }) => {
    const share = a.x === b.x ? 1 : (c.x - a.x) / (b.x - a.x)
    const dy = c.y - (a.y + (b.y - a.y) * share)
    const shifted = (by: number) => lineOf({ x: a.x, y: a.y + by }, { x: b.x, y: b.y + by })
    return [shifted(0), shifted(dy), { ...shifted(dy / 2), isFaint: true }]
  },
}

export const brush: KindEntry = {
  presses: 'stroke',
  handles: [],
  outline: ({ spots }) => [{ type: 'path', spots }],
}

export function lineOf(from: Spot, to: Spot): Shape & { type: 'line' } {
  return { type: 'line', from, to }
}

/** Length of the two strokes of an arrow head, px, and their angle to the line, radians */
const [headLength, headAngle] = [11, 0.5]

function arrowHead(from: Spot, to: Spot): Shape[] {
  const angle = Math.atan2(from.y - to.y, from.x - to.x)
  return [angle - headAngle, angle + headAngle].map((side) =>
    lineOf({ x: to.x + headLength * Math.cos(side), y: to.y + headLength * Math.sin(side) }, to),
  )
}

/**
 * Part of the line through `a` and `b` that is inside the chart. The line is `a + share × (b − a)`. @param least  the
 * least share: 0 for a ray from `a` @returns no shape if the line does not cross the chart
 */
function extendedLine(a: Spot, b: Spot, { width, height }: Projection, least: number): Shape[] {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  if (dx === 0 && dy === 0) return [lineOf(a, b)]
  let [from, to] = [least, Number.POSITIVE_INFINITY]
  for (const [start, delta, size] of [
    [a.x, dx, width],
    [a.y, dy, height],
  ] as const) {
    if (delta === 0 && (start < 0 || start > size)) return []
    if (delta === 0) continue
    const shares = [-start / delta, (size - start) / delta]
    from = Math.max(from, Math.min(...shares))
    to = Math.min(to, Math.max(...shares))
  }
  const at = (share: number) => ({ x: a.x + dx * share, y: a.y + dy * share })
  return from <= to ? [lineOf(at(from), at(to))] : []
}
