import { createSeriesMarkers, LineStyle, type Logical, type Time } from 'lightweight-charts'
import { indexAt, mergeCandles } from '../../charts/candles/candle-list.ts'
import { fetchCandles } from '../../charts/candles/candle-loader.ts'
import { axisTime } from '../../charts/canvas/axis-time.ts'
import type { ChartLook } from '../../charts/canvas/chart-look.ts'
import { type ChartView, createChartView } from '../../charts/canvas/chart-view.ts'
import { type Palette, readPalette } from '../../charts/canvas/palette.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'

interface CandleSpan {
  asset: string
  tf: Timeframe
  /** Span of the candles; `to` is exclusive, both in ms UTC */
  from: number
  to: number
}

const pageSize = 1000

type WindowedCandles = readonly DecimalCandle[]

/** Loads candles around a point in time, then neighboring ones, within the span. A failed load returns `undefined`. */
export function createCandleWindow({ asset, tf, from, to }: CandleSpan) {
  const tfMs = tf * minuteMs
  const begin = openTimeOf(from, tf)
  const asking = new AbortController()
  let candles: WindowedCandles = []
  let isAsking = false

  async function ask(first: number, end: number): Promise<WindowedCandles | undefined> {
    isAsking = true
    try {
      if (first >= end) return []
      return await fetchCandles({ asset, tf, from: first, to: end, limit: pageSize }, asking.signal)
    } catch (error) {
      if (!asking.signal.aborted) reportError(error)
      return undefined
    } finally {
      isAsking = false
    }
  }
  async function add(first: number, end: number): Promise<WindowedCandles | undefined> {
    if (isAsking || first >= end) return undefined
    const page = await ask(first, end)
    if (!page || page.length === 0) return undefined
    candles = mergeCandles(candles, page)
    return candles
  }
  const half = (pageSize / 2) * tfMs
  return {
    around: async (time: number) => {
      const end = Math.min(to, Math.max(begin, openTimeOf(time, tf) - half) + 2 * half)
      const page = await ask(Math.max(begin, end - 2 * half), end)
      if (page) candles = page
      return page
    },
    older: () => {
      const first = candles[0]?.openTime ?? begin
      return add(Math.max(begin, first - half), first)
    },
    newer: () => {
      const next = (candles.at(-1)?.openTime ?? to) + tfMs
      return add(next, Math.min(to, next + half))
    },
    dispose: () => asking.abort(),
  }
}

/** A marked trade: [ms UTC, 1 for a purchase or -1 for a sale, decimal price] */
export type TradeMark = readonly [time: number, side: number, price: number]

export interface PriceLevel {
  label: string
  price: number
  kind: 'entry' | 'buy' | 'sell'
}

export interface MarkedChartOptions extends CandleSpan {
  priceDigits: number
  locale: Locale
  trades: readonly TradeMark[]
  levels: readonly PriceLevel[]
  onState(state: MarkedChartState): void
}

export type MarkedChartState = 'loading' | 'ready' | 'empty' | 'failed'

export interface MarkedChart {
  show(time: number): void
  repaint(): void
  dispose(): void
}

/** Number of candles visible at first */
const seen = 120
/** More candles are loaded when fewer than this are left outside the view. */
const reserve = 50

/** Creates a chart of candles with trades and price levels. Candles are loaded as they come into view. */
export function createMarkedChart(element: HTMLElement, options: MarkedChartOptions): MarkedChart {
  const { tf, onState } = options
  const source = createCandleWindow(options)
  const view = createChartView(element, lookOf(element, options))
  let marks = addMarks(view, options)
  let isGone = false

  const draw = (candles: WindowedCandles | undefined) => {
    if (isGone || !candles) return
    view.setCandles(candles, true)
    const [first, end] = [candles[0]?.openTime ?? 0, (candles.at(-1)?.openTime ?? -1) + tf * minuteMs]
    const shown = options.trades.filter(([time]) => time >= first && time < end)
    marks.setMarkers(shown.map((trade) => markOf(trade, tf, view.look.palette)))
  }
  view.range.onChange((left, right) => {
    if (left < reserve) source.older().then(draw)
    else if (right < reserve) source.newer().then(draw)
  })

  return {
    show: async (time) => {
      onState('loading')
      const candles = await source.around(time)
      if (isGone) return
      draw(candles)
      if (!candles || candles.length === 0) return onState(candles ? 'empty' : 'failed')
      const last = Math.max(indexAt(candles, time) + seen / 2, Math.min(candles.length, seen))
      // The library has a branded type for positions on its time scale; they are integers.
      view.chart.timeScale().setVisibleLogicalRange({ from: (last - seen) as Logical, to: last as Logical })
      onState('ready')
    },
    repaint: () => {
      view.configure(lookOf(element, options))
      marks = addMarks(view, options)
      draw(view.candles)
    },
    dispose: () => {
      isGone = true
      source.dispose()
      view.dispose()
    },
  }
}

function lookOf(element: Element, { tf, priceDigits, locale }: MarkedChartOptions): ChartLook {
  const palette = readPalette(element, {})
  return { tf, kind: 'candles', scale: 'normal', hasVolume: true, indicators: [], priceDigits, locale, palette }
}

/** Draws levels and marks on each new series: a change of colors creates another series, without them. */
function addMarks({ series, look }: ChartView, { levels }: MarkedChartOptions) {
  for (const level of levels) series.createPriceLine(lineOf(level, look.palette))
  return createSeriesMarkers<Time>(series, [])
}

function markOf([time, side, price]: TradeMark, tf: Timeframe, { rise, fall }: Palette) {
  const isPurchase = side > 0
  return {
    time: axisTime(openTimeOf(time, tf), tf),
    price,
    position: isPurchase ? 'belowBar' : 'aboveBar',
    shape: isPurchase ? 'arrowUp' : 'arrowDown',
    color: isPurchase ? rise : fall,
  } as const
}

function lineOf({ label, price, kind }: PriceLevel, { text, rise, fall }: Palette) {
  const color = { entry: text, buy: rise, sell: fall }[kind]
  return { price, title: label, color, lineWidth: 1, lineStyle: LineStyle.Dashed, axisLabelVisible: true } as const
}
