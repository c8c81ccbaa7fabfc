import type { ChartView } from '../canvas/chart-view.ts'
import type { DrawingDesk } from './desk.ts'
import type { Drawing } from './drawing.ts'
import { drawingAt, type Projection, type Spot } from './geometry.ts'
import type { Gestures } from './gestures.ts'

export interface PointerOptions {
  view: ChartView
  desk: DrawingDesk
  gestures: Gestures
  projection(): Projection | undefined
  drawings(): readonly Drawing[]
  onUse(): void
}

/** Max distance at which a press hits a drawing, px */
const reaches: Record<string, number> = { mouse: 6, pen: 10, touch: 18 }

/** Presses that hit no drawing are left to the chart. */
export function createDrawingPointer({ view, desk, gestures, projection, drawings, onUse }: PointerOptions) {
  const { element } = view
  let isTaken = false

  const down = (event: PointerEvent) => {
    const spot = spotIn(element, event)
    onUse()
    isTaken = false
    if (!event.isPrimary || event.button !== 0 || !isInside(projection(), spot)) return
    isTaken = gestures.down(spot, reaches[event.pointerType] ?? 6)
    if (!isTaken) return
    // Keeps the chart from scrolling.
    take(event)
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    if (!event.isPrimary) return
    const spot = spotIn(element, event)
    const isBusy = gestures.move(spot)
    if (isBusy || event.pointerType !== 'mouse') return
    const scale = projection()
    const isOver = scale && !desk.tool.peek() && drawingAt(scale, drawings(), spot, reaches.mouse ?? 6) !== undefined
    element.classList.toggle('is-over-drawing', isOver)
  }
  const up = (event: PointerEvent) => {
    if (!isTaken || !event.isPrimary) return
    isTaken = false
    take(event)
    gestures.up(spotIn(element, event))
  }
  const cancel = () => {
    if (isTaken) gestures.cancel()
    isTaken = false
  }
  /** A finger also fires touch events, which the chart listens to. */
  const touch = (event: TouchEvent) => {
    if (isTaken) take(event)
  }

  const abort = new AbortController()
  const options = { capture: true, passive: false, signal: abort.signal }
  element.addEventListener('pointerdown', down, options)
  element.addEventListener('pointermove', move, options)
  element.addEventListener('pointerup', up, options)
  element.addEventListener('pointercancel', cancel, options)
  element.addEventListener('touchstart', touch, options)
  element.addEventListener('touchmove', touch, options)
  return { dispose: () => abort.abort() }
}

function spotIn(element: Element, event: PointerEvent): Spot {
  const { left, top } = element.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

function isInside(scale: Projection | undefined, { x, y }: Spot): boolean {
  return scale !== undefined && x >= 0 && y >= 0 && x <= scale.width && y <= scale.height
}

/** Hides the event from the chart. */
function take(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
