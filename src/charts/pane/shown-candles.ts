import { effect, signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import { indexAt } from '../candles/candle-list.ts'
import { fetchCandles } from '../candles/candle-loader.ts'
import { type CandleSource, createCandleSource } from '../candles/candle-source.ts'
import type { SourceState } from '../candles/gap-filler.ts'
import { keepCurrent } from '../candles/keep-current.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import { afterMoment, firstCount } from '../canvas/dimensions.ts'
import type { CandlePointer, PaneLook } from './pane.ts'

export interface ShownCandlesOptions {
  view: ChartView
  pointed: CandlePointer
  /** Number of candles shown at first */
  visible: number
  /** Time that is shown and pointed at first, ms UTC, instead of the newest candles */
  moment?: number | undefined
}

/** Shows candles in a chart view, from one candle source at a time. */
export function createShownCandles({ view, pointed, visible, moment }: ShownCandlesOptions) {
  const status = signal<SourceState>({ newest: 'loading', older: 'more', holes: 'whole' })
  const candles = signal<readonly DecimalCandle[]>([])
  let source: CandleSource | undefined
  let close = () => {}

  let unseen = moment
  const showFirst = (shown: readonly DecimalCandle[]) => {
    const index = unseen === undefined ? -1 : indexAt(shown, unseen)
    unseen = undefined
    if (index < 0) return view.range.showNewest(visible)
    view.range.showUntil(Math.min(index + afterMoment, shown.length), visible)
    view.pointTo(index)
  }
  const draw = (change: 'all' | 'tail') => {
    if (!source) return
    const { candles: shown } = source
    const before = view.candles.length
    if (change === 'all') {
      pointed.follow(shown)
      view.setCandles(shown, source.isWhole)
      if (before === 0 && shown.length > 0) showFirst(shown)
    } else view.updateCandle(shown)
    if (change === 'all' || shown.length !== candles.peek().length) candles.value = shown
    pointed.update()
  }
  const open = ({ asset, tf, indicators }: PaneLook, first: readonly DecimalCandle[]) => {
    const wanted = firstCount(indicators)
    pointed.clear()
    const opened = createCandleSource({ asset, tf, candles: first, wanted, fetchCandles, onChange: draw })
    source = opened
    const stopStatus = effect(() => {
      status.value = opened.state.value
    })
    if (first.length > 0) draw('all')
    const stopTicks = keepCurrent(opened, asset, tf)
    // The initial candles are as old as the rendered page, so the newest are fetched again.
    if (first.length > 0) opened.catchUp()
    pointed.update()
    close = () => {
      for (const stop of [stopStatus, stopTicks, opened.dispose]) stop()
    }
  }
  return {
    status,
    candles,
    open,
    clear: () => {
      close()
      view.setCandles([], false)
      candles.value = []
    },
    loadOlder: () => source?.loadOlder(),
    retry: () => source?.retry(),
    close: () => close(),
  }
}
