import { effect } from '@preact/signals-react'
import type { ChartView } from '../canvas/chart-view.ts'
import type { ChartWords } from '../words.ts'
import type { DrawableChart, DrawingDesk } from './desk.ts'
import type { LiveLayer } from './live-layer.ts'
import type { DrawnShapes } from './svg.ts'

export interface DrawingLayer {
  readonly drawableChart: DrawableChart
  picture(): DrawnShapes[]
  dispose(): void
}

/** Time after which a finger that rests opens the menu, ms, and how far it may move meanwhile, px */
const [pressMs, pressSlop] = [600, 8]

/** Keys that draw; they wait for the code that draws. */
const drawingKey = /^(Arrow.*|Enter| |Escape)$/

/**
 * Connects a chart to the desk. The code that draws is loaded when it is needed: for a drawing, a tool, or the menu of
 * the chart. Presses and keys with a chosen tool wait for it.
 */
export function createDrawingLayer(view: ChartView, asset: string, desk: DrawingDesk, words: ChartWords): DrawingLayer {
  const { element } = view
  const store = () => desk.storeOf(asset)
  const waiting: Event[] = []
  let live: LiveLayer | undefined
  let loading: Promise<typeof import('../later.ts') | undefined> | undefined
  let isGone = false
  let isFocused = false

  const load = () => {
    loading ??= import('../later.ts').then(
      (code) => {
        if (isGone) return undefined
        live = code.createLiveLayer({ view, desk, words, chart: drawableChart })
        if (isFocused) live.focus()
        replay(waiting.splice(0), element, live)
        return code
      },
      (error: unknown) => {
        loading = undefined
        return void reportError(error)
      },
    )
    return loading
  }
  const openMenu = async (at: { clientX: number; clientY: number; pointerType?: string }) => {
    const code = await load()
    if (code && live) code.openContextMenu({ view, desk, words, chart: drawableChart, layer: live }, at)
  }
  const drawableChart: DrawableChart = {
    asset,
    store,
    key: (event) => {
      if (isMenuKey(event) && element.parentElement?.contains(document.activeElement)) {
        void openMenu(middleOf(element))
        return true
      }
      if (live) return live.key(event)
      const isWaiting = desk.tool.peek() !== undefined && drawingKey.test(event.key) && !event.altKey && !event.ctrlKey
      return isWaiting && waiting.push(event) > 0
    },
    focus: () => {
      isFocused = true
      live?.focus()
    },
  }

  const abort = new AbortController()
  const wait = (event: PointerEvent) => {
    if (event.type === 'pointerdown') desk.activate(drawableChart)
    if (live || !event.isTrusted || !desk.tool.peek() || (event.type !== 'pointerdown' && waiting.length === 0)) return
    event.stopPropagation()
    waiting.push(event)
  }
  listenForPresses(element, wait, abort.signal)
  listenForMenu(element, { open: openMenu, isDrawing: () => desk.tool.peek() !== undefined, signal: abort.signal })
  const stops = [
    effect(() => {
      if (desk.isWanted.value || desk.tool.value || desk.copied.value || store().drawings.value.length > 0) void load()
    }),
    desk.add(drawableChart),
  ]
  return {
    drawableChart,
    picture: () => live?.picture() ?? [],
    dispose: () => {
      isGone = true
      abort.abort()
      for (const stop of [...stops, () => live?.dispose()]) stop()
    },
  }
}

function listenForPresses(element: HTMLElement, listener: (event: PointerEvent) => void, signal: AbortSignal): void {
  for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const)
    element.addEventListener(type, listener, { capture: true, signal })
}

function replay(events: Event[], element: HTMLElement, live: LiveLayer): void {
  for (const event of events) {
    if (event instanceof KeyboardEvent) live.key(event)
    else if (event instanceof PointerEvent) element.dispatchEvent(new PointerEvent(event.type, event))
  }
}

interface MenuListening {
  open(at: PointerEvent | MouseEvent): void
  isDrawing(): boolean
  signal: AbortSignal
}

/** Opens the menu of a chart at a right click and under a finger that rests. */
function listenForMenu(element: HTMLElement, { open, isDrawing, signal }: MenuListening): void {
  const options = { capture: true, signal }
  let resting: ReturnType<typeof setTimeout> | undefined
  let start = { clientX: 0, clientY: 0 }
  const stop = () => clearTimeout(resting)
  const down = (event: PointerEvent) => {
    stop()
    if (event.pointerType === 'mouse' || !event.isPrimary || isDrawing()) return
    start = event
    resting = setTimeout(open, pressMs, event)
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - start.clientX, clientY - start.clientY) > pressSlop) stop()
  }
  element.addEventListener('pointerdown', down, options)
  element.addEventListener('pointermove', move, options)
  element.addEventListener('pointerup', stop, options)
  element.addEventListener('pointercancel', stop, options)
  signal.addEventListener('abort', stop)
  const click = (event: MouseEvent) => {
    event.preventDefault()
    stop()
    open(event)
  }
  element.addEventListener('contextmenu', click, options)
}

function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey)
}

function middleOf(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { clientX: left + width / 2, clientY: top + height / 3 }
}
