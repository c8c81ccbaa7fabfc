import { effect, type ReadonlySignal, signal } from '@preact/signals-react'
import { LineSeries } from 'lightweight-charts'
import type { CandleLength } from '../../market/timeframe.ts'
import { createCandleSource } from '../candles/candle-source.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import type { SourceState } from '../candles/hole-filler.ts'
import { liveSupply } from '../candles/live-supply.ts'
import { axisTime } from '../canvas/axis-time.ts'
import type { Pane } from './pane.ts'

/** Maximum number of loaded candles: a little more than the chart has */
const maxCandles = 6000

const compareColor = '#bf3dce'

export interface Comparison {
  readonly state: ReadonlySignal<SourceState>
  /**
   * Price change of the compared asset in percent, from the first visible candle to the candle under the crosshair or
   * else the newest; undefined if a candle is missing
   */
  readonly change: ReadonlySignal<number | undefined>
  retry(): void
  dispose(): void
}

export function compareWith(
  pane: Pane,
  asset: string,
  { tf, supply }: { tf: CandleLength; supply?: CandleSupply | null | undefined },
): Comparison {
  const { fetchCandles, follow } = supply ?? liveSupply
  const { view } = pane
  const series = view.chart.addSeries(LineSeries, {
    color: compareColor,
    lineWidth: 2,
    priceLineVisible: false,
    crosshairMarkerRadius: 3,
  })
  const change = signal<number | undefined>(undefined)
  let closes = new Map<number, number>()
  const source = createCandleSource({ asset, tf, room: () => maxCandles, fetchCandles, onChange: () => draw() })

  function draw(): void {
    closes = new Map(source.candles.map(({ openTime, close }) => [openTime, close]))
    // The comparison is drawn only at times for which the chart has a candle, because other times would shift the
    // chart's candles.
    const shared = view.candles.flatMap(({ openTime }) => {
      const value = closes.get(openTime)
      return value === undefined ? [] : [{ time: axisTime(openTime, tf), value }]
    })
    series.setData(shared)
    updateChange()
  }

  function updateChange(): void {
    const range = view.chart.timeScale().getVisibleLogicalRange()
    const first = view.candles
      .slice(Math.max(0, Math.floor(range?.from ?? 0)))
      .find(({ openTime }) => closes.has(openTime))
    const from = first && closes.get(first.openTime)
    const to = closes.get(pane.pointed.peek()?.candle.openTime ?? Number.NaN)
    change.value = from && to ? (to / from - 1) * 100 : undefined
  }

  const stops = [
    follow(source, asset, tf),
    effect(() => {
      const [first, last] = [pane.candles.value[0]?.openTime, pane.candles.value.at(-1)?.openTime]
      const { newest, older } = source.state.value
      draw()
      const [own, ownLast] = [source.candles[0]?.openTime ?? 0, source.candles.at(-1)?.openTime ?? 0]
      if (newest !== 'ready' || first === undefined || last === undefined) return
      if (own > last || ownLast < first) source.around(first).catch(reportError)
      else if (own > first && older === 'more') source.loadOlder()
      else if (ownLast < last) source.loadNewer()
    }),
    effect(() => {
      if (pane.pointed.value) updateChange()
    }),
    view.onRedraw(updateChange),
    source.dispose,
  ]
  return {
    state: source.state,
    change,
    retry: source.retry,
    dispose: () => {
      for (const stop of stops) stop()
      view.chart.removeSeries(series)
    },
  }
}
