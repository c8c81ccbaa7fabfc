import { minuteMs } from '../timeframe.ts'
import { axisFormats } from './axis-time.ts'
import type { ChartView } from './chart-view.ts'
import type { Drawing } from './drawing.ts'
import type { DrawingDesk } from './drawing-desk.ts'
import { movedBy, type Projection, type Spot } from './drawing-geometry.ts'
import type { Gestures } from './drawing-gestures.ts'
import { spacingOf } from './drawing-scale.ts'
import type { DrawingTexts } from './drawing-shapes.ts'
import { snapTime } from './drawing-snap.ts'
import type { DrawingStore } from './drawing-store.ts'
import { setAttributes } from './drawing-svg.ts'
import { type ChartWords, fill } from './words.ts'

export interface TypingOptions {
  view: ChartView
  desk: DrawingDesk
  words: ChartWords
  gestures: Gestures
  store(): DrawingStore
  projection(): Projection | undefined
  /** Shows where keys would put a point */
  cursor: SVGPathElement
  texts: DrawingTexts
}

/** Steps of the arrows: candles across, px down; with Shift ten candles and a tenth of the chart */
const down = 4

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Draws by keys: arrows lead a cross over the candles, Enter puts points; arrows move what is taken, Delete removes it. */
export function createDrawingTyping(options: TypingOptions) {
  const { view, desk, words, gestures, store, projection, cursor, texts } = options
  let spot: Spot | undefined

  const show = () => {
    const path = spot ? `M${spot.x - 9} ${spot.y}h18M${spot.x} ${spot.y - 9}v18` : ''
    setAttributes(cursor, { d: path })
  }
  const rest = () => {
    spot = undefined
    show()
  }
  const start = (scale: Projection): Spot => {
    const time = snapTime(view.candles, view.look.tf * minuteMs, scale.timeOf(scale.width / 2))
    return { x: scale.xOf(time), y: scale.height / 2 }
  }
  const step = ([across, along]: [number, number], isLarge: boolean, scale: Projection) => ({
    dx: across * (isLarge ? 10 : 1) * spacingOf(view),
    dy: along * (isLarge ? scale.height / 10 : down),
  })

  const lead = (arrow: [number, number], isLarge: boolean, scale: Projection) => {
    const from = spot ?? start(scale)
    const { dx, dy } = spot ? step(arrow, isLarge, scale) : { dx: 0, dy: 0 }
    spot = {
      x: Math.min(scale.width, Math.max(0, from.x + dx)),
      y: Math.min(scale.height, Math.max(0, from.y + dy)),
    }
    show()
    gestures.move(spot)
    const time = axisFormats(view.look.locale, view.look.tf).moment(scale.timeOf(spot.x))
    desk.message.value = `${texts.price(scale.priceOf(spot.y))}, ${time}`
  }
  const put = (scale: Projection) => {
    spot ??= start(scale)
    show()
    gestures.down(spot, 0)
    gestures.up(spot)
    if (desk.tool.peek()) desk.message.value = words.drawing.second
    else rest()
  }
  const nudge = (drawing: Drawing, arrow: [number, number], isLarge: boolean, scale: Projection) => {
    const { dx, dy } = step(arrow, isLarge, scale)
    store().put(movedBy(scale, drawing, dx, isLarge ? dy : dy / down), 'nudge')
  }
  const taken = () =>
    store()
      .drawings.peek()
      .find(({ id }) => id === desk.selected.peek())

  const leave = () => {
    if (gestures.cancel()) return true
    const isUsed = desk.tool.peek() !== undefined || desk.selected.peek() !== undefined
    desk.choose(undefined)
    desk.selected.value = undefined
    return isUsed
  }
  const remove = (drawing: Drawing | undefined) => {
    if (!drawing) return false
    store().remove(drawing.id)
    desk.selected.value = undefined
    desk.message.value = fill(words.drawing.removed, { drawing: words.drawing.kinds[drawing.kind] })
    return true
  }

  return {
    /** Puts the cross away. */
    rest,
    /** @returns whether the key was about drawings */
    key: ({ key, target, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
      const scale = projection()
      if (!scale || altKey || ctrlKey || metaKey) return false
      if (key === 'Escape') return leave()
      const [tool, drawing, arrow] = [desk.tool.peek(), taken(), arrows[key]]
      if (tool && arrow) lead(arrow, shiftKey, scale)
      else if (tool && (key === 'Enter' || key === ' ') && !isPressed(target)) put(scale)
      else if (drawing && arrow) nudge(drawing, arrow, shiftKey, scale)
      else if (key === 'Delete' || key === 'Backspace') return remove(drawing)
      else return false
      return true
    },
  }
}

/** Whether Enter presses what has the focus. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, summary, input') !== null
}
