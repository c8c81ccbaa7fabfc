import {
  type CustomData,
  type CustomSeriesOptions,
  customSeriesDefaultOptions,
  HistogramSeries,
  type IChartApi,
  type ICustomSeriesPaneRenderer,
  type ICustomSeriesPaneView,
  type ISeriesApi,
  LineSeries,
  type PaneRendererCustomData,
  type PriceToCoordinateConverter,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import { type IndicatorChoice, indicatorKinds, maxMemory } from '../../indicators/catalog.ts'
import type { Indicator, IndicatorValues } from '../../indicators/indicator.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { axisTime } from './axis-time.ts'
import { indicatorLooks } from './chart-look.ts'
import type { Palette } from './palette.ts'
import type { SeriesSettings } from './series.ts'

interface OverlayPoint extends CustomData<Time> {
  /** Drawn close of the price series at this point */
  base: number
  value?: number | undefined
}

interface OverlayOptions extends CustomSeriesOptions {
  width: number
}

type Target = Parameters<ICustomSeriesPaneRenderer['draw']>[0]

/**
 * Line of an overlay whose percentages are relative to the first visible price; the library would use the first visible
 * value of each series.
 */
class OverlayLine implements ICustomSeriesPaneView<Time, OverlayPoint, OverlayOptions> {
  private bars: PaneRendererCustomData<Time, OverlayPoint>['bars'] = []
  private options: OverlayOptions = this.defaultOptions()

  /**
   * Returns the values of a point: the library computes percentages from the last value and fits all values into the
   * price scale.
   */
  priceValueBuilder({ value, base }: OverlayPoint): number[] {
    return value === undefined ? [base] : [value, base]
  }

  isWhitespace(data: Partial<OverlayPoint>): data is CustomData<Time> {
    return data.base === undefined
  }

  update({ bars, visibleRange }: PaneRendererCustomData<Time, OverlayPoint>, options: OverlayOptions): void {
    // One more candle on either side is included, because the line continues beyond the edges.
    this.bars = visibleRange ? bars.slice(Math.max(0, visibleRange.from - 1), visibleRange.to + 1) : []
    this.options = options
  }

  renderer(): ICustomSeriesPaneRenderer {
    return { draw: (target, priceConverter) => this.draw(target, priceConverter) }
  }

  defaultOptions(): OverlayOptions {
    return { ...customSeriesDefaultOptions, width: 1 }
  }

  private draw(target: Target, yOf: PriceToCoordinateConverter): void {
    // The method is bound to another name, because the linter takes the library's `use…` method for a React hook.
    const paint = target.useMediaCoordinateSpace.bind(target)
    paint(({ context }) => {
      context.beginPath()
      let isDrawing = false
      for (const { x, originalData } of this.bars) {
        const y = originalData.value === undefined ? null : yOf(originalData.value)
        if (y === null) isDrawing = false
        else if (isDrawing) context.lineTo(x, y)
        else {
          context.moveTo(x, y)
          isDrawing = true
        }
      }
      context.lineJoin = 'round'
      context.lineWidth = this.options.width
      context.strokeStyle = this.options.color
      context.stroke()
    })
  }
}

export interface IndicatorSeries {
  choice: IndicatorChoice
  /**
   * Computes the indicator from other candles. @param isWhole  whether no earlier candles exist; otherwise values that
   * depend on earlier candles are hidden
   */
  setCandles(candles: readonly DecimalCandle[], isWhole?: boolean): void
  update(candle: DecimalCandle): void
  valuesAt(index: number): IndicatorValues
  remove(): void
}

export interface IndicatorPlace {
  /** Number of the pane that shows the indicator; 0 is the price pane */
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

/** Whether an indicator is drawn in percent: indicators in the price pane are if the price scale is in percent. */
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
