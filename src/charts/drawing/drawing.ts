import * as z from 'zod/mini'

/** A level is one price; the others span two points. */
export const drawingKinds = ['line', 'level', 'rectangle', 'measure'] as const
export type DrawingKind = (typeof drawingKinds)[number]

export const mostDrawings = 200

const pointSchema = z.tuple([
  z.int().check(z.gte(0), z.lte(8_640_000_000_000_000)),
  z.number().check(z.gte(-1e15), z.lte(1e15)),
])
export type Point = z.infer<typeof pointSchema>

const fields = {
  kind: z.enum(drawingKinds),
  points: z.tuple([pointSchema, pointSchema]),
  color: z.string().check(z.regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/)),
}

/** A level is the same point twice. */
function isSound({ kind, points: [a, b] }: { kind: DrawingKind; points: [Point, Point] }): boolean {
  return kind !== 'level' || (a[0] === b[0] && a[1] === b[1])
}

export const drawingBodySchema = z.object(fields).check(z.refine(isSound))
export type DrawingBody = z.infer<typeof drawingBodySchema>

const idSchema = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

export function isDrawingId(id: string): boolean {
  return idSchema.safeParse(id).success
}

export interface Drawing extends DrawingBody {
  id: string
}

const drawingSchema = z.object({ ...fields, id: idSchema }).check(z.refine(isSound))

export function readDrawings(value: unknown): Drawing[] | undefined {
  return z.array(drawingSchema).safeParse(value).data
}

export function mapPoints(drawing: Drawing, change: (point: Point) => Point): Drawing {
  const [a, b] = drawing.points
  return { ...drawing, points: [change(a), change(b)] }
}

export function bodyOf({ kind, points, color }: Drawing): DrawingBody {
  return { kind, points, color }
}
