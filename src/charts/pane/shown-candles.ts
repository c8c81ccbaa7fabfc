import { effect, signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import { fetchCandles } from '../candles/candle-loader.ts'
import { type CandleSource, createCandleSource } from '../candles/candle-source.ts'
import type { SourceState } from '../candles/gap-filler.ts'
import { keepCurrent } from '../candles/keep-current.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import { firstCount } from '../canvas/dimensions.ts'
import type { CandlePointer, PaneLook } from './pane.ts'

export interface ShownCandlesOptions {
  view: ChartView
  pointed: CandlePointer
  /** Number of candles shown at first */
  visible: number
}

/** Shows candles in a chart view, from one candle source at a time. */
export function createShownCandles({ view, pointed, visible }: ShownCandlesOptions) {
  const status = signal<SourceState>({ newest: 'loading', older: 'more', holes: 'whole' })
  const candles = signal<readonly DecimalCandle[]>([])
  let source: CandleSource | undefined
  let close = () => {}

  const draw = (change: 'all' | 'tail') => {
    if (!source) return
    const { candles: shown } = source
    const before = view.candles.length
    if (change === 'all') {
      pointed.follow(shown)
      view.setCandles(shown, source.isWhole)
      if (before === 0 && shown.length > 0) view.range.showNewest(visible)
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
