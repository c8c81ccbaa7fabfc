/** Kinds of drawings: a level is at one price; all other kinds span two points. */
export const drawingKinds = ['line', 'level', 'rectangle', 'measure'] as const
export type DrawingKind = (typeof drawingKinds)[number]

export const maxDrawings = 200
/** Latest moment that a JavaScript Date can hold, ms UTC */
export const lastTime = 8_640_000_000_000_000
export const maxPrice = 1e15
export const drawingColor = /^#[0-9a-f]{6}([0-9a-f]{2})?$/

/** A point of a drawing: a time (ms UTC) and a price */
export type Point = [number, number]

export interface DrawingBody {
  kind: DrawingKind
  points: [Point, Point]
  color: string
}

export interface Drawing extends DrawingBody {
  id: string
}

export function isDrawingId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}

/** Whether a drawing is valid: both points of a level must be equal. */
export function isSound({ kind, points: [a, b] }: Pick<DrawingBody, 'kind' | 'points'>): boolean {
  return kind !== 'level' || (a[0] === b[0] && a[1] === b[1])
}

export function mapPoints(drawing: Drawing, change: (point: Point) => Point): Drawing {
  const [a, b] = drawing.points
  return { ...drawing, points: [change(a), change(b)] }
}

export function bodyOf({ kind, points, color }: Drawing): DrawingBody {
  return { kind, points, color }
}

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
