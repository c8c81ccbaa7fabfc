import { effect, type Signal, signal } from '@preact/signals-react'
import type { ChartView } from '../canvas/chart-view.ts'
import { type ChartWords, fill } from '../words.ts'
import type { DrawableChart, DrawingDesk } from './desk.ts'
import type { Drawing } from './drawing.ts'
import type { Projection } from './geometry.ts'
import { createGestures, type GestureHost } from './gestures.ts'
import { createDrawingGroups, type DrawnShapes } from './groups.ts'
import { createKeyboardDrawing } from './keyboard-drawing.ts'
import { createDrawingPointer } from './pointer.ts'
import { projectionOf, snapSpot, spacingOf } from './scale.ts'
import { isInSight, shapesOf } from './shapes.ts'
import type { DrawingStore } from './store.ts'
import { createDrawingTexts, type DrawingTexts } from './texts.ts'

export interface DrawingLayer {
  readonly drawableChart: DrawableChart
  picture(): DrawnShapes[]
  dispose(): void
}

export function createDrawingLayer(view: ChartView, asset: string, desk: DrawingDesk, words: ChartWords): DrawingLayer {
  const draft = signal<Drawing | undefined>(undefined)
  const store = () => desk.storeOf(asset)
  const texts = createDrawingTexts(view, words)
  const parts = { view, desk, store, draft, texts, words }
  const host = createGestureHost(parts)
  const { projection, drawings } = host
  const groups = createDrawingGroups(view.element, {
    label: words.drawing.group,
    nameOf: texts.name,
    onFocus: (id) => {
      desk.activate(drawableChart)
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
    view,
    desk,
    words,
    gestures,
    store,
    projection,
    cursor: groups.cursor,
    texts,
  })
  const drawableChart: DrawableChart = {
    store,
    key: keyboardDrawing.key,
    focus: () => groups.svg.focus({ preventScroll: true }),
  }
  const onUse = () => desk.activate(drawableChart)
  const pointer = createDrawingPointer({ view, desk, gestures, projection, drawings, onUse })
  const frame = oncePerFrame(draw)
  const stops = [
    effect(draw),
    effect(() => {
      if (desk.tool.value === undefined) keyboardDrawing.rest()
      view.element.classList.toggle('is-drawing', desk.tool.value !== undefined)
    }),
    effect(() => {
      // A drawing started on one chart cannot be finished on another.
      if (desk.active.value !== drawableChart) gestures.cancel()
    }),
    view.onRedraw(frame.request),
    desk.add(drawableChart),
    pointer.dispose,
    frame.cancel,
    () => groups.svg.remove(),
  ]
  return {
    drawableChart,
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
    drawings: () => (desk.areHidden.peek() ? [] : store().drawings.peek()),
    tool: () => desk.tool.peek(),
    color: () => desk.color.peek(),
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
    },
    finish: () => desk.choose(undefined),
  }
}

/** Shapes of the visible drawings; the selected one has handles. */
function drawnOn(scale: Projection, { desk, store, draft, texts }: LayerParts): DrawnShapes[] {
  return withDraft(desk.areHidden.value ? [] : store().drawings.value, draft.value)
    .filter((drawing) => isInSight(drawing, scale))
    .map((drawing) => ({
      drawing,
      shapes: shapesOf(drawing, scale, texts, drawing.id === desk.selected.value || drawing === draft.value),
    }))
}

function withDraft(drawings: readonly Drawing[], draft: Drawing | undefined): readonly Drawing[] {
  if (!draft) return drawings
  const isKept = drawings.some(({ id }) => id === draft.id)
  return isKept ? drawings.map((drawing) => (drawing.id === draft.id ? draft : drawing)) : [...drawings, draft]
}

function withoutHandles({ drawing, shapes }: DrawnShapes): DrawnShapes {
  return { drawing, shapes: shapes.filter(({ type }) => type !== 'handle') }
}

/** Coalesces calls into one per frame: the chart announces a repaint several times. */
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
