import {
  type IChartApi,
  type ISeriesApi,
  type ISeriesPrimitive,
  PriceScaleMode,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import type { IndicatorChoice } from '../../indicators/catalog.ts'
import type { IndicatorValues } from '../../indicators/indicator.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { PriceScale } from '../chart-state.ts'
import { type ChartLook, orderAmong, panesOf } from './chart-look.ts'
import { hasVolumeScale, paneMargins, priceMargins } from './dimensions.ts'
import { createPaneHeights, type PaneHeights } from './pane-heights.ts'
import { type CandleSeries, createPriceSeries, createVolumeSeries } from './series.ts'
import { createIndicatorSeries, type IndicatorSeries } from './series-indicators.ts'

export interface ShownIndicator {
  choice: IndicatorChoice
  values: IndicatorValues
}

export interface ChartSeries {
  readonly heights: PaneHeights
  readonly prices: ISeriesApi<SeriesType>
  readonly closes: readonly number[]
  readonly indicators: readonly IndicatorSeries[]
  setCandles(candles: readonly DecimalCandle[], isWhole: boolean): void
  update(candle: DecimalCandle): void
  configure(look: ChartLook): void
  /**
   * Keeps the prices below the legend. @param height  height that the legend covers, px from the top of the price pane
   */
  leaveRoom(height: number): void
  indicatorsAt(index: number): ShownIndicator[]
}

const scaleModes: Record<PriceScale, PriceScaleMode> = {
  normal: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
}

/** Creates the series of the chart. @param primitive  draws over the prices, and is called before every repaint */
export function createChartSeries(
  chart: IChartApi,
  initial: ChartLook,
  primitive: ISeriesPrimitive<Time>,
): ChartSeries {
  let volume: CandleSeries | undefined
  let prices: CandleSeries
  let indicators: IndicatorSeries[]
  let shown = initial
  let legendHeight = 0
  const heights = createPaneHeights(chart)
  const all = () => [prices, ...(volume ? [volume] : []), ...indicators]

  const add = (look: ChartLook) => {
    volume = look.hasVolume ? createVolumeSeries(chart, look) : undefined
    prices = createPriceSeries(chart, look.kind, look)
    prices.api.attachPrimitive(primitive)
    const panes = panesOf(look.indicators)
    indicators = look.indicators.map((choice, index) => {
      const pane = panes[index] ?? 0
      const order = orderAmong(look.indicators, index)
      const isVisible = !choice.isHidden && !look.indicators[panes.indexOf(pane)]?.isCollapsed
      return createIndicatorSeries(chart, choice, look, {
        pane,
        order,
        isVisible: pane === 0 ? !choice.isHidden : isVisible,
        closeAt: (at) => prices.closes[at],
      })
    })
    chart.priceScale('right').applyOptions({ mode: scaleModes[look.scale] })
    for (const pane of new Set(panes)) {
      if (pane > 0) chart.priceScale('right', pane).applyOptions({ scaleMargins: paneMargins })
    }
    if (hasVolumeScale(look)) chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
    shown = look
    heights.layOut(look.indicators)
    placePrices()
  }
  const placePrices = () => {
    const height = chart.panes()[0]?.getHeight() ?? 0
    const scaleMargins = priceMargins(shown, height > 0 ? legendHeight / height : 0)
    chart.priceScale('right').applyOptions({ scaleMargins })
  }

  add(initial)
  return {
    heights,
    get prices() {
      return prices.api
    },
    get closes() {
      return prices.closes
    },
    get indicators() {
      return indicators
    },
    setCandles: (candles, isWhole) => {
      for (const series of all()) series.setCandles(candles, isWhole)
    },
    update: (candle) => {
      for (const series of all()) series.update(candle)
    },
    configure: (look) => {
      for (const indicator of indicators) indicator.remove()
      if (volume) chart.removeSeries(volume.api)
      chart.removeSeries(prices.api)
      add(look)
    },
    leaveRoom: (height) => {
      legendHeight = height
      placePrices()
    },
    indicatorsAt: (index) => indicators.map(({ choice, valuesAt }) => ({ choice, values: valuesAt(index) })),
  }
}
