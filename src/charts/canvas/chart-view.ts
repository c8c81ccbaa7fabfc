import type { IChartApi, IRange, ISeriesApi, SeriesType } from 'lightweight-charts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { CandleLength } from '../../market/timeframe.ts'
import { indexAt } from '../candles/candle-list.ts'
import { type Hole, holesOf } from '../candles/holes.ts'
import { axisTime } from './axis-time.ts'
import type { ChartLook } from './chart-look.ts'
import { formatOptions, themeOptions } from './chart-options.ts'
import { type ChartSeries, createChartSeries, type ShownIndicator } from './chart-series.ts'
import { type Coordinates, createCoordinates } from './coordinates.ts'
import { roomAhead } from './dimensions.ts'
import { createHoleMarks } from './hole-marks.ts'
import type { PaneHeights } from './pane-heights.ts'
import { listenForPricePinch } from './price-pinch.ts'
import { createTimeChart } from './time-chart.ts'

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
  readonly heights: PaneHeights
  readonly look: ChartLook
  indicators(): ChartSeries['indicators']
  readonly candles: readonly DecimalCandle[]
  /**
   * Shows other candles. @param isWhole  whether all history is loaded, so that the market has no candle before the
   * first @param isLive  whether the last candle is the current one
   */
  setCandles(candles: readonly DecimalCandle[], isWhole: boolean, isLive?: boolean): void
  /** Shows the candles after a tick: only the last candle has changed or is new. */
  updateCandle(candles: readonly DecimalCandle[]): void
  /** Redraws with other settings; if the timeframe changes, call `setCandles` afterwards. */
  configure(look: ChartLook): void
  /**
   * Keeps the prices below the legend. @param height  height that the legend covers, px from the top of the price pane
   */
  leaveRoom(height: number): void
  pointAt(index?: number): PointedCandle | undefined
  /**
   * Adds a listener that is called before every repaint, so that overlays follow moves, zooms, resizes and new candles.
   */
  onRedraw(listener: () => void): () => void
  dispose(): void
}

export function createChartView(element: HTMLElement, initial: ChartLook): ChartView {
  let look = initial
  let candles: readonly DecimalCandle[] = []
  let holes: readonly Hole[] = []
  let isWhole = false
  let isLive = true
  const chart = createTimeChart(element, { ...themeOptions(look.palette), ...formatOptions(look), autoSize: true })
  const redraws = createListeners<void>()
  const holeMarks = createHoleMarks(chart, () => ({ holes, look }))
  const series = createChartSeries(chart, look, { updateAllViews: redraws.emit, paneViews: () => holeMarks })
  const range = createVisibleRange(chart, () => candles.length)
  const shown = () => ({ candles, look })
  const stops = [listenForPricePinch(chart, element), series.heights.dispose, redraws.clear, () => chart.remove()]
  // The close of an older candle is not the current price.
  const markLast = () => series.prices.applyOptions({ priceLineVisible: isLive, lastValueVisible: isLive })

  return {
    chart,
    element,
    range,
    heights: series.heights,
    get series() {
      return series.prices
    },
    get look() {
      return look
    },
    indicators: () => series.indicators,
    get candles() {
      return candles
    },
    setCandles: (next, isAll, isLiveNow = true) => {
      isWhole = isAll
      const added = addedBefore(candles, next)
      const draw = () => {
        candles = next
        holes = holesOf(next, look.tf)
        series.setCandles(next, isWhole)
      }
      if (added === undefined) draw()
      else range.keep(draw, added, isLive && isLiveNow)
      isLive = isLiveNow
      markLast()
    },
    updateCandle: (next) => {
      const last = next.at(-1)
      if (next.length > candles.length) holes = [...holes, ...holesOf(next, look.tf, candles.length)]
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
      markLast()
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
      for (const stop of stops) stop()
    },
  }
}

/**
 * Number of candles in `next` before the first of `candles`, negative if candles were dropped there; undefined if the
 * lists do not overlap
 */
