import { effect } from '@preact/signals-react'
import { minuteMs } from '../timeframe.ts'
import { indexAt } from './candle-list.ts'
import type { ChartView } from './chart-view.ts'
import type { Pane } from './pane.ts'
import { placeOf, timeAt } from './time-place.ts'

/** What linking asks of a chart. */
export type LinkedPane = Pick<Pane, 'view' | 'candles'>

/** What shows that somebody works with a chart. */
const uses = ['pointerenter', 'pointerdown', 'wheel', 'focusin', 'keydown'] as const

/**
 * Lets charts show the same span of time and point at the same moment, whatever their timeframes. The chart that was used
 * last leads, the others follow. The answer unlinks them.
 */
export function linkCharts(panes: readonly LinkedPane[], first: LinkedPane | undefined = panes[0]): () => void {
  let leader = first
  const followers = () => panes.filter((pane) => pane !== leader)

  const stops = panes.flatMap((pane) => {
    const { view } = pane
    const lead = () => {
      leader = pane
    }
    const show = () => {
      if (leader === pane) for (const follower of followers()) showSpan(view, follower.view)
    }
    // Keys are pressed on what stands around the chart's own element.
    const area = view.element.parentElement ?? view.element
    for (const use of uses) area.addEventListener(use, lead, { capture: true, passive: true })
    view.chart.timeScale().subscribeVisibleLogicalRangeChange(show)
    return [
      () => {
        for (const use of uses) area.removeEventListener(use, lead, { capture: true })
        view.chart.timeScale().unsubscribeVisibleLogicalRangeChange(show)
      },
      view.onPoint((index) => {
        if (leader === pane) for (const follower of followers()) point(view, index, follower.view)
      }),
      // Candles that come later come to where the leader is.
      effect(() => {
        if (pane.candles.value.length > 0 && leader && leader !== pane) showSpan(leader.view, view)
      }),
    ]
  })
  return () => {
    for (const stop of stops) stop()
  }
}

/** The narrowest candles of a chart that follows one of longer candles, px */
const narrowest = 0.1

function showSpan(leader: ChartView, follower: ChartView): void {
  const range = leader.chart.timeScale().getVisibleLogicalRange()
  if (!range) return
  const [from, to] = [range.from, range.to].map((place) => timeAt(leader.candles, place, lengthOf(leader)))
  if (from === undefined || to === undefined) return
  const [left, right] = [from, to].map((time) => placeOf(follower.candles, time, lengthOf(follower)))
  if (left === undefined || right === undefined || right - left < 1) return
  const scale = follower.chart.timeScale()
  if (scale.width() / (right - left) < scale.options().minBarSpacing) scale.applyOptions({ minBarSpacing: narrowest })
  scale.setVisibleLogicalRange({ from: left, to: right })
}

function point(leader: ChartView, index: number | undefined, follower: ChartView): void {
  const time = index === undefined ? undefined : leader.candles[index]?.openTime
  const at = time === undefined ? -1 : indexAt(follower.candles, time)
  follower.pointTo(at < 0 ? undefined : at)
}

function lengthOf({ look }: ChartView): number {
  return look.tf * minuteMs
}
