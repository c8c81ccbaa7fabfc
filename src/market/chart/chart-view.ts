import {
  createChart,
  type IChartApi,
  type ISeriesApi,
  type Logical,
  type MouseEventParams,
  PriceScaleMode,
  type SeriesType,
} from 'lightweight-charts'
import type { Locale } from '../../i18n/locales.ts'
import type { Candle } from '../candle.ts'
import { minuteMs } from '../timeframe.ts'
import { axisTime } from './axis-time.ts'
import { formatOptions, layoutOptions } from './chart-options.ts'
import type { ChartState, PriceScale } from './chart-state.ts'
import { type IndicatorChoice, indicatorKinds } from './indicators/catalog.ts'
import type { IndicatorValues } from './indicators/indicator.ts'
import type { Palette } from './palette.ts'
import { mainPaneShare, roomAhead } from './room.ts'
import { type CandleSeries, createPriceSeries, createVolumeSeries } from './series.ts'
import { createIndicatorSeries, type IndicatorSeries } from './series-indicators.ts'
import { placeOf, timeAt } from './time-place.ts'

/** What a chart looks like; its candles come by themselves. */
export interface ChartLook extends Omit<ChartState, 'asset'> {
  priceDigits: number
  locale: Locale
  palette: Palette
}

/** A candle that is pointed at, with what the indicators say of it, in their order. */
export interface PointedCandle {
  candle: Candle
  /** The candle before, which changes are counted from */
  previous: Candle | undefined
  indicators: { choice: IndicatorChoice; color: string; values: IndicatorValues }[]
}

/**
 * One chart on the screen. Times are ms UTC and prices those of the market everywhere: that the axis is Moscow's is the
 * view's own business. Coordinates are px within the main pane, from its upper left corner.
 */
export interface ChartView {
  readonly chart: IChartApi
  readonly element: HTMLElement
  /** The series of prices that is drawn now; another one after `configure`: ask anew, or listen to `onRedraw` */
  readonly series: ISeriesApi<SeriesType>
  readonly look: ChartLook
  readonly candles: readonly Candle[]
  /** Draws this list. The window stays where it is in time; the first list is shown from its newest candles. */
  setCandles(candles: readonly Candle[]): void
  /** The newest list after a tick: its last candle has changed, or is new. */
  updateCandle(candles: readonly Candle[]): void
  /** Draws another way what is there; candles of another timeframe have to follow by `setCandles`. */
  configure(look: ChartLook): void
  /** Shows the newest so many candles. */
  showNewest(count: number): void
  /** Shows so many times as many candles, the rightmost one staying where it is. */
  zoom(factor: number): void
  /** Goes back to the newest candle without showing more or fewer of them. */
  goToNewest(): void
  timeToX(time: number): number | undefined
  xToTime(x: number): number | undefined
  priceToY(price: number): number | undefined
  yToPrice(y: number): number | undefined
  /** Where the line of the last price runs */
  lastY(): number | undefined
  /** The candle at an index, or the newest one, as the legend says it. */
  pointAt(index?: number): PointedCandle | undefined
  /** Puts the crosshair on a candle by its index; without one it goes. */
  pointTo(index: number | undefined): void
  /** Tells which candle is pointed at by its index, nothing when none is; the answer stops it. */
  onPoint(listener: (index: number | undefined) => void): () => void
  /** Tells, after every move, zoom, resize and new candle, that things drawn on top have to follow. */
  onRedraw(listener: () => void): () => void
  /** Tells how many candles there are on both sides of the window; fewer than none where it shows more than there are. */
  onWindow(listener: (left: number, right: number) => void): () => void
  dispose(): void
}

const scaleModes: Record<PriceScale, PriceScaleMode> = {
  normal: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
}