function addedBefore(candles: readonly DecimalCandle[], next: readonly DecimalCandle[]): number | undefined {
  const indexIn = (list: readonly DecimalCandle[], first: DecimalCandle | undefined) =>
    list.findIndex(({ openTime }) => openTime === first?.openTime)
  const [added, dropped] = [indexIn(next, candles[0]), indexIn(candles, next[0])]
  return added >= 0 ? added : dropped > 0 ? -dropped : undefined
}

interface Crosshair {
  pointTo(index: number | undefined): void
  /**
   * Adds a listener that receives the index of the candle under the crosshair, undefined when the crosshair is hidden.
   * Returns a function that removes the listener.
   */
  onPoint(listener: (index: number | undefined) => void): () => void
}

interface Shown {
  readonly candles: readonly DecimalCandle[]
  readonly look: { tf: CandleLength }
}

export function createCrosshair(chart: IChartApi, series: ChartSeries, shown: () => Shown): Crosshair {
  const { add, emit } = createListeners<number | undefined>()
  /**
   * openTime of the candle that a key or another chart points to. The library stores the crosshair's position, not its
   * candle, so the crosshair is placed again when candles are added.
   */
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

interface VisibleRange {
  /**
   * Keeps the visible candles during a change of the series, or the newest one, if it is visible. @param added  number
   * of candles added before the first one @param follows  whether a newest candle that is visible is followed
   */
  keep(change: () => void, added?: number, follows?: boolean): void
  showNewest(count: number): void
  /** Shows `count` candles, of which the last is before `end`. */
  showUntil(end: number, count: number): void
  zoom(factor: number): void
  goToNewest(): void
  /**
   * Adds a listener that receives the number of candles hidden on the left and on the right; negative for empty space.
   * Returns a function that removes the listener.
   */
  onChange(listener: (left: number, right: number) => void): () => void
}

/**
 * Moves a visible range with its candles when their number changes. A range that shows the newest candle follows it:
 * otherwise, candles fetched after an outage would hide it. @param before  number of candles before the change @param
 * grown  number of candles added in all @param added  number of them added before the first one
 */
export function movedRange({ from, to }: IRange<number>, before: number, grown: number, added: number): IRange<number> {
  const move = to < before - 1 ? added : grown
  return { from: from + move, to: to + move }
}

function createVisibleRange(chart: IChartApi, candleCount: () => number): VisibleRange {
  const scale = chart.timeScale()
  /** Range of the next frame: until then, the chart reports the former one, and a second change would undo the first. */
  let asked: IRange<number> | undefined
  const shown = () => asked ?? scale.getVisibleLogicalRange()
  const show = (range: IRange<number>) => {
    asked = range
    scale.setVisibleLogicalRange(range)
    requestAnimationFrame(() => {
      if (asked === range) asked = undefined
    })
  }
  const showUntil = (end: number, count: number) => show({ from: end - count, to: end - 1 + roomAhead })
  return {
    keep: (change, added = 0, follows = true) => {
      const before = candleCount()
      const range = before > 0 ? shown() : null
      change()
      const grown = follows ? candleCount() - before : added
      if (range) show(movedRange(range, before, grown, added))
    },
    showNewest: (count) => showUntil(candleCount(), count),
    showUntil,
    zoom: (factor) => {
      const range = shown()
      if (range) show({ from: range.to - (range.to - range.from) * factor, to: range.to })
    },
    goToNewest: () => {
      const range = shown()
      const to = candleCount() - 1 + roomAhead
      if (range) show({ from: to - (range.to - range.from), to })
    },
    onChange: (listener) => {
      const notify = (range: { from: number; to: number } | null) => {
        if (range && candleCount() > 0) listener(Math.floor(range.from), candleCount() - 1 - range.to)
      }
      scale.subscribeVisibleLogicalRangeChange(notify)
      return () => scale.unsubscribeVisibleLogicalRangeChange(notify)
    },
  }
}

interface Listeners<Value> {
  add(listener: (value: Value) => void): () => void
  emit(value: Value): void
  clear(): void
}

function createListeners<Value>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit: (value) => {
      for (const listener of listeners) listener(value)
    },
    clear: () => listeners.clear(),
  }
}
