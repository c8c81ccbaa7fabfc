import { effect, type ReadonlySignal } from '@preact/signals-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { AssetStatus } from '../../live/asset-status.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { minuteMs, type Timeframe } from '../../market/timeframe.ts'
import { indexAt } from '../candles/candle-list.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import type { SeriesColors } from '../canvas/palette.ts'
import { placeOf, timeAt } from '../canvas/time-place.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { ChartState } from '../chart-state.ts'
import type { DrawingDesk } from '../drawing/desk.ts'
import type { ChartWords } from '../words.ts'
import { LayoutCell, type ShownChart } from './cell.tsx'
import type { Workspace } from './use-workspace.ts'

interface PlaceRange {
  from: number
  to: number
}

export interface LinkedView {
  /** Element on which pointer and focus events make the chart the leader */
  area: EventTarget
  tf(): Timeframe
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
  return view.tf() * minuteMs
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

export interface LayoutGridProps {
  workspace: Workspace
  desk: DrawingDesk
  assets: readonly ChartAsset[]
  initialCharts: readonly ChartState[]
  initialCandles: readonly (readonly DecimalCandle[])[]
  /** Time that the first chart shows at first, ms UTC */
  moment: number | undefined
  supply?: CandleSupply | null | undefined
  colors: SeriesColors
  locale: Locale
  words: ChartWords
  standing(asset: string): AssetStatus
  /** Address of the page */
  address: string
  /** Whether charts are changed without a page load */
  isReady: boolean
  onShow(chart: ShownChart | undefined): void
}

export function LayoutGrid(props: LayoutGridProps) {
  const { workspace, desk, assets, initialCharts, initialCandles, colors, locale, words, address, isReady, onShow } =
    props
  const { arrangement, active } = workspace
  const [shown, setShown] = useState<readonly (ShownChart | undefined)[]>([])
  const count = arrangement.charts.length
  const current = shown[active]
  const latest = useRef(active)
  // The active chart is stored in a layout effect, because the next key or pointer event may come before the frame is
  // painted.
  useLayoutEffect(() => {
    latest.current = active
  })
  useEffect(() => {
    onShow(current)
    if (current) desk.activate(current.layer.drawableChart)
  }, [current, desk, onShow])
  useEffect(() => {
    const panes = shown.slice(0, count).map((chart) => {
      return chart && { view: linkedView(chart.pane.view), candles: chart.pane.candles }
    })
    const present = panes.flatMap((pane) => pane ?? [])
    if (!arrangement.isLinked || present.length < 2) return
    // The active chart is read through the ref, so that activating another chart does not link the charts again and
    // move their ranges.
    return linkCharts(present, panes[latest.current] ?? present[0])
  }, [shown, count, arrangement.isLinked])
  return (
    <div className="chart-grid" data-count={count} data-linked={arrangement.isLinked}>
      {places.slice(0, count).map((number) => {
        const state = arrangement.charts[number]
        return (
          state && (
            <LayoutCell
              key={number}
              number={number}
              isActive={number === active}
              isAlone={count === 1}
              state={state}
              asset={assets.find(({ asset }) => asset === state.asset) ?? assets[0]}
              compared={assets.find(({ asset }) => asset === state.compare)}
              candles={(isSameMarket(state, initialCharts[number]) && initialCandles[number]) || none}
              moment={number === 0 ? props.moment : undefined}
              supply={props.supply}
              desk={desk}
              colors={colors}
              locale={locale}
              words={words}
              empty={props.standing(state.asset).empty}
              to={{ state, address, go: isReady ? (next) => workspace.go(next, number) : undefined }}
              onActivate={workspace.activate}
              onShow={setShown}
            />
          )
        )
      })}
    </div>
  )
}

const places = [0, 1, 2, 3]

const none: readonly DecimalCandle[] = []

function isSameMarket(state: ChartState, other: ChartState | undefined): boolean {
  return state.asset === other?.asset && state.tf === other.tf
}
