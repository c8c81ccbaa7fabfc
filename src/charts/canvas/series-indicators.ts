import {
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineType,
  type SeriesType,
} from 'lightweight-charts'
import { catalog, type IndicatorChoice, maxMemory } from '../../indicators/catalog.ts'
import { indicatorDigits, indicatorFormat } from '../../indicators/digits.ts'
import type { Indicator, IndicatorValues } from '../../indicators/indicator.ts'
import { createIfLoaded } from '../../indicators/on-demand.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { minutesOf } from '../../market/timeframe.ts'
import type { ChartIndicator } from '../chart-indicator.ts'
import { axisTime } from './axis-time.ts'
import { type IndicatorLook, type LineLook, lookOf, ownVolume, priceFormatOf } from './chart-look.ts'
import { OverlayLine } from './overlay-line.ts'
import type { Palette } from './palette.ts'
import type { SeriesSettings } from './series.ts'

export interface IndicatorSeries {
  choice: ChartIndicator
  /** Number of the pane that shows the indicator; 0 is the price pane */
  pane: number
  /** Series by lines; undefined for those that are not drawn */
  lines: readonly Line[]
  /**
   * Computes the indicator from other candles. @param isWhole  whether no earlier candles exist; otherwise values that
   * depend on earlier candles are hidden
   */
  setCandles(candles: readonly DecimalCandle[], isWhole?: boolean): void
  update(candle: DecimalCandle): void
  valuesAt(index: number): IndicatorValues
  remove(): void
}

export interface IndicatorPlace extends Pick<IndicatorSeries, 'pane'> {
  order: number
  isVisible?: boolean
  closeAt(index: number): number | undefined
}

export function createIndicatorSeries(
  chart: IChartApi,
  choice: ChartIndicator,
  settings: SeriesSettings,
  place: IndicatorPlace,
): IndicatorSeries {
  const look = lookOf(choice)
  const isInPercent = isPercentOf(look, settings, place)
  const own = ownColors(choice, settings.palette)
  const lines = addLines(chart, choice, { ...settings, own }, place)
  const unknown: IndicatorValues = look.lines.map(() => undefined)
  let indicator: Indicator | undefined
  let values: IndicatorValues[] = []
  let firstKnown = 0
  let last: DecimalCandle | undefined
  const pointOf = (candle: DecimalCandle, index: number, line: number) => {
    const time = axisTime(candle.openTime, settings.tf)
    const value = values[index]?.[line]
    if (isInPercent) return { time, value, base: place.closeAt(index) ?? candle.close }
    if (value === undefined) return { time }
    const color = colorOf(look.lines[line], values[index] ?? [], line, { ...settings.palette, own })
    return color ? { time, value, color } : { time, value }
  }

  return {
    choice,
    pane: place.pane,
    lines,
    setCandles: (candles, isWhole = true) => {
      firstKnown = isWhole ? 0 : hiddenCount(choice, settings)
      const made = createIfLoaded(choice)
      indicator = made
      last = candles.at(-1)
      values = candles.map((candle, index) => {
        const own = candle === last ? made?.peek(candle) : made?.close(candle)
        return index < firstKnown ? unknown : (own ?? unknown)
      })
      for (const [line, series] of lines.entries()) {
        series?.setData(candles.map((candle, index) => pointOf(candle, index, line)))
      }
    },
    update: (candle) => {
      if (last && candle.openTime > last.openTime) indicator?.close(last)
      else values.pop()
      last = candle
      values.push(values.length < firstKnown ? unknown : (indicator?.peek(candle) ?? unknown))
      for (const [line, series] of lines.entries()) series?.update(pointOf(candle, values.length - 1, line))
    },
    valuesAt: (index) => values[index] ?? [],
    remove: () => {
      for (const series of lines) if (series) chart.removeSeries(series)
    },
  }
}

/** Number of the first candles whose values would depend on candles before them */
function hiddenCount(choice: IndicatorChoice, { tf }: SeriesSettings): number {
  return catalog[choice.id].isAnchored ? 0 : maxMemory([choice], minutesOf(tf)) - 1
}

interface OwnColors {
  /** Colors that the user chose for lines */
  own: readonly (string | undefined)[]
}

function ownColors(choice: ChartIndicator, { own }: Palette): OwnColors['own'] {
  const { lines } = lookOf(choice)
  return lines.map((look, line) => {
    const color = choice.colors?.[line]
    return color && own(color, look === 'histogram' ? ownVolume : 1)
  })
}

function colorOf(
  look: LineLook | undefined,
  values: IndicatorValues,
  line: number,
  palette: Omit<Palette, 'own'> & OwnColors,
) {
  const { own } = palette
  if (look === 'histogram') return own[line] ?? ((values[line] ?? 0) >= 0 ? palette.riseVolume : palette.fallVolume)
  if (look !== 'turning') return undefined
  // A line that turns has a color for each direction; the direction has no line of its own.
  return values[line + 1] === 1 ? (own[line] ?? palette.rise) : (own[line + 1] ?? palette.fall)
}

/** Whether an indicator is drawn in percent: indicators on the price scale are if it is in percent. */
function isPercentOf({ isOverVolume }: IndicatorLook, { scale }: SeriesSettings, { pane }: IndicatorPlace): boolean {
  return scale === 'percent' && pane === 0 && !isOverVolume
}

type Line = ISeriesApi<SeriesType> | undefined

function addLines(
  chart: IChartApi,
  choice: ChartIndicator,
  settings: SeriesSettings & OwnColors,
  place: IndicatorPlace,
): Line[] {
  const { palette, priceDigits, locale, own } = settings
  const { pane, order } = place
  const look = lookOf(choice)
  const [main, faint] = [palette.indicator(look.ink, order), palette.faintIndicator(look.ink, order)]
  const colors: Partial<Record<LineLook, string>> = {
    faint,
    second: palette.fall,
    rise: palette.rise,
    fall: palette.fall,
  }
  const priceFormat = priceFormatOf(indicatorFormat(choice, locale, priceDigits), indicatorDigits(choice, priceDigits))
  const lines = look.lines.map((line, index) => {
    if (line === 'none') return undefined
    const common = {
      visible: place.isVisible ?? true,
      priceFormat,
      priceLineVisible: false,
      lastValueVisible: look.hasPane && line === 'line',
      crosshairMarkerVisible: false,
      ...(look.isOverVolume && { priceScaleId: 'volume' }),
      ...(look.keepsScale && { autoscaleInfoProvider: () => null }),
    } as const
    if (line === 'histogram') return chart.addSeries(HistogramSeries, common, pane)
    const color = own[index] ?? colors[line] ?? main
    const width = choice.width ?? (colors[line] ? 1 : 2)
    const shape = line === 'dots' ? dots(choice.width) : line === 'steps' ? { lineType: LineType.WithSteps } : {}
    if (isPercentOf(look, settings, place)) {
      return chart.addCustomSeries(new OverlayLine(), { ...common, color, width }, pane)
    }
    return chart.addSeries(LineSeries, { ...common, ...shape, color, lineWidth: width }, pane)
  })
  for (const level of look.levels ?? []) addLevel(lines[0], level, palette)
  return lines
}

function dots(width = 2) {
  return { lineVisible: false, pointMarkersVisible: true, pointMarkersRadius: width * 0.75 }
}

function addLevel(series: Line, price: number, { border }: Palette): void {
  series?.createPriceLine({ price, color: border, lineWidth: 1, lineStyle: 2, axisLabelVisible: false, title: '' })
}
