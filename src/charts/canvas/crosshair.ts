import type { IChartApi } from 'lightweight-charts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { indexAt } from '../candles/candle-list.ts'
import { axisTime } from './axis-time.ts'
import type { ChartSeries } from './chart-series.ts'
import { createListeners } from './listeners.ts'

export interface Crosshair {
  pointTo(index: number | undefined): void
  /**
   * Listens to the index of the candle under the crosshair, undefined when hidden. Returns a function that stops it.
   */
  onPoint(listener: (index: number | undefined) => void): () => void
}

interface Shown {
  readonly candles: readonly DecimalCandle[]
  readonly look: { tf: Timeframe }
}

export function createCrosshair(chart: IChartApi, series: ChartSeries, shown: () => Shown): Crosshair {
  const { add, emit } = createListeners<number | undefined>()
  /** openTime of a candle pointed to by key or from another chart: the library keeps the position, not the candle. */
  let held: number | undefined
  const place = (index: number | undefined) => {
    const { candles, look } = shown()
    const candle = index === undefined ? undefined : candles[index]
    if (candle) chart.setCrosshairPosition(candle.close, axisTime(candle.openTime, look.tf), series.prices)
    else chart.clearCrosshairPosition()
    held = candle?.openTime
    emit(candle ? index : undefined)
  }
  chart.subscribeCrosshairMove(({ logical, point, sourceEvent }) => {
    if (held !== undefined && point && !sourceEvent) return place(indexAt(shown().candles, held))
    held = undefined
    const index = logical === undefined || !point ? -1 : Math.round(logical)
    emit(shown().candles[index] ? index : undefined)
  })
  return { pointTo: place, onPoint: add }
}
