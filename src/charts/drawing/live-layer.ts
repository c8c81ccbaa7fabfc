import { effect, type Signal, signal } from '@preact/signals-react'
import type { ChartView } from '../canvas/chart-view.ts'
import { type ChartWords, fill } from '../words.ts'
import type { DrawableChart, DrawingDesk } from './desk.ts'
import type { Drawing } from './drawing.ts'
import { drawingAt } from './geometry.ts'
import { createGestures, type GestureHost, type Gestures } from './gestures.ts'
import { createKeyboardDrawing } from './keyboard-drawing.ts'
import type { Projection, Spot } from './projection.ts'
import { projectionOf, snapSpot, spacingOf } from './scale.ts'
import { openSettings } from './settings.ts'
import { isInSight, shapesOf } from './shapes.ts'
import type { DrawingStore } from './store.ts'
import { createDrawingGroups, type DrawnShapes } from './svg.ts'
import { createDrawingTexts, type DrawingTexts } from './texts.ts'

interface PointerOptions {
  view: ChartView
  desk: DrawingDesk
  gestures: Gestures
  projection(): Projection | undefined
  drawings(): readonly Drawing[]
}

/** Max distance at which a press hits a drawing, by type of pointer, px */
const reaches: Record<string, number> = { mouse: 6, pen: 10, touch: 18 }

