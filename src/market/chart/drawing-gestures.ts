import type { Drawing, DrawingKind, Point } from './drawing.ts'
import { drawingAt, type Hit, movedBy, type Projection, type Spot, withHandleAt } from './drawing-geometry.ts'

/** What gestures work on. */
export interface GestureHost {
  /** How the chart shows the market now; nothing while it shows none */
  projection(): Projection | undefined
  /** Drawings that can be taken, the topmost last */
  drawings(): readonly Drawing[]
  tool(): DrawingKind | undefined
  color(): string
  newId(): string
  /** The place that a spot means: on a candle, and at one of its prices when that is near */
  snap(spot: Spot): Point | undefined
  /** Px that a drawing's moves are a multiple of across: its points stay on candles */
  spacing(): number
  /** Shows a drawing as it would be, instead of its kept form */
  preview(drawing: Drawing | undefined): void
  select(id: string | undefined): void
  keep(drawing: Drawing): void
  /** The tool has done its work. */
  finish(): void
}

/** Drawing, taking and moving by whatever points: a mouse, a finger, or keys that move a spot. */
export interface Gestures {
  /**
   * @param reach  how far from a drawing, px, it can be taken
   * @returns whether the gesture is about drawings; else it is the chart's
   */
  down(spot: Spot, reach: number): boolean
  /** @returns whether the gesture is about drawings */
  move(spot: Spot): boolean
  up(spot: Spot): void
  /** @returns whether there was something to break off */
  cancel(): boolean
}

type Doing =
  | { name: 'nothing' }
  /** The first point is there; with `start` the button is still down where it went down */
  | { name: 'placing'; draft: Drawing; start: Spot | undefined }
  | { name: 'moving'; from: Drawing; to: Drawing; hit: Hit; start: Spot }

/** Px that a pressed pointer may tremble */
const tremble = 4

export function createGestures(host: GestureHost): Gestures {
  let doing: Doing = { name: 'nothing' }

  const rest = () => {
    doing = { name: 'nothing' }
    host.preview(undefined)
  }
  const complete = (drawing: Drawing) => {
    rest()
    host.keep(drawing)
    host.select(drawing.id)
    host.finish()
  }
  const begin = (kind: DrawingKind, spot: Spot) => {
    const point = host.snap(spot)
    if (!point) return
    const draft: Drawing = { id: host.newId(), kind, points: [point, point], color: host.color() }
    if (kind === 'level') return complete(draft)
    doing = { name: 'placing', draft, start: spot }
    host.preview(draft)
  }
  const stretch = (draft: Drawing, spot: Spot): Drawing => {
    const point = host.snap(spot)
    return point ? { ...draft, points: [draft.points[0], point] } : draft
  }
  const shifted = (from: Drawing, hit: Hit, start: Spot, spot: Spot): Drawing => {
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

  return {
    down: (spot, reach) => {
      const projection = host.projection()
      if (!projection) return false
      if (doing.name === 'placing') {
        doing = { ...doing, draft: stretch(doing.draft, spot), start: undefined }
        return true
      }
      const tool = host.tool()
      if (tool) {
        begin(tool, spot)
        return true
      }
      const found = drawingAt(projection, host.drawings(), spot, reach)
      host.select(found?.drawing.id)
      if (!found) return false
      doing = { name: 'moving', from: found.drawing, to: found.drawing, hit: found.hit, start: spot }
      return true
    },
    move: (spot) => {
      if (doing.name === 'placing') {
        doing = { ...doing, draft: stretch(doing.draft, spot) }
        host.preview(doing.draft)
      } else if (doing.name === 'moving' && (doing.to !== doing.from || isFar(doing.start, spot))) {
        doing = { ...doing, to: shifted(doing.from, doing.hit, doing.start, spot) }
        host.preview(doing.to)
      }
      return doing.name !== 'nothing'
    },
    up: (spot) => {
      if (doing.name === 'moving') {
        const { from, to } = doing
        rest()
        if (to !== from) host.keep(to)
      } else if (doing.name === 'placing') {
        // A drag is over where the button comes up; a click has put the first point, the next one puts the second.
        const isDrag = doing.start === undefined || isFar(doing.start, spot)
        const drawn = stretch(doing.draft, spot)
        // Both points in one place, as a double click puts them, are nothing that could be seen: the second is waited for.
        if (isDrag && !isDot(drawn)) complete(drawn)
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

function isFar(a: Spot, b: Spot): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) > tremble
}

function isDot({ points: [a, b] }: Drawing): boolean {
  return a[0] === b[0] && a[1] === b[1]
}
