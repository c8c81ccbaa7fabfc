import { minuteMs } from '../timeframe.ts'
import { indexAt } from './candle-list.ts'
import type { ChartView } from './chart-view.ts'
import { placeOf, timeAt } from './time-place.ts'

/** What linking asks of a chart. */
export type LinkedView = Pick<ChartView, 'chart' | 'element' | 'look' | 'candles' | 'onPoint' | 'pointTo'>

/**
 * Lets charts show the same span of time and point at the same moment, whatever their timeframes. The chart that was used
 * last leads, the others follow. The answer unlinks them.
 */
export function linkCharts(views: readonly LinkedView[], first: LinkedView | undefined = views[0]): () => void {
  let leader = first
  const stops = views.flatMap((view) => {
    const lead = () => {
      leader = view
    }
    const follow = () => {
      if (leader === view) showSpan(view, others(view))
    }
    const uses = ['pointerenter', 'pointerdown', 'wheel', 'focusin', 'keydown'] as const
    // Keys are pressed on what stands around the chart's own element.
    const area = view.element.parentElement ?? view.element
    for (const use of uses) area.addEventListener(use, lead, { capture: true, passive: true })
    view.chart.timeScale().subscribeVisibleLogicalRangeChange(follow)
    const stopPointing = view.onPoint((index) => {
      if (leader === view) point(view, index, others(view))
    })
    return [
      stopPointing,
      () => view.chart.timeScale().unsubscribeVisibleLogicalRangeChange(follow),
      () => {
        for (const use of uses) area.removeEventListener(use, lead, { capture: true })
      },
    ]
  })
  const others = (view: LinkedView) => views.filter((each) => each !== view)
  if (leader) showSpan(leader, others(leader))
  return () => {
    for (const stop of stops) stop()
  }
}

function showSpan(leader: LinkedView, followers: readonly LinkedView[]): void {
  const range = leader.chart.timeScale().getVisibleLogicalRange()
  if (!range) return
  const [from, to] = [range.from, range.to].map((place) => timeAt(leader.candles, place, lengthOf(leader)))
  if (from === undefined || to === undefined) return
  for (const { chart, candles, look } of followers) {
    const [left, right] = [from, to].map((time) => placeOf(candles, time, look.tf * minuteMs))
    if (left !== undefined && right !== undefined && right - left >= 1)
      chart.timeScale().setVisibleLogicalRange({ from: left, to: right })
  }
}

function point(leader: LinkedView, index: number | undefined, followers: readonly LinkedView[]): void {
  const time = index === undefined ? undefined : leader.candles[index]?.openTime
  for (const follower of followers) {
    const at = time === undefined ? -1 : indexAt(follower.candles, time)
    follower.pointTo(at < 0 ? undefined : at)
  }
}

function lengthOf({ look }: LinkedView): number {
  return look.tf * minuteMs
}
