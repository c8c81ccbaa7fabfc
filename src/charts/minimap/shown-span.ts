import type { Span } from '../../market/span.ts'
import { minuteMs, minutesOf } from '../../market/timeframe.ts'
import { placeOf, timeAt } from '../candles/candle-list.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import type { Pane } from '../pane/pane.ts'
import type { Limits } from './span.ts'

/** Fewest candles that can be shown */
const minCandles = 10

/** Returns the times at both edges of a chart, ms UTC; undefined without candles. */
export function visibleSpan(view: ChartView): Span | undefined {
  const range = view.chart.timeScale().getVisibleLogicalRange()
  const length = lengthOf(view)
  const [from, to] = [range?.from, range?.to].map((place) => {
    return place === undefined ? undefined : timeAt(view.candles, place, length)
  })
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** Returns how far a visible range can be moved, and how short and long it can be. */
export function limitsOf(view: ChartView, whole: Span, visible: Span): Limits {
  const scale = view.chart.timeScale()
  const length = lengthOf(view)
  const most = Math.max(scale.width() / (scale.options().minBarSpacing || 1), minCandles) * length
  const shown = visible.to - visible.from
  return {
    from: Math.min(whole.from, visible.from),
    to: Math.max(whole.to, visible.to),
    min: Math.min(minCandles * length, shown),
    max: Math.max(most, shown),
  }
}

/**
 * Shows a span. Candles that are not loaded are fetched only if no other span follows: at the end of a gesture. Returns
 * whether it was shown; undefined if it waits.
 */
export function showSpan(pane: Pane, { from, to }: Span, isLast: boolean): Promise<boolean> | undefined {
  const { view } = pane
  const show = () => {
    const [left, right] = [from, to].map((time) => placeOf(view.candles, time, lengthOf(view)))
    if (left === undefined || right === undefined) return false
    view.chart.timeScale().setVisibleLogicalRange({ from: left, to: right })
    return true
  }
  const [first, last] = [view.candles[0], view.candles.at(-1)]
  const isLoaded = first && last && first.openTime <= from && (to <= last.openTime || isNewest(last, view))
  if (isLoaded) {
    const isShown = show()
    return isLast ? Promise.resolve(isShown) : undefined
  }
  return isLast
    ? goTo(pane, Math.round(Math.min((from + to) / 2, Date.now()))).then((isThere) => isThere && show())
    : undefined
}

async function goTo(pane: Pane, time: number): Promise<boolean> {
  const outcome = await pane.goTo(time)
  return outcome.status === 'before' ? goTo(pane, outcome.first) : outcome.status === 'shown'
}

function isNewest({ openTime }: { openTime: number }, view: ChartView): boolean {
  return Date.now() - openTime < 2 * lengthOf(view)
}

function lengthOf({ look }: ChartView): number {
  return minutesOf(look.tf) * minuteMs
}
