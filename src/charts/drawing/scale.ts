import type { DecimalCandle } from '../../market/candle.ts'
import { formatPrice } from '../../market/price-format.ts'
import { minuteMs, minutesOf } from '../../market/timeframe.ts'
import { indexAt, placeOf, timeAt } from '../candles/candle-list.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import type { Point } from './drawing.ts'
import { type Projection, pointOf, type Spot } from './projection.ts'

/**
 * Creates the projection of a chart for one frame, because it looks up the candles' positions only once. Undefined if
 * the chart has no candles or no size.
 */
export function projectionOf(view: ChartView): Projection | undefined {
  const { candles } = view
  const [first] = candles
  const height = view.chart.panes()[0]?.getHeight() ?? 0
  const width = view.chart.timeScale().width()
  const origin = first && view.timeToX(first.openTime)
  if (origin === undefined || height === 0 || width === 0 || view.priceToY(first?.close ?? 0) === undefined)
    return undefined
  const lengthMs = minutesOf(view.look.tf) * minuteMs
  const spacing = spacingOf(view)
  return {
    xOf: (time) => origin + (placeOf(candles, time, lengthMs) ?? 0) * spacing,
    // NaN stands for prices that a logarithmic scale cannot show.
    yOf: (price) => view.priceToY(price) ?? Number.NaN,
    timeOf: (x) => timeAt(candles, (x - origin) / spacing, lengthMs) ?? 0,
    priceOf: (y) => view.yToPrice(y) ?? 0,
    width,
    height,
  }
}

export function spacingOf(view: ChartView): number {
  const time = view.candles[0]?.openTime ?? 0
  return (view.timeToX(time) ?? 1) - (view.timeToX(time - minutesOf(view.look.tf) * minuteMs) ?? 0)
}

/** Snaps a spot to the nearest candle and, if the magnet is on, to one of the candle's prices if near. */
export function snapSpot(view: ChartView, spot: Spot, isMagnetic: boolean): Point | undefined {
  const scale = projectionOf(view)
  if (!scale) return undefined
  const [free, price] = pointOf(scale, spot)
  const time = snapTime(view.candles, minutesOf(view.look.tf) * minuteMs, free)
  const candle = view.candles[indexAt(view.candles, time)]
  const snapped = isMagnetic && candle?.openTime === time ? snapPrice(scale, candle, [time, price]) : price
  const step = 10 ** view.look.priceDigits
  return [Math.max(0, time), Math.round(snapped * step) / step]
}

export function priceText({ look: { locale, priceDigits } }: ChartView, value: number): string {
  return formatPrice(locale, value, priceDigits)
}

/** Max distance at which a point snaps to a price, px */
const pull = 14

/** Snaps a time to the opening time of the nearest candle, existing or future. */
export function snapTime(candles: readonly DecimalCandle[], lengthMs: number, time: number): number {
  const first = candles[0]?.openTime ?? 0
  const last = candles.at(-1)?.openTime ?? 0
  if (time <= first) return first - Math.round((first - time) / lengthMs) * lengthMs
  if (time >= last) return last + Math.round((time - last) / lengthMs) * lengthMs
  const index = indexAt(candles, time)
  const [before, after] = [candles[index]?.openTime ?? first, candles[index + 1]?.openTime ?? last]
  return time - before <= after - time ? before : after
}

export function snapPrice(projection: Projection, candle: DecimalCandle | undefined, [, price]: Point): number {
  if (!candle) return price
  const y = projection.yOf(price)
  const far = (level: number) => Math.abs(projection.yOf(level) - y)
  const levels = [candle.open, candle.high, candle.low, candle.close]
  const nearest = levels.reduce((best, level) => (far(level) < far(best) ? level : best))
  return far(nearest) <= pull ? nearest : price
}
