import { createChart, type IChartApi, type ISeriesApi, type SeriesType } from 'lightweight-charts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { ChartLook } from './chart-look.ts'
import { formatOptions, themeOptions } from './chart-options.ts'
import { createChartSeries, type ShownIndicator } from './chart-series.ts'
import { type Coordinates, createCoordinates } from './coordinates.ts'
import { type Crosshair, createCrosshair } from './crosshair.ts'
import { createListeners } from './listeners.ts'
import { createVisibleRange, type VisibleRange } from './visible-range.ts'

export interface PointedCandle {
  candle: DecimalCandle
  previous: DecimalCandle | undefined
  indicators: ShownIndicator[]
}

export interface ChartView extends Coordinates, Crosshair {
  readonly chart: IChartApi
  readonly element: HTMLElement
  readonly series: ISeriesApi<SeriesType>
  readonly range: VisibleRange
  readonly look: ChartLook
  readonly candles: readonly DecimalCandle[]
  /** @param isWhole  whether the market has no candle before the first */
  setCandles(candles: readonly DecimalCandle[], isWhole: boolean): void
  /** Shows the list after a tick: its last candle has changed or is new. */
  updateCandle(candles: readonly DecimalCandle[]): void
  /** Redraws; for another timeframe, call `setCandles` afterwards. */
  configure(look: ChartLook): void
  /** @param height  px at the top of the price pane that the legend covers */
  leaveRoom(height: number): void
  pointAt(index?: number): PointedCandle | undefined
  /** Called before every repaint, so that overlays follow moves, zooms, resizes and new candles. */
  onRedraw(listener: () => void): () => void
  dispose(): void
}

export function createChartView(element: HTMLElement, initial: ChartLook): ChartView {
  let look = initial
  let candles: readonly DecimalCandle[] = []
  let isWhole = false
  const chart = createChart(element, { ...themeOptions(look.palette), ...formatOptions(look), autoSize: true })
  const redraws = createListeners<void>()
  const series = createChartSeries(chart, look, redraws.emit)
  const range = createVisibleRange(chart, () => candles.length)
  const shown = () => ({ candles, look })

  return {
    chart,
    element,
    range,
    get series() {
      return series.prices
    },
    get look() {
      return look
    },
    get candles() {
      return candles
    },
    setCandles: (next, isAll) => {
      isWhole = isAll
      const added = addedBefore(candles, next)
      const draw = () => {
        candles = next
        series.setCandles(next, isWhole)
      }
      if (added === undefined) draw()
      else range.keep(draw, added)
    },
    updateCandle: (next) => {
      const last = next.at(-1)
      candles = next
      if (last) series.update(last)
    },
    configure: (next) => {
      look = next
      range.keep(() => {
        chart.applyOptions({ ...themeOptions(look.palette), ...formatOptions(look) })
        series.configure(look)
        series.setCandles(candles, isWhole)
      })
    },
    leaveRoom: series.leaveRoom,
    ...createCoordinates(chart, series, shown),
    ...createCrosshair(chart, series, shown),
    pointAt: (index = candles.length - 1) => {
      const candle = candles[index]
      return candle && { candle, previous: candles[index - 1], indicators: series.indicatorsAt(index) }
    },
    onRedraw: redraws.add,
    dispose: () => {
      redraws.clear()
      chart.remove()
    },
  }
}

/** Number of candles in `next` before the first of `candles`; undefined when `next` does not contain it. */
function addedBefore(candles: readonly DecimalCandle[], next: readonly DecimalCandle[]): number | undefined {
  const [first] = candles
  const index = first ? next.findIndex(({ openTime }) => openTime === first.openTime) : -1
  return index < 0 ? undefined : index
}
