import type { ChartView } from './chart-view.ts'
import type { Drawing } from './drawing.ts'
import type { DrawingDesk } from './drawing-desk.ts'
import { drawingAt, type Projection, type Spot } from './drawing-geometry.ts'
import type { Gestures } from './drawing-gestures.ts'

export interface PointerOptions {
  view: ChartView
  desk: DrawingDesk
  gestures: Gestures
  projection(): Projection | undefined
  /** Drawings that can be taken */
  drawings(): readonly Drawing[]
  /** The chart is pressed. */
  onUse(): void
}

/** How near to a drawing a mouse and a finger take it, px */
const reaches: Record<string, number> = { mouse: 6, pen: 10, touch: 18 }

/** Turns presses on a chart into gestures; those that are not about drawings go on to the chart. */
export function createDrawingPointer({ view, desk, gestures, projection, drawings, onUse }: PointerOptions) {
  const { element } = view
  let isTaken = false
  const spotOf = (event: PointerEvent): Spot => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const isInside = ({ x, y }: Spot) => {
    const scale = projection()
    return scale !== undefined && x >= 0 && y >= 0 && x <= scale.width && y <= scale.height
  }
  const take = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }

  const down = (event: PointerEvent) => {
    const spot = spotOf(event)
    onUse()
    isTaken = false
    if (!event.isPrimary || event.button !== 0 || !isInside(spot)) return
    isTaken = gestures.down(spot, reaches[event.pointerType] ?? 6)
    if (!isTaken) return
    // A press that is taken is no mouse's any more: the chart stays where it is.
    take(event)
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    if (!event.isPrimary) return
    const spot = spotOf(event)
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
    gestures.up(spotOf(event))
  }
  const breakOff = () => {
    if (isTaken) gestures.cancel()
    isTaken = false
  }
  /** Fingers press twice: as a pointer and as a touch, which the chart listens to. */
  const touch = (event: TouchEvent) => {
    if (isTaken) take(event)
  }

  const options = { capture: true, passive: false }
  const listeners = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', breakOff],
  ] as const
  for (const [name, listener] of listeners) element.addEventListener(name, listener, options)
  element.addEventListener('touchstart', touch, options)
  element.addEventListener('touchmove', touch, options)
  return {
    dispose: () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener, options)
      element.removeEventListener('touchstart', touch, options)
      element.removeEventListener('touchmove', touch, options)
    },
  }
}
