import { minuteMs, minutesOf } from '../../market/timeframe.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import type { ChartWords } from '../words.ts'
import type { DrawingDesk } from './desk.ts'
import type { Drawing } from './drawing.ts'
import { copyDrawing, pasteDrawing, removeDrawing } from './drawing-acts.ts'
import { movedBy } from './geometry.ts'
import type { Gestures } from './gestures.ts'
import type { Projection, Spot } from './projection.ts'

import { snapTime, spacingOf } from './scale.ts'
import { openSettings } from './settings.ts'
import type { DrawingStore } from './store.ts'
import { setAttributes } from './svg.ts'
import type { DrawingTexts } from './texts.ts'

export interface KeyboardDrawingOptions {
  view: ChartView
  desk: DrawingDesk
  words: ChartWords
  gestures: Gestures
  store(): DrawingStore
  projection(): Projection | undefined
  cursor: SVGPathElement
  texts: DrawingTexts
}

/**
 * Vertical step of an arrow key, px; with Shift it is a tenth of the chart's height. The horizontal step is one candle,
 * with Shift ten.
 */
const down = 4

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Makes drawing possible by keyboard: with a tool, arrows move a cross and Enter sets points; otherwise arrows move the
 * selected drawing and Delete removes it.
 */
export function createKeyboardDrawing(options: KeyboardDrawingOptions) {
  const { view, desk, words, gestures, store, projection, cursor, texts } = options
  const keyCursor = createKeyCursor(view, cursor)
  const step = ([across, along]: [number, number], isLarge: boolean, scale: Projection) => ({
    dx: across * (isLarge ? 10 : 1) * spacingOf(view),
    dy: along * (isLarge ? scale.height / 10 : down),
  })

  const lead = (arrow: [number, number], isLarge: boolean, scale: Projection) => {
    const { dx, dy } = step(arrow, isLarge, scale)
    const spot = keyCursor.move(scale, dx, dy)
    gestures.move(spot)
    const time = axisFormats(view.look.locale, view.look.tf).moment(scale.timeOf(spot.x))
    desk.message.value = `${texts.price(scale.priceOf(spot.y))}, ${time}`
  }
  const put = (scale: Projection) => {
    const spot = keyCursor.show(scale)
    gestures.down(spot, 0)
    gestures.up(spot)
    if (desk.tool.peek()) desk.message.value = words.drawing.second
    else keyCursor.hide()
  }
  const nudge = (drawing: Drawing, arrow: [number, number], isLarge: boolean, scale: Projection) => {
    if (drawing.isLocked) {
      desk.message.value = words.drawing.isLocked
      return
    }
    const { dx, dy } = step(arrow, isLarge, scale)
    store().put(movedBy(scale, drawing, dx, isLarge ? dy : dy / down), 'nudge')
  }
  const selected = () =>
    store()
      .drawings.peek()
      .find(({ id }) => id === desk.selected.peek())

  return {
    rest: keyCursor.hide,
    key: ({ key, code, target, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
      const scale = projection()
      if (!scale || altKey) return false
      if (ctrlKey || metaKey) return clipboardKey(code, options, selected(), scale)
      if (key === 'Escape') return leave(options)
      const [tool, drawing, arrow] = [desk.tool.peek(), selected(), arrows[key]]
      if (tool && arrow) lead(arrow, shiftKey, scale)
      else if (tool && (key === 'Enter' || key === ' ') && !isPressed(target)) put(scale)
      else if (drawing && arrow) nudge(drawing, arrow, shiftKey, scale)
      else if (drawing && key === 'Enter' && isDrawing(target))
        openSettings({ drawing, store: store(), desk, words, locale: view.look.locale })
      else if (key === 'Delete' || key === 'Backspace') return drawing !== undefined && removeDrawing(drawing, options)
      else return false
      return true
    },
  }
}

/** Cancels the current gesture, tool or selection. @returns whether there was anything to cancel */
function leave({ desk, gestures }: KeyboardDrawingOptions): boolean {
  if (gestures.cancel()) return true
  const isUsed = desk.tool.peek() !== undefined || desk.selected.peek() !== undefined
  desk.choose(undefined)
  desk.selected.value = undefined
  return isUsed
}

function clipboardKey(
  code: string,
  { view, desk, words, store }: KeyboardDrawingOptions,
  drawing: Drawing | undefined,
  scale: Projection,
): boolean {
  if (code === 'KeyC' && drawing && getSelection()?.isCollapsed !== false) {
    copyDrawing(drawing, { view, desk, words, store })
    return true
  }
  return code === 'KeyV' && pasteDrawing(scale, { view, desk, words, store })
}

function isDrawing(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.drawing') !== null
}

function isPressed(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, summary, input') !== null
}

/** Cross that arrow keys move over the chart; it starts on the candle in the middle. */
export interface KeyCursor {
  show(scale: Projection): Spot
  move(scale: Projection, dx: number, dy: number): Spot
  hide(): void
}

function createKeyCursor(view: ChartView, path: SVGPathElement): KeyCursor {
  let spot: Spot | undefined
  const put = (next: Spot | undefined) => {
    spot = next
    setAttributes(path, { d: next ? `M${next.x - 9} ${next.y}h18M${next.x} ${next.y - 9}v18` : '' })
  }
  const show = (scale: Projection): Spot => {
    const time = () => snapTime(view.candles, minutesOf(view.look.tf) * minuteMs, scale.timeOf(scale.width / 2))
    const shown = spot ?? { x: scale.xOf(time()), y: scale.height / 2 }
    put(shown)
    return shown
  }
  return {
    show,
    move: (scale, dx, dy) => {
      const by = spot ? { dx, dy } : { dx: 0, dy: 0 }
      const from = show(scale)
      const to = {
        x: Math.min(scale.width, Math.max(0, from.x + by.dx)),
        y: Math.min(scale.height, Math.max(0, from.y + by.dy)),
      }
      put(to)
      return to
    },
    hide: () => put(undefined),
  }
}
