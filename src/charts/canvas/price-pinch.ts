import { type IChartApi, type IRange, PriceScaleMode } from 'lightweight-charts'

/** Smallest height between two fingers that is used, px: fingers side by side would scale the prices without bound. */
const minSpread = 24

interface Pinch {
  pane: number
  /** Prices visible at the start, and the height between the fingers then, px */
  range: IRange<number>
  spread: number
}

/**
 * Scales the prices when two fingers on the price axis are moved apart or together. One finger scrolls the page, and a
 * double tap fits the scale to the prices again; the library does both. Returns a function that removes the listeners.
 */
export function listenForPricePinch(chart: IChartApi, element: HTMLElement): () => void {
  let pinch: Pinch | undefined
  const follow = (event: TouchEvent) => {
    const spread = spreadOf(event.touches)
    if (!spread) pinch = undefined
    else if (event.type === 'touchstart') pinch = startedBy(event.touches, spread, chart, element)
    if (!pinch || !spread) return
    // Hides the event from the chart and keeps the browser from zooming the page.
    event.preventDefault()
    event.stopPropagation()
    const scale = chart.priceScale('right', pinch.pane)
    const isLog = scale.options().mode === PriceScaleMode.Logarithmic
    scale.setVisibleRange(scaledRange(pinch.range, pinch.spread / spread, isLog))
  }
  const abort = new AbortController()
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    element.addEventListener(type, follow, { capture: true, passive: false, signal: abort.signal })
  return () => abort.abort()
}

function startedBy(touches: TouchList, spread: number, chart: IChartApi, element: HTMLElement): Pinch | undefined {
  const { top, right } = element.getBoundingClientRect()
  const axis = right - chart.priceScale('right').width()
  if ([...touches].some(({ clientX }) => clientX < axis || clientX > right)) return undefined
  const middle = [...touches].reduce((sum, { clientY }) => sum + clientY / touches.length, -top)
  const pane = paneAt(chart, middle)
  const range = chart.priceScale('right', pane).getVisibleRange()
  return range ? { pane, range, spread } : undefined
}

function spreadOf({ length, 0: one, 1: other }: TouchList): number | undefined {
  if (length !== 2 || !one || !other) return undefined
  return Math.max(minSpread, Math.abs(one.clientY - other.clientY))
}

/** @param y  px from the top of the chart */
function paneAt(chart: IChartApi, y: number): number {
  let bottom = 0
  const index = chart.panes().findIndex((pane) => {
    bottom += pane.getHeight()
    return y < bottom
  })
  return Math.max(0, index)
}

/** Widens or narrows a range of prices around its middle, which is the geometric one on a logarithmic scale. */
export function scaledRange({ from, to }: IRange<number>, factor: number, isLog: boolean): IRange<number> {
  const [flat, back] = isLog && from > 0 ? [Math.log, Math.exp] : [Number, Number]
  const middle = (flat(from) + flat(to)) / 2
  const half = ((flat(to) - flat(from)) / 2) * factor
  return { from: back(middle - half), to: back(middle + half) }
}
