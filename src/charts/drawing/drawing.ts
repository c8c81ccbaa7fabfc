/** Kinds of drawings with the number of their points; the two points of a `single` kind are equal. */
const forms = {
  line: 'two',
  level: 'single',
  rectangle: 'two',
  measure: 'two',
  fibonacci: 'two',
  extension: 'three',
  channel: 'three',
  long: 'three',
  short: 'three',
  ray: 'two',
  extended: 'two',
  vertical: 'single',
  text: 'single',
  arrow: 'two',
  brush: 'many',
} as const
export type DrawingKind = keyof typeof forms
export const drawingKinds = Object.keys(forms).filter(isKind)

function isKind(name: string): name is DrawingKind {
  return name in forms
}

export const maxDrawings = 200
/** Latest moment that a JavaScript Date can hold, ms UTC */
export const lastTime = 8_640_000_000_000_000
export const maxPrice = 1e15
export const maxPoints = 150
export const maxText = 200
/** Greatest distance of a drawing from the middle of the order in which drawings cover each other */
export const maxOrder = 1_000_000
export const maxWidth = 4
export const dashes = ['dashed', 'dotted'] as const
export const drawingColor = /^#[0-9a-f]{6}([0-9a-f]{2})?$/

/** A point of a drawing: a time (ms UTC) and a price */
export type Point = [number, number]
export type Points = [Point, Point, ...Point[]]

export interface DrawingBody {
  kind: DrawingKind
  points: Points
  color: string
  /** Width of lines, px; 2 by default */
  width?: number | undefined
  /** Pattern of lines; solid by default */
  dash?: (typeof dashes)[number] | undefined
  text?: string | undefined
  /** Size of a position in units of the asset */
  size?: number | undefined
  /** Locked drawings are not moved, changed or deleted */
  isLocked?: true | undefined
  /** Drawings of a higher order cover others; 0 by default, equal ones lie in order of creation */
  order?: number | undefined
}

export interface Drawing extends DrawingBody {
  id: string
}

export function isDrawingId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}

/** Whether a drawing has the points of its kind. */
export function isSound({ kind, points }: Pick<DrawingBody, 'kind' | 'points'>): boolean {
  const form = forms[kind]
  if (form === 'many') return points.length <= maxPoints
  const [a, b] = points
  if (form === 'single' && (a[0] !== b[0] || a[1] !== b[1])) return false
  return points.length === (form === 'three' ? 3 : 2)
}

export function isSingle(kind: DrawingKind): boolean {
  return forms[kind] === 'single'
}

export function mapPoints(drawing: Drawing, change: (point: Point, index: number) => Point): Drawing {
  const [a, b, ...more] = drawing.points
  return { ...drawing, points: [change(a, 0), change(b, 1), ...more.map((point, at) => change(point, at + 2))] }
}

export function bodyOf({ id: _, ...body }: Drawing): DrawingBody {
  return body
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
  const { id, kind: named, points: given, color, ...more }: Partial<Record<keyof Drawing, unknown>> = value
  const kind = drawingKinds.find((known) => known === named)
  if (!kind || typeof id !== 'string' || !isDrawingId(id)) return undefined
  if (typeof color !== 'string' || !drawingColor.test(color) || !Array.isArray(given)) return undefined
  const [a, b, ...rest] = given.map(readPoint).filter((point) => point !== undefined)
  if (!a || !b || rest.length !== given.length - 2 || !isSound({ kind, points: [a, b, ...rest] })) return undefined
  const drawing: Drawing = { id, kind, points: [a, b, ...rest], color }
  return readDetails(more, drawing) ? drawing : undefined
}

/** Adds the optional parts to a drawing. @returns whether all of them are valid */
function readDetails(given: Partial<Record<keyof Drawing, unknown>>, drawing: Drawing): boolean {
  const { width, dash: named, text, size, isLocked, order } = given
  const dash = dashes.find((known) => known === named)
  if (isIntegerIn(width, 1, maxWidth)) drawing.width = width
  if (dash) drawing.dash = dash
  if (typeof text === 'string' && text.length <= maxText) drawing.text = text
  if (typeof size === 'number' && size >= 0 && size <= maxPrice) drawing.size = size
  if (isLocked === true) drawing.isLocked = isLocked
  if (isIntegerIn(order, -maxOrder, maxOrder)) drawing.order = order
  return (
    drawing.width === width &&
    drawing.dash === named &&
    drawing.text === text &&
    drawing.size === size &&
    drawing.isLocked === isLocked &&
    drawing.order === order
  )
}

function isIntegerIn(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
}

function readPoint(value: unknown): Point | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [time, price]: unknown[] = value
  if (!isIntegerIn(time, 0, lastTime)) return undefined
  return typeof price === 'number' && Math.abs(price) <= maxPrice ? [time, price] : undefined
}
