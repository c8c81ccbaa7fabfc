import { effect, signal } from '@preact/signals-react'
import { languageTags } from '../../i18n/locales.ts'
import { minuteMs } from '../timeframe.ts'
import type { ChartView } from './chart-view.ts'
import type { Drawing } from './drawing.ts'
import type { DrawingDesk, Easel } from './drawing-desk.ts'
import type { Projection } from './drawing-geometry.ts'
import { createGestures } from './drawing-gestures.ts'
import { measure, measureText } from './drawing-measure.ts'
import { createDrawingPointer } from './drawing-pointer.ts'
import { priceText, projectionOf, snapSpot, spacingOf } from './drawing-scale.ts'
import { type DrawingTexts, isInSight, type Shape, shapesOf } from './drawing-shapes.ts'
import { drawShapes, setAttributes, svgElement } from './drawing-svg.ts'
import { createDrawingTyping } from './drawing-typing.ts'
import { placeOf } from './time-place.ts'
import { type ChartWords, fill } from './words.ts'

export interface DrawnShapes {
  drawing: Drawing
  shapes: Shape[]
}

/** The drawings above one chart. */
export interface DrawingLayer {
  readonly easel: Easel
  /** What is drawn, to be painted elsewhere too */
  picture(): DrawnShapes[]
  dispose(): void
}

/** Lays drawings above the main pane of a chart; drawing, taking and moving come before the chart's own gestures. */
export function createDrawingLayer(view: ChartView, asset: string, desk: DrawingDesk, words: ChartWords): DrawingLayer {
  const svg = svgElement('svg', 'drawing-layer')
  const cursor = svgElement('path', 'drawing-cursor')
  const groups = new Map<string, SVGGElement>()
  const names = new WeakMap<Drawing, string>()
  const draft = signal<Drawing | undefined>(undefined)
  const store = () => desk.storeOf(asset)
  setAttributes(svg, { role: 'group', 'aria-label': words.drawing.group, tabindex: '-1' })
  view.element.classList.add('has-drawings')
  svg.append(cursor)
  view.element.append(svg)

  const projection = () => projectionOf(view)
  const shown = (): readonly Drawing[] => {
    const own = draft.value
    const kept = desk.areHidden.value ? [] : store().drawings.value
    if (!own) return kept
    const isKept = kept.some(({ id }) => id === own.id)
    return isKept ? kept.map((drawing) => (drawing.id === own.id ? own : drawing)) : [...kept, own]
  }
  const texts: DrawingTexts = {
    price: (value) => priceText(view, value),
    measure: (drawing) => {
      const { tf, locale, priceDigits } = view.look
      const measured = measure(drawing, (time) => placeOf(view.candles, time, tf * minuteMs) ?? 0)
      return measureText(measured, { language: languageTags[locale], priceDigits, bars: words.drawing.bars })
    },
  }
  const shapesNow = (scale: Projection) =>
    shown()
      .filter((drawing) => isInSight(drawing, scale))
      .map((drawing) => ({
        drawing,
        shapes: shapesOf(drawing, scale, texts, drawing.id === desk.selected.value || drawing === draft.value),
      }))

  function draw(): void {
    const scale = projection()
    setAttributes(svg, { width: scale?.width ?? 0, height: scale?.height ?? 0 })
    const seen = scale ? shapesNow(scale) : []
    const ids = new Set(seen.map(({ drawing }) => drawing.id))
    for (const [id, group] of groups) {
      if (ids.has(id)) continue
      group.remove()
      groups.delete(id)
    }
    for (const { drawing, shapes } of seen) {
      const group = groupOf(drawing)
      const name = names.get(drawing) ?? nameOf(drawing, words, texts)
      names.set(drawing, name)
      const isTaken = String(drawing.id === desk.selected.value)
      setAttributes(group, { 'aria-label': name, 'aria-pressed': isTaken, 'data-kind': drawing.kind })
      drawShapes(group, shapes, drawing.color)
    }
  }

  function groupOf({ id }: Drawing): SVGGElement {
    const known = groups.get(id)
    if (known) return known
    const group = svgElement('g', 'drawing')
    setAttributes(group, { role: 'button', tabindex: '0', 'data-id': id })
    group.addEventListener('focus', () => {
      desk.activate(easel)
      desk.selected.value = id
    })
    groups.set(id, group)
    svg.insertBefore(group, cursor)
    return group
  }

  const drawings = () => (desk.areHidden.peek() ? [] : store().drawings.peek())
  const gestures = createGestures({
    projection,
    drawings,
    tool: desk.tool.peek.bind(desk.tool),
    color: desk.color.peek.bind(desk.color),
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
      desk.message.value = fill(words.drawing.placed, { drawing: nameOf(drawing, words, texts) })
    },
    finish: () => desk.choose(undefined),
  })
  const typing = createDrawingTyping({ view, desk, words, gestures, store, projection, cursor, texts })
  const easel: Easel = {
    store,
    key: (event) => typing.key(event),
    focus: () => svg.focus({ preventScroll: true }),
  }
  const pointer = createDrawingPointer({
    view,
    desk,
    gestures,
    projection,
    drawings,
    onUse: () => desk.activate(easel),
  })

  let frame = 0
  // The chart tells several times before it paints, and then paints with the frame: so do the drawings, once.
  const redraw = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      draw()
    })
  }
  const stops = [
    effect(draw),
    effect(() => {
      if (desk.tool.value === undefined) typing.rest()
      view.element.classList.toggle('is-drawing', desk.tool.value !== undefined)
    }),
    effect(() => {
      // What is begun on one chart is not finished on another.
      if (desk.active.value !== easel) gestures.cancel()
    }),
    view.onRedraw(redraw),
    desk.add(easel),
    pointer.dispose,
  ]
  return {
    easel,
    picture: () => {
      const scale = projection()
      return scale
        ? shapesNow(scale).map((each) => ({ ...each, shapes: each.shapes.filter(({ type }) => type !== 'handle') }))
        : []
    },
    dispose: () => {
      cancelAnimationFrame(frame)
      for (const stop of stops) stop()
      svg.remove()
    },
  }
}

/** `Line: 60,000.00 → 61,000.00` */
function nameOf({ kind, points: [[, from], [, to]] }: Drawing, words: ChartWords, texts: DrawingTexts): string {
  const name = words.drawing.kinds[kind]
  return kind === 'level' ? `${name}: ${texts.price(from)}` : `${name}: ${texts.price(from)} → ${texts.price(to)}`
}
