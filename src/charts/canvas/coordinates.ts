import type { IChartApi, Logical } from 'lightweight-charts'
import type { DecimalCandle } from '../../market/candle.ts'
import { type CandleLength, minuteMs, minutesOf } from '../../market/timeframe.ts'
import { placeOf, timeAt } from '../candles/candle-list.ts'
import type { ChartSeries } from './chart-series.ts'

/**
 * Converts between chart values and pixels: times are ms UTC, prices are market prices, coordinates are px from the
 * upper left corner of the main pane.
 */
export interface Coordinates {
  timeToX(time: number): number | undefined
  xToTime(x: number): number | undefined
  priceToY(price: number): number | undefined
  yToPrice(y: number): number | undefined
}

interface Shown {
  readonly candles: readonly DecimalCandle[]
  readonly look: { tf: CandleLength }
}

export function createCoordinates(chart: IChartApi, series: ChartSeries, shown: () => Shown): Coordinates {
  return {
    timeToX: (time) => {
      const { candles, look } = shown()
      const [place, at] = [placeOf(candles, time, minutesOf(look.tf) * minuteMs), spacingOf(chart)]
      return place === undefined || !at ? undefined : at.origin + place * at.spacing
    },
    xToTime: (x) => {
      const { candles, look } = shown()
      const at = spacingOf(chart)
      return at && timeAt(candles, (x - at.origin) / at.spacing, minutesOf(look.tf) * minuteMs)
    },
    priceToY: (price) => series.prices.priceToCoordinate(price) ?? undefined,
    yToPrice: (y) => series.prices.coordinateToPrice(y) ?? undefined,
  }
}

/**
 * X coordinate of the first candle's center and distance between candles, px; undefined while the chart has no time
 * scale
 */
function spacingOf(chart: IChartApi): { origin: number; spacing: number } | undefined {
  const [origin, next] = [0, 1].map((index) => chart.timeScale().logicalToCoordinate(logical(index)))
  if (origin === undefined || next === undefined || origin === null || next === null) return undefined
  return { origin, spacing: next - origin }
}

/** Converts a number to the library's index type, which is branded but a plain number. */
function logical(index: number): Logical {
  return index as Logical
}
