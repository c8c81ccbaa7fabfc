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