/** Makes a chart that fills an element, and follows its size. */
export function createChartView(element: HTMLElement, initial: ChartLook): ChartView {
  let look = initial
  let candles: readonly Candle[] = []
  const chart = createChart(element, { ...layoutOptions(look.palette), ...formatOptions(look), autoSize: true })
  const listeners = { redraw: new Set<() => void>(), point: new Set<(index: number | undefined) => void>() }
  const redraw = () => {
    for (const listener of listeners.redraw) listener()
  }
  /** Rides on the series of prices: the library asks it before every repaint. */
  const courier = { updateAllViews: redraw }
  let volume: CandleSeries | undefined
  let prices = createPriceSeries(chart, look.kind, look)
  let indicators: IndicatorSeries[] = []
  const drawn = () => [prices, ...(volume ? [volume] : []), ...indicators]

  function drawSeries(): void {
    for (const indicator of indicators) indicator.remove()
    if (volume) chart.removeSeries(volume.api)
    chart.removeSeries(prices.api)
    volume = look.hasVolume ? createVolumeSeries(chart, look) : undefined
    prices = createPriceSeries(chart, look.kind, look)
    prices.api.attachPrimitive(courier)
    let panes = 1
    indicators = look.indicators.map((choice, index) => {
      const pane = indicatorKinds[choice.id].hasPane ? panes++ : 0
      const order = look.indicators.slice(0, index).filter(({ id }) => id === choice.id).length
      return createIndicatorSeries(chart, choice, look, { pane, order, closeAt: (index) => prices.closes[index] })
    })
    const bottom = look.hasVolume ? 0.22 : 0.08
    chart.priceScale('right').applyOptions({ mode: scaleModes[look.scale], scaleMargins: { top: 0.08, bottom } })
    if (volume) chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
    for (const [index, pane] of chart.panes().entries()) pane.setStretchFactor(index === 0 ? mainPaneShare : 1)
  }

  const pointedIndex = ({ logical, point }: MouseEventParams) => {
    if (logical === undefined || !point) return undefined
    const index = Math.round(logical)
    return candles[index] ? index : undefined
  }
  const tellPoint = (event: MouseEventParams) => {
    const index = pointedIndex(event)
    for (const listener of listeners.point) listener(index)
  }
  chart.subscribeCrosshairMove(tellPoint)
  drawSeries()

  const tfMs = () => look.tf * minuteMs
  /** px from the middle of the first candle on, and of one candle; nothing while there is no scale */
  const rule = () => {
    const [origin, next] = [0, 1].map((index) => chart.timeScale().logicalToCoordinate(logical(index)))
    if (origin === undefined || next === undefined || origin === null || next === null) return undefined
    return { origin, spacing: next - origin }
  }

  return {
    chart,
    element,
    get series() {
      return prices.api
    },
    get look() {
      return look
    },
    get candles() {
      return candles
    },
    setCandles: (next) => {
      const first = candles[0]
      const added = first ? next.findIndex(({ openTime }) => openTime === first.openTime) : -1
      const window = added < 0 ? null : chart.timeScale().getVisibleLogicalRange()
      candles = next
      for (const series of drawn()) series.setCandles(next)
      // While its series differ in length, the scale moves: afterwards it shows again what it showed.
      if (window) chart.timeScale().setVisibleLogicalRange({ from: window.from + added, to: window.to + added })
    },
    updateCandle: (next) => {
      const last = next.at(-1)
      candles = next
      if (last) for (const series of drawn()) series.update(last)
    },
    configure: (next) => {
      look = next
      // A scale whose last series goes forgets where it was.
      const window = candles.length > 0 ? chart.timeScale().getVisibleLogicalRange() : null
      chart.applyOptions({ ...layoutOptions(look.palette), ...formatOptions(look) })
      drawSeries()
      for (const series of drawn()) series.setCandles(candles)
      if (window) chart.timeScale().setVisibleLogicalRange(window)
    },
    showNewest: (count) => {
      const { length } = candles
      chart.timeScale().setVisibleLogicalRange({ from: length - count, to: length - 1 + roomAhead })
    },
    zoom: (factor) => {
      const window = chart.timeScale().getVisibleLogicalRange()
      if (!window) return
      const from = window.to - (window.to - window.from) * factor
      chart.timeScale().setVisibleLogicalRange({ from, to: window.to })
    },
    goToNewest: () => {
      const window = chart.timeScale().getVisibleLogicalRange()
      const to = candles.length - 1 + roomAhead
      if (window) chart.timeScale().setVisibleLogicalRange({ from: to - (window.to - window.from), to })
    },
    timeToX: (time) => {
      const [place, at] = [placeOf(candles, time, tfMs()), rule()]
      return place === undefined || !at ? undefined : at.origin + place * at.spacing
    },
    xToTime: (x) => {
      const at = rule()
      return at && timeAt(candles, (x - at.origin) / at.spacing, tfMs())
    },
    priceToY: (price) => prices.api.priceToCoordinate(price) ?? undefined,
    yToPrice: (y) => prices.api.coordinateToPrice(y) ?? undefined,
    lastY: () => {
      const close = prices.closes.at(-1)
      return close === undefined ? undefined : (prices.api.priceToCoordinate(close) ?? undefined)
    },
    pointAt: (index = candles.length - 1) => {
      const candle = candles[index]
      if (!candle) return undefined
      const values = indicators.map(({ choice, color, valuesAt }) => ({ choice, color, values: valuesAt(index) }))
      return { candle, previous: candles[index - 1], indicators: values }
    },
    pointTo: (index) => {
      const candle = index === undefined ? undefined : candles[index]
      if (candle) chart.setCrosshairPosition(candle.close, axisTime(candle.openTime, look.tf), prices.api)
      else chart.clearCrosshairPosition()
      for (const listener of listeners.point) listener(candle ? index : undefined)
    },
    onPoint: (listener) => listen(listeners.point, listener),
    onRedraw: (listener) => listen(listeners.redraw, listener),
    onWindow: (listener) => {
      const tell = (range: { from: number; to: number } | null) => {
        if (range && candles.length > 0) listener(Math.floor(range.from), candles.length - 1 - range.to)
      }
      chart.timeScale().subscribeVisibleLogicalRangeChange(tell)
      return () => chart.timeScale().unsubscribeVisibleLogicalRangeChange(tell)
    },
    dispose: () => {
      for (const set of Object.values(listeners)) set.clear()
      chart.remove()
    },
  }
}

/** The library brands places on its scale; whole numbers are all that it asks for. */
function logical(index: number): Logical {
  return index as Logical
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
