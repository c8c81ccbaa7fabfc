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
    const spread = spreadOf(event.targetTouches)
    // A finger that is lifted ends the pinch with the next move of the other one.
    if (!spread) pinch = undefined
    else if (event.type === 'touchstart') pinch = startedBy(event.target, spread, chart)
    if (!pinch || !spread) return
    // Hides the event from the chart and keeps the browser from zooming the page.
    event.preventDefault()
    event.stopPropagation()
    const scale = chart.priceScale('right', pinch.pane)
    const isLog = scale.options().mode === PriceScaleMode.Logarithmic
    scale.setVisibleRange(scaledRange(pinch.range, pinch.spread / spread, isLog))
  }
  const abort = new AbortController()
  for (const type of ['touchstart', 'touchmove'] as const)
    element.addEventListener(type, follow, { capture: true, passive: false, signal: abort.signal })
  return () => abort.abort()
}

/** Starts a pinch on the price axis of a pane, which is the last cell of the pane's row. */
function startedBy(target: EventTarget | null, spread: number, chart: IChartApi): Pinch | undefined {
  const pane = chart
    .panes()
    .findIndex((each) => target instanceof Node && each.getHTMLElement()?.lastElementChild?.contains(target))
  const range = pane < 0 ? null : chart.priceScale('right', pane).getVisibleRange()
  return range ? { pane, range, spread } : undefined
}

function spreadOf({ length, 0: one, 1: other }: TouchList): number | undefined {
  if (length !== 2 || !one || !other) return undefined
  return Math.max(minSpread, Math.abs(one.clientY - other.clientY))
}

/** Widens or narrows a range of prices around its middle, which is the geometric one on a logarithmic scale. */
export function scaledRange({ from, to }: IRange<number>, factor: number, isLog: boolean): IRange<number> {
  const [flat, back] = isLog && from > 0 ? [Math.log, Math.exp] : [Number, Number]
  const middle = (flat(from) + flat(to)) / 2
  const half = ((flat(to) - flat(from)) / 2) * factor
  return { from: back(middle - half), to: back(middle + half) }
}
