import { createSeriesMarkers, LineStyle, type Logical, type Time } from 'lightweight-charts'
import { indexAt } from '../../charts/candles/candle-list.ts'
import { axisTime } from '../../charts/canvas/axis-time.ts'
import type { ChartLook } from '../../charts/canvas/chart-look.ts'
import { type ChartView, createChartView } from '../../charts/canvas/chart-view.ts'
import { type Palette, readPalette } from '../../charts/canvas/palette.ts'
import type { Locale } from '../../i18n/locales.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { type CandleSpan, createCandleWindow, type WindowedCandles } from './candle-window.ts'

/** [ms UTC, 1 for a purchase or -1 for a sale, decimal price] */
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

/** Candles visible at first */
const seen = 120
/** Loads more when fewer candles than this are left outside the view */
const reserve = 50

/** Chart of the candles in a span with trades and price levels, loaded as they come into view. */
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
      // The library has a branded type for positions on its scale; they are integers.
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

/** Adds marks again for each new series, because a change of colors creates another one. */
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
