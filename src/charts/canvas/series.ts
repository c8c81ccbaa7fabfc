import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type SeriesType,
} from 'lightweight-charts'
import type { Locale } from '../../i18n/locales.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { formatPrice } from '../../market/price-format.ts'
import type { CandleLength } from '../../market/timeframe.ts'
import type { ChartKind, PriceScale } from '../chart-state.ts'
import { axisTime } from './axis-time.ts'
import { priceFormatOf } from './chart-look.ts'
import { heikinAshi } from './heikin-ashi.ts'
import type { Palette } from './palette.ts'

export interface CandleSeries {
  api: ISeriesApi<SeriesType>
  setCandles(candles: readonly DecimalCandle[], isWhole?: boolean): void
  update(candle: DecimalCandle): void
  /** Closes of the candles as the chart draws them: Heikin-Ashi closes differ from those of the market */
  readonly closes: readonly number[]
}

export interface SeriesSettings {
  tf: CandleLength
  palette: Palette
  priceDigits: number
  locale: Locale
  scale: PriceScale
}

export function createPriceSeries(chart: IChartApi, kind: ChartKind, settings: SeriesSettings): CandleSeries {
  const { tf, palette, priceDigits, locale } = settings
  const priceFormat = priceFormatOf((value) => formatPrice(locale, value, priceDigits), priceDigits)
  const common = { priceFormat, priceLineVisible: true, lastValueVisible: true } as const
  const time = (candle: DecimalCandle) => axisTime(candle.openTime, tf)
  const closeOf = (candle: DecimalCandle) => ({ time: time(candle), value: candle.close })
  const pricesOf = ({ open, high, low, close, openTime }: DecimalCandle) => ({
    time: axisTime(openTime, tf),
    open,
    high,
    low,
    close,
  })
  const { rise, fall } = palette
  switch (kind) {
    case 'candles':
    case 'heikin-ashi': {
      const series = chart.addSeries(CandlestickSeries, {
        ...common,
        upColor: rise,
        downColor: fall,
        wickUpColor: rise,
        wickDownColor: fall,
        borderVisible: false,
      })
      return kind === 'candles' ? plain(series, pricesOf) : averaged(series, pricesOf)
    }
    case 'bars':
      return plain(chart.addSeries(BarSeries, { ...common, upColor: rise, downColor: fall, thinBars: false }), pricesOf)
    case 'line':
      return plain(chart.addSeries(LineSeries, { ...common, color: palette.line, lineWidth: 2 }), closeOf)
    case 'area': {
      const { line, areaTop, areaBottom } = palette
      const colors = { lineColor: line, topColor: areaTop, bottomColor: areaBottom }
      return plain(chart.addSeries(AreaSeries, { ...common, ...colors, lineWidth: 2 }), closeOf)
    }
  }
}

export function createVolumeSeries(chart: IChartApi, { tf, palette }: SeriesSettings): CandleSeries {
  const series = chart.addSeries(HistogramSeries, {
    priceFormat: { type: 'volume' },
    priceScaleId: 'volume',
    priceLineVisible: false,
    lastValueVisible: false,
  })
  return plain(series, ({ openTime, volume, open, close }) => ({
    time: axisTime(openTime, tf),
    value: volume,
    color: close >= open ? palette.riseVolume : palette.fallVolume,
  }))
}

interface Drawable<Point> {
  setData(points: Point[]): void
  update(point: Point): void
}

function plain<Point>(
  api: ISeriesApi<SeriesType> & Drawable<Point>,
  pointOf: (candle: DecimalCandle) => Point,
): CandleSeries {
  let last: DecimalCandle | undefined
  let closes: number[] = []
  return {
    api,
    get closes() {
      return closes
    },
    setCandles: (candles) => {
      last = candles.at(-1)
      closes = candles.map(({ close }) => close)
      api.setData(candles.map(pointOf))
    },
    update: (candle) => {
      if (candle.openTime === last?.openTime) closes.pop()
      last = candle
      closes.push(candle.close)
      api.update(pointOf(candle))
    },
  }
}

function averaged<Point>(
  api: ISeriesApi<SeriesType> & Drawable<Point>,
  pointOf: (candle: DecimalCandle) => Point,
): CandleSeries {
  let before: DecimalCandle | undefined
  let last: DecimalCandle | undefined
  let closes: number[] = []
  const next = (candle: DecimalCandle) => {
    if (last && candle.openTime > last.openTime) before = last
    else closes.pop()
    last = heikinAshi(candle, before)
    closes.push(last.close)
    return pointOf(last)
  }
  return {
    api,
    get closes() {
      return closes
    },
    setCandles: (candles) => {
      before = last = undefined
      closes = []
      api.setData(candles.map(next))
    },
    update: (candle) => api.update(next(candle)),
  }
}