/** Handles pointer events on drawings. Presses that hit no drawing are left to the chart. */
function createDrawingPointer({ view, desk, gestures, projection, drawings }: PointerOptions) {
  const { element } = view
  let isTaken = false

  const down = (event: PointerEvent) => {
    const spot = spotIn(element, event)
    isTaken = false
    if (!event.isPrimary || event.button !== 0 || !isInside(projection(), spot)) return
    isTaken = gestures.down(spot, reaches[event.pointerType] ?? 6)
    if (!isTaken) return
    // Hide the event from the chart, so that the chart does not scroll during the gesture.
    take(event)
    capture(element, event.pointerId)
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
  /**
   * Hides touch events during a gesture: a finger fires them in addition to pointer events, and the chart listens to
   * them.
   */
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

export function spotIn(element: Element, event: Pick<PointerEvent, 'clientX' | 'clientY'>): Spot {
  const { left, top } = element.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

/** Sends all events of a pointer to an element. A press that is handled late may already be over. */
function capture(element: Element, pointerId: number): void {
  try {
    element.setPointerCapture(pointerId)
  } catch {
    // The pointer was released meanwhile.
  }
}

function isInside(scale: Projection | undefined, { x, y }: Spot): boolean {
  return scale !== undefined && x >= 0 && y >= 0 && x <= scale.width && y <= scale.height
}

/** Hides an event from the chart. */
function take(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

export interface LiveLayer extends Pick<DrawableChart, 'key' | 'focus'> {
  projection(): Projection | undefined
  /** Drawings that are shown, the lowest first */
  drawings(): readonly Drawing[]
  texts: DrawingTexts
  picture(): DrawnShapes[]
  dispose(): void
}

export interface LiveLayerOptions {
  view: ChartView
  desk: DrawingDesk
  words: ChartWords
  chart: DrawableChart
}

/** Shows the drawings of a chart and lets the user draw, choose and change them. */
export function createLiveLayer({ view, desk, words, chart }: LiveLayerOptions): LiveLayer {
  const draft = signal<Drawing | undefined>(undefined)
  const { store } = chart
  const texts = createDrawingTexts(view, words)
  const parts = { view, desk, store, draft, texts, words }
  const host = createGestureHost(parts)
  const { projection, drawings } = host
  const groups = createDrawingGroups(view.element, {
    label: words.drawing.group,
    nameOf: texts.name,
    onFocus: (id) => {
      desk.activate(chart)
      desk.selected.value = id
    },
  })
  view.element.classList.add('has-drawings')

  const draw = () => {
    const scale = projection()
    groups.draw(scale ? drawnOn(scale, parts) : [], scale ?? { width: 0, height: 0 }, desk.selected.value)
  }

  const gestures = createGestures(host)
  const keyboardDrawing = createKeyboardDrawing({
    ...{ view, desk, words, gestures, store, projection, texts },
    cursor: groups.cursor,
  })
  const pointer = createDrawingPointer({ view, desk, gestures, projection, drawings })
  const frame = oncePerFrame(draw)
  const stops = [
    effect(draw),
    effect(() => {
      if (desk.tool.value === undefined) keyboardDrawing.rest()
      view.element.classList.toggle('is-drawing', desk.tool.value !== undefined)
    }),
    effect(() => {
      // A drawing that was started on one chart cannot be finished on another, so it is canceled.
      if (desk.active.value !== chart) gestures.cancel()
    }),
    view.onRedraw(frame.request),
    pointer.dispose,
    frame.cancel,
    () => groups.svg.remove(),
  ]
  return {
    key: keyboardDrawing.key,
    focus: () => groups.svg.focus({ preventScroll: true }),
    projection,
    drawings,
    texts,
    picture: () => {
      const scale = projection()
      return scale ? drawnOn(scale, parts).map(withoutHandles) : []
    },
    dispose: () => {
      for (const stop of stops) stop()
    },
  }
}

interface LayerParts {
  view: ChartView
  desk: DrawingDesk
  store(): DrawingStore
  draft: Signal<Drawing | undefined>
  texts: DrawingTexts
  words: ChartWords
}

function createGestureHost({ view, desk, store, draft, texts, words }: LayerParts): GestureHost {
  return {
    projection: () => projectionOf(view),
    drawings: () => (desk.areHidden.peek() ? [] : stacked(store().drawings.peek())),
    tool: () => desk.tool.peek(),
    style: () => ({ ...desk.styleOf(desk.tool.peek()), color: desk.color.peek() }),
    newId: () => crypto.randomUUID(),
    snap: (spot) => snapSpot(view, spot, desk.isMagnetic.peek()),
    spacing: () => spacingOf(view),
    preview: (drawing) => {
      draft.value = drawing
    },
    select: (id) => {
      desk.selected.value = id
    },
    keep: (drawing) => {
      store().put(drawing)
      desk.message.value = fill(words.drawing.placed, { drawing: texts.name(drawing) })
      if (drawing.kind === 'text' && drawing.text === undefined)
        openSettings({ drawing, store: store(), desk, words, locale: view.look.locale })
    },
    finish: () => desk.choose(undefined),
  }
}

/** Returns the shapes of the visible drawings; the selected drawing has handles. */
function drawnOn(scale: Projection, { desk, store, draft, texts }: LayerParts): DrawnShapes[] {
  return withDraft(desk.areHidden.value ? [] : stacked(store().drawings.value), draft.value)
    .filter((drawing) => isInSight(drawing, scale))
    .map((drawing) => ({
      drawing,
      shapes: shapesOf(drawing, scale, texts, drawing.id === desk.selected.value || drawing === draft.value),
    }))
}

/** Drawings from the lowest to the highest; those of one order stay in order of creation. */
function stacked(drawings: readonly Drawing[]): Drawing[] {
  return drawings.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

function withDraft(drawings: readonly Drawing[], draft: Drawing | undefined): readonly Drawing[] {
  if (!draft) return drawings
  const isKept = drawings.some(({ id }) => id === draft.id)
  return isKept ? drawings.map((drawing) => (drawing.id === draft.id ? draft : drawing)) : [...drawings, draft]
}

function withoutHandles({ drawing, shapes }: DrawnShapes): DrawnShapes {
  return { drawing, shapes: shapes.filter(({ type }) => type !== 'handle') }
}

/** Coalesces calls of `run` into one per frame, because the chart announces a repaint several times. */
function oncePerFrame(run: () => void) {
  let frame = 0
  return {
    request: () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        run()
      })
    },
    cancel: () => cancelAnimationFrame(frame),
  }
}
