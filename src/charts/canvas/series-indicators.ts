import { HistogramSeries, type IChartApi, type ISeriesApi, LineSeries, type SeriesType } from 'lightweight-charts'
import { type IndicatorChoice, indicatorKinds, maxMemory } from '../../indicators/catalog.ts'
import type { Indicator, IndicatorValues } from '../../indicators/indicator.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { axisTime } from './axis-time.ts'
import { indicatorLooks } from './indicator-looks.ts'
import { OverlayLine } from './overlay-line.ts'
import type { Palette } from './palette.ts'
import type { SeriesSettings } from './series.ts'

export interface IndicatorSeries {
  choice: IndicatorChoice
  /** @param isWhole  whether no earlier candles exist; otherwise values that depend on earlier candles are hidden */
  setCandles(candles: readonly DecimalCandle[], isWhole?: boolean): void
  update(candle: DecimalCandle): void
  valuesAt(index: number): IndicatorValues
  remove(): void
}

export interface IndicatorPlace {
  /** 0 is the price pane */
  pane: number
  order: number
  closeAt(index: number): number | undefined
}

export function createIndicatorSeries(
  chart: IChartApi,
  choice: IndicatorChoice,
  settings: SeriesSettings,
  place: IndicatorPlace,
): IndicatorSeries {
  const { tf, palette } = settings
  const kind = indicatorKinds[choice.id]
  const look = indicatorLooks[choice.id]
  const isInPercent = isPercentOf(settings, place)
  const lines = addLines(chart, choice, settings, place)

  let indicator: Indicator = kind.create(choice.params)
  const unknown: IndicatorValues = look.lines.map(() => undefined)
  let values: IndicatorValues[] = []
  let firstKnown = 0
  let last: DecimalCandle | undefined
  const pointOf = (candle: DecimalCandle, index: number, line: number) => {
    const time = axisTime(candle.openTime, tf)
    const value = values[index]?.[line]
    if (isInPercent) return { time, value, base: place.closeAt(index) ?? candle.close }
    if (value === undefined) return { time }
    if (look.lines[line] !== 'histogram') return { time, value }
    return { time, value, color: value >= 0 ? palette.riseVolume : palette.fallVolume }
  }

  return {
    choice,
    setCandles: (candles, isWhole = true) => {
      firstKnown = isWhole ? 0 : maxMemory([choice]) - 1
      indicator = kind.create(choice.params)
      last = candles.at(-1)
      values = candles.map((candle, index) => {
        const own = (candle === last ? indicator.peek : indicator.close)(candle.close)
        return index < firstKnown ? unknown : own
      })
      for (const [line, series] of lines.entries()) {
        series.setData(candles.map((candle, index) => pointOf(candle, index, line)))
      }
    },
    update: (candle) => {
      if (last && candle.openTime > last.openTime) indicator.close(last.close)
      else values.pop()
      last = candle
      values.push(values.length < firstKnown ? unknown : indicator.peek(candle.close))
      for (const [line, series] of lines.entries()) series.update(pointOf(candle, values.length - 1, line))
    },
    valuesAt: (index) => values[index] ?? [],
    remove: () => {
      for (const series of lines) chart.removeSeries(series)
    },
  }
}

/** Overlays use percentages when the price scale does. */
function isPercentOf({ scale }: SeriesSettings, { pane }: IndicatorPlace): boolean {
  return scale === 'percent' && pane === 0
}

function addLines(chart: IChartApi, { id }: IndicatorChoice, settings: SeriesSettings, place: IndicatorPlace) {
  const { palette, priceDigits } = settings
  const { pane, order } = place
  const look = indicatorLooks[id]
  const digits = look.digits ?? priceDigits
  const colors = { line: palette.indicator(id, order), faint: palette.faintIndicator(id, order), second: palette.fall }
  const lines = look.lines.map((line) => {
    const common = {
      priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits },
      priceLineVisible: false,
      lastValueVisible: look.hasPane && line === 'line',
      crosshairMarkerVisible: false,
    } as const
    if (line === 'histogram') return chart.addSeries(HistogramSeries, common, pane)
    const [color, width] = [colors[line], line === 'line' ? 2 : 1] as const
    if (isPercentOf(settings, place)) {
      return chart.addCustomSeries(new OverlayLine(), { ...common, color, width }, pane)
    }
    return chart.addSeries(LineSeries, { ...common, color, lineWidth: width }, pane)
  })
  if (id === 'rsi') for (const level of [30, 70]) addLevel(lines[0], level, palette)
  return lines
}

function addLevel(series: ISeriesApi<SeriesType> | undefined, price: number, { border }: Palette): void {
  series?.createPriceLine({ price, color: border, lineWidth: 1, lineStyle: 2, axisLabelVisible: false, title: '' })
}
