import { type Drawing, type DrawingKind, isSingle, maxPoints, type Point, type Points } from './drawing.ts'
import { drawingAt, type Hit, movedBy, withHandleAt } from './geometry.ts'
import { kindEntries } from './kinds/kinds.ts'
import { type Projection, pointOf, type Spot } from './projection.ts'
import { simplified } from './stroke.ts'

export interface GestureHost {
  /** Projection of the chart; undefined while the chart is empty */
  projection(): Projection | undefined
  drawings(): readonly Drawing[]
  tool(): DrawingKind | undefined
  /** Style of new drawings */
  style(): Pick<Drawing, 'color' | 'width' | 'dash'>
  newId(): string
  /** Snaps a spot to the nearest candle, and to one of the candle's prices if near */
  snap(spot: Spot): Point | undefined
  /** Distance between candles, px: drawings move by multiples of it */
  spacing(): number
  /** Shows a drawing instead of its saved version; undefined ends the preview */
  preview(drawing: Drawing | undefined): void
  select(id: string | undefined): void
  keep(drawing: Drawing): void
  finish(): void
}

export interface Gestures {
  /**
   * Starts a gesture when the pointer is pressed. @param reach  max distance to a drawing, px @returns whether the
   * press acts on drawings; otherwise the chart handles it
   */
  down(spot: Spot, reach: number): boolean
  move(spot: Spot): boolean
  up(spot: Spot): void
  cancel(): boolean
}

interface Moving {
  name: 'moving'
  from: Drawing
  to: Drawing
  hit: Hit
  start: Spot
}

/** Points of a new drawing are set; `start` is defined while the button of the latest press is still down */
interface Placing {
  name: 'placing'
  draft: Drawing
  placed: readonly Point[]
  start: Spot | undefined
}

type Doing = { name: 'nothing' } | Placing | { name: 'stroking'; draft: Drawing; spots: readonly Spot[] } | Moving

/** Max movement of the pointer between press and release that counts as a click, px */
const clickSlop = 4

export function createGestures(host: GestureHost): Gestures {
  let doing: Doing = { name: 'nothing' }

  const rest = () => {
    doing = { name: 'nothing' }
    host.preview(undefined)
  }
  const complete = (drawing: Drawing) => {
    rest()
    finish(host, drawing)
  }
  const begin = (kind: DrawingKind, spot: Spot) => {
    const draft = newDraft(host, kind, spot)
    if (!draft) return
    if (isSingle(kind)) return complete(draft)
    const isStroke = kindEntries[kind].presses === 'stroke'
    doing = isStroke
      ? { name: 'stroking', draft, spots: [spot] }
      : { name: 'placing', draft, placed: [draft.points[0]], start: spot }
    host.preview(draft)
  }

  return {
    down: (spot, reach) => {
      const projection = host.projection()
      if (!projection) return false
      if (doing.name === 'placing') {
        doing = { ...doing, draft: stretched(host, doing, spot), start: undefined }
        return true
      }
      const tool = host.tool()
      if (tool) {
        begin(tool, spot)
        return true
      }
      const taken = takenAt(host, projection, spot, reach)
      if (taken) doing = taken
      return taken !== undefined
    },
    move: (spot) => {
      const next = moved(host, doing, spot)
      if (next !== doing) host.preview(previewOf(next))
      doing = next
      return doing.name !== 'nothing'
    },
    up: (spot) => {
      if (doing.name === 'moving') {
        const { from, to } = doing
        rest()
        if (to !== from) host.keep(to)
      } else if (doing.name === 'placing') {
        const draft = stretched(host, doing, spot)
        const { start, placed } = doing
        const point = host.snap(spot)
        if (!point || !isPlaced(placed, point, start, spot)) doing = { ...doing, start: spot }
        else if (placed.length + 1 >= pressesOf(draft.kind)) complete(draft)
        else doing = { ...doing, draft, placed: [...placed, point], start: spot }
      } else if (doing.name === 'stroking') {
        const { draft, spots } = doing
        // A press without a stroke, as by keyboard, sets the first of two points.
        if (spots.length > 1) complete(draft)
        else doing = { name: 'placing', draft, placed: [draft.points[0]], start: spot }
      }
    },
    cancel: () => {
      if (doing.name === 'nothing') return false
      rest()
      return true
    },
  }
}

