import {
  type Drawing,
  drawingColor,
  drawingKinds,
  isDrawingId,
  isSound,
  lastTime,
  maxPrice,
  type Point,
} from './drawing.ts'

/**
 * Parses drawings. The checks are written by hand, because the server's validation library would be a twentieth of the
 * page. @returns undefined if any drawing is invalid
 */
export function readDrawings(value: unknown): Drawing[] | undefined {
  if (!Array.isArray(value)) return undefined
  const drawings = value.flatMap((each) => readDrawing(each) ?? [])
  return drawings.length === value.length ? drawings : undefined
}

function readDrawing(value: unknown): Drawing | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, kind: named, points, color }: Partial<Record<keyof Drawing, unknown>> = value
  const kind = drawingKinds.find((known) => known === named)
  if (!kind || typeof id !== 'string' || !isDrawingId(id)) return undefined
  if (typeof color !== 'string' || !drawingColor.test(color)) return undefined
  if (!Array.isArray(points) || points.length !== 2) return undefined
  const [a, b] = points.map(readPoint)
  if (!a || !b || !isSound({ kind, points: [a, b] })) return undefined
  return { id, kind, points: [a, b], color }
}

function readPoint(value: unknown): Point | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [time, price]: unknown[] = value
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || time < 0 || time > lastTime) return undefined
  return typeof price === 'number' && Math.abs(price) <= maxPrice ? [time, price] : undefined
}
