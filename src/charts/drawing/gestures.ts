import type { Drawing, DrawingKind, Point } from './drawing.ts'
import { drawingAt, type Hit, movedBy, type Projection, type Spot, withHandleAt } from './geometry.ts'

export interface GestureHost {
  /** Projection of the chart; undefined while the chart is empty */
  projection(): Projection | undefined
  drawings(): readonly Drawing[]
  tool(): DrawingKind | undefined
  color(): string
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

type Doing =
  | { name: 'nothing' }
  /** The first point of a new drawing is set; `start` is defined while the button is still down */
  | { name: 'placing'; draft: Drawing; start: Spot | undefined }
  | Moving

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
    if (kind === 'level') return complete(draft)
    doing = { name: 'placing', draft, start: spot }
    host.preview(draft)
  }

  return {
    down: (spot, reach) => {
      const projection = host.projection()
      if (!projection) return false
      if (doing.name === 'placing') {
        doing = { ...doing, draft: stretched(host, doing.draft, spot), start: undefined }
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
        const drawn = stretched(host, doing.draft, spot)
        if (isPlaced(drawn, doing.start, spot)) complete(drawn)
        else doing = { ...doing, start: spot }
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
  return point && { id: host.newId(), kind, points: [point, point], color: host.color() }
}

/** Selects the drawing at the spot, or clears the selection. */
function takenAt(host: GestureHost, projection: Projection, spot: Spot, reach: number): Moving | undefined {
  const found = drawingAt(projection, host.drawings(), spot, reach)
  host.select(found?.drawing.id)
  return found && { name: 'moving', from: found.drawing, to: found.drawing, hit: found.hit, start: spot }
}

function moved(host: GestureHost, doing: Doing, spot: Spot): Doing {
  if (doing.name === 'placing') return { ...doing, draft: stretched(host, doing.draft, spot) }
  const isMoving = doing.name === 'moving' && (doing.to !== doing.from || isFar(doing.start, spot))
  return isMoving ? { ...doing, to: shifted(host, doing, spot) } : doing
}

function stretched(host: GestureHost, draft: Drawing, spot: Spot): Drawing {
  const point = host.snap(spot)
  return point ? { ...draft, points: [draft.points[0], point] } : draft
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
 * Whether the new drawing is complete. A double click would put both points in one place, where the drawing is
 * invisible, so another second point is awaited.
 */
function isPlaced(drawn: Drawing, start: Spot | undefined, spot: Spot): boolean {
  return (start === undefined || isFar(start, spot)) && !isDot(drawn)
}

function isFar(a: Spot, b: Spot): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) > clickSlop
}

function isDot({ points: [a, b] }: Drawing): boolean {
  return a[0] === b[0] && a[1] === b[1]
}
