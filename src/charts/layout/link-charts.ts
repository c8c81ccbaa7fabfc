import { effect, type ReadonlySignal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import { type CandleLength, minuteMs, minutesOf } from '../../market/timeframe.ts'
import { indexAt, placeOf, timeAt } from '../candles/candle-list.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import type { Pane } from '../pane/pane.ts'

interface PlaceRange {
  from: number
  to: number
}

export interface LinkedView {
  /** Element on which pointer and focus events make the chart the leader */
  area: EventTarget
  tf(): CandleLength
  candles(): readonly DecimalCandle[]
  range(): PlaceRange | null
  showRange(range: PlaceRange): void
  onRange(listener: () => void): () => void
  onPoint(listener: (index: number | undefined) => void): () => void
  pointTo(index: number | undefined): void
}

export interface LinkedPane {
  view: LinkedView
  /** Candles of the chart; the signal has a new list whenever a candle closes or others are loaded */
  candles: ReadonlySignal<readonly DecimalCandle[]>
}

const uses = ['pointerenter', 'pointerdown', 'wheel', 'focusin', 'keydown'] as const

/**
 * Links the time range and crosshair of charts of any timeframe: all follow the chart that was used last. Returns a
 * function that unlinks them.
 */
export function linkCharts(panes: readonly LinkedPane[], first: LinkedPane | undefined = panes[0]): () => void {
  let leader = first
  const followers = () => panes.filter((pane) => pane !== leader)
  const stops = panes.flatMap((pane) => {
    const { view } = pane
    const lead = () => {
      leader = pane
    }
    for (const use of uses) view.area.addEventListener(use, lead, { capture: true, passive: true })
    return [
      () => {
        for (const use of uses) view.area.removeEventListener(use, lead, { capture: true })
      },
      view.onRange(() => {
        if (leader === pane) for (const follower of followers()) showSpan(view, follower.view)
      }),
      view.onPoint((index) => {
        if (leader === pane) for (const follower of followers()) point(view, index, follower.view)
      }),
      // When a chart loads its candles later, it moves to the leader's range.
      effect(() => {
        if (pane.candles.value.length > 0 && leader && leader !== pane) showSpan(leader.view, view)
      }),
    ]
  })
  return () => {
    for (const stop of stops) stop()
  }
}

function showSpan(leader: LinkedView, follower: LinkedView): void {
  const range = leader.range()
  if (!range) return
  const [from, to] = [range.from, range.to].map((place) => timeAt(leader.candles(), place, lengthOf(leader)))
  if (from === undefined || to === undefined) return
  const [left, right] = [from, to].map((time) => placeOf(follower.candles(), time, lengthOf(follower)))
  if (left !== undefined && right !== undefined && right - left >= 1) follower.showRange({ from: left, to: right })
}

function point(leader: LinkedView, index: number | undefined, follower: LinkedView): void {
  const time = index === undefined ? undefined : leader.candles()[index]?.openTime
  const at = time === undefined ? -1 : indexAt(follower.candles(), time)
  follower.pointTo(at < 0 ? undefined : at)
}

function lengthOf(view: LinkedView): number {
  return minutesOf(view.tf()) * minuteMs
}

/** Min width of a candle in a chart that is linked to a chart with longer candles, px */
const narrowest = 0.1

function linkedView(view: ChartView): LinkedView {
  const scale = view.chart.timeScale()
  return {
    area: view.element.parentElement ?? view.element,
    tf: () => view.look.tf,
    candles: () => view.candles,
    range: () => scale.getVisibleLogicalRange(),
    showRange: ({ from, to }) => {
      if (scale.width() / (to - from) < scale.options().minBarSpacing) scale.applyOptions({ minBarSpacing: narrowest })
      scale.setVisibleLogicalRange({ from, to })
    },
    onRange: (listener) => {
      scale.subscribeVisibleLogicalRangeChange(listener)
      return () => scale.unsubscribeVisibleLogicalRangeChange(listener)
    },
    onPoint: view.onPoint,
    pointTo: view.pointTo,
  }
}

/** Links the charts of panes, see `linkCharts`. @param first  pane that the others follow at first */
export function linkPanes(panes: readonly Pane[], first: Pane | undefined): () => void {
  const linked = panes.map((pane) => ({ view: linkedView(pane.view), candles: pane.candles }))
  return linkCharts(linked, linked[first ? panes.indexOf(first) : 0])
}