function finish(host: GestureHost, drawing: Drawing): void {
  host.keep(drawing)
  host.select(drawing.id)
  host.finish()
}

function previewOf(doing: Doing): Drawing | undefined {
  if (doing.name === 'nothing') return undefined
  return doing.name === 'moving' ? doing.to : doing.draft
}

function newDraft(host: GestureHost, kind: DrawingKind, spot: Spot): Drawing | undefined {
  const point = host.snap(spot)
  return point && { id: host.newId(), kind, points: completed(kind, [point]), ...host.style() }
}

/** Selects the drawing at the spot, or clears the selection. */
function takenAt(host: GestureHost, projection: Projection, spot: Spot, reach: number): Moving | undefined {
  const found = drawingAt(projection, host.drawings(), spot, reach)
  host.select(found?.drawing.id)
  if (!found || found.drawing.isLocked) return undefined
  return { name: 'moving', from: found.drawing, to: found.drawing, hit: found.hit, start: spot }
}

function moved(host: GestureHost, doing: Doing, spot: Spot): Doing {
  if (doing.name === 'placing') return { ...doing, draft: stretched(host, doing, spot) }
  if (doing.name === 'stroking') return stroked(host, doing, spot)
  const isMoving = doing.name === 'moving' && (doing.to !== doing.from || isFar(doing.start, spot))
  return isMoving ? { ...doing, to: shifted(host, doing, spot) } : doing
}

function stretched(host: GestureHost, { draft, placed }: Placing, spot: Spot): Drawing {
  const point = host.snap(spot)
  return point ? { ...draft, points: completed(draft.kind, [...placed, point]) } : draft
}

/** Points of a drawing of which some are placed; missing ones are equal to the last. */
function completed(kind: DrawingKind, placed: readonly Point[]): Points {
  const [a, b = a, ...more] = placed
  if (!a || !b) throw new Error('A drawing has at least one placed point')
  const entry = kindEntries[kind]
  if (entry.complete) return entry.complete([a, b])
  return entry.presses === 3 ? [a, b, more[0] ?? b] : [a, b]
}

function pressesOf(kind: DrawingKind): number {
  const { presses } = kindEntries[kind]
  return presses === 'stroke' ? 2 : presses
}

/** Least distance between the points of a stroke, px */
const strokeStep = 3

function stroked(host: GestureHost, doing: Doing & { name: 'stroking' }, spot: Spot): Doing {
  const projection = host.projection()
  const last = doing.spots.at(-1)
  if (!projection || (last && Math.hypot(last.x - spot.x, last.y - spot.y) < strokeStep)) return doing
  const spots = [...doing.spots, spot]
  const [a, b, ...more] = simplified(spots, maxPoints).map((each) => pointOf(projection, each))
  return a && b ? { ...doing, spots, draft: { ...doing.draft, points: [a, b, ...more] } } : doing
}

function shifted(host: GestureHost, { from, hit, start }: Moving, spot: Spot): Drawing {
  const projection = host.projection()
  if (!projection) return from
  if (hit.part === 'handle') {
    const point = host.snap(spot)
    return point ? withHandleAt(from, hit.handle, point) : from
  }
  const spacing = host.spacing()
  const dx = Math.round((spot.x - start.x) / spacing) * spacing
  return movedBy(projection, from, dx, spot.y - start.y)
}

/**
 * Whether a press places the next point. A double click would put two points in one place, where the drawing is
 * invisible, so another point is awaited.
 */
function isPlaced(placed: readonly Point[], point: Point, start: Spot | undefined, spot: Spot): boolean {
  const last = placed.at(-1)
  const isSame = last?.[0] === point[0] && last[1] === point[1]
  return (start === undefined || isFar(start, spot)) && !isSame
}

function isFar(a: Spot, b: Spot): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) > clickSlop
}
