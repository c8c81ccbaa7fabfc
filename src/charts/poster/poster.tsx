import type { Locale } from '../../i18n/locales.ts'
import { indicatorText } from '../../indicators/catalog.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { CandleLength } from '../../market/timeframe.ts'
import { holesOf } from '../candles/holes.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import { indicatorLooks, type LineLook, lookOf, panesOf } from '../canvas/chart-look.ts'
import { narrowCount, narrowLegendShare, priceMargins, roomAhead } from '../canvas/dimensions.ts'
import type { SeriesColors } from '../canvas/palette.ts'
import type { ChartIndicator } from '../chart-indicator.ts'
import type { ChartState } from '../chart-state.ts'
import { priceAxis, type TimeMark, timeMarks } from './marks.ts'
import {
  PosterLine,
  PosterPane,
  PosterPrices,
  PosterProfile,
  PosterTrades,
  PosterVolume,
  type TradeMark,
} from './pane.tsx'
import { dotsPath, linePath, paneHeight, paneShares, scaleOf, shownCandles, slot, valuesOf, xOf } from './shapes.ts'

export interface PosterProps {
  state: ChartState
  /** Candles in ascending order; those before the visible ones warm up the indicators */
  candles: readonly DecimalCandle[]
  count: number
  colors: SeriesColors
  priceDigits: number
  locale: Locale
  className: string
  trades?: readonly TradeMark[]
}

export function Poster({ state, candles, count, colors, priceDigits, locale, className, trades = [] }: PosterProps) {
  const { tf, kind, scale, hasVolume, indicators } = state
  const shown = shownCandles(candles, state).slice(-count)
  const first = candles.length - shown.length
  const last = candles.at(-1)
  if (!last || shown.length === 0) return null
  const overlays = overlaysOf(indicators, candles, first)
  const shares = paneShares(indicators)
  const [mainShare = 1] = shares
  const { y, low, high } = scaleOf(
    [...pricesOf(shown, kind), ...overlays.filter(isInScale).flatMap(({ values }) => values.filter(isNumber))],
    priceMargins(state, count === narrowCount ? narrowLegendShare(mainShare) : 0),
    scale === 'log',
  )
  // The width of a candle does not grow if there are fewer than `count` candles.
  const width = (Math.max(count, shown.length) + roomAhead) * slot
  const offset = width - (shown.length + roomAhead) * slot
  const share = mainShare * 100
  const { prices, textOf } = priceAxis({ low, high, scale, base: shown[0]?.close ?? low, locale, priceDigits })
  const labels = prices.filter((price) => Math.abs(y(price) - y(last.close)) > 30)
  const markOf = (price: number) => ({ text: textOf(price), at: (y(price) / paneHeight) * share })
  const times = timeMarks(shown, tf, count / 12)
  const isRising = last.close >= last.open

  return (
    <div className={`chart-poster ${className}`} aria-hidden="true">
      <svg className="chart-poster-plot" aria-hidden="true">
        <svg
          width="100%"
          height={`${share}%`}
          viewBox={`0 0 ${width} ${paneHeight}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path
            className="chart-ink-grid"
            d={times.map(({ index }) => `M${offset + xOf(index)} 0V${paneHeight}`).join('')}
          />
          <path className="chart-ink-grid" d={labels.map((price) => `M0 ${y(price)}H${width}`).join('')} />
          <g transform={`translate(${offset} 0)`}>
            {state.profile && (
              <PosterProfile candles={shown} rows={state.profile} y={y} width={width - offset} colors={colors} />
            )}
            {hasVolume && <PosterVolume candles={shown} colors={colors} />}
            <PosterPrices kind={kind} candles={shown} y={y} colors={colors} />
            <Overlays overlays={overlays} y={y} colors={colors} />
            <PosterTrades trades={trades} candles={shown} y={y} width={width - offset} />
            <path
              className="chart-ink-hole"
              d={holesOf(shown, tf)
                .map(({ index }) => `M${(xOf(index - 1) + xOf(index)) / 2} 0V${paneHeight}`)
                .join('')}
            />
          </g>
          <path className={`chart-ink-last ${isRising ? 'is-rise' : 'is-fall'}`} d={`M0 ${y(last.close)}H${width}`} />
        </svg>
        <Panes indicators={indicators} candles={candles} first={first} colors={colors} {...{ width, offset, shares }} />
      </svg>
      <PosterPriceAxis
        marks={labels.map(markOf)}
        last={markOf(last.close)}
        isRising={isRising}
        color={isRising ? colors.rise : colors.fall}
      />
      <PosterTimeAxis marks={times} at={(index) => ((offset + xOf(index)) / width) * 100} tf={tf} locale={locale} />
    </div>
  )
}

function pricesOf(candles: readonly DecimalCandle[], kind: ChartState['kind']): number[] {
  const isLine = kind === 'line' || kind === 'area'
  return candles.flatMap(({ low, high, close }) => (isLine ? [close] : [low, high]))
}

interface Overlay {
  choice: ChartIndicator
  look: LineLook
  line: number
  values: (number | undefined)[]
}

function overlaysOf(
  indicators: readonly ChartIndicator[],
  candles: readonly DecimalCandle[],
  first: number,
): Overlay[] {
  return indicators
    .filter((choice) => !choice.isHidden && !lookOf(choice).hasPane && !lookOf(choice).isOverVolume)
    .flatMap((choice) => {
      const values = valuesOf(choice, candles).slice(first)
      const { lines } = indicatorLooks[choice.id]
      return lines.flatMap((look, line) => {
        const own = values.map((each) => each[line])
        if (look !== 'turning') return look === 'none' ? [] : [{ choice, look, line, values: own }]
        const inDirection = (direction: number) =>
          own.map((value, index) => (values[index]?.[line + 1] === direction ? value : undefined))
        return [
          { choice, look: 'rise' as const, line, values: inDirection(1) },
          { choice, look: 'fall' as const, line: line + 1, values: inDirection(-1) },
        ]
      })
    })
}

function isInScale({ choice }: Overlay): boolean {
  return !indicatorLooks[choice.id].keepsScale
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined
}

interface OverlaysProps {
  overlays: readonly Overlay[]
  y(price: number): number
  colors: SeriesColors
}

function Overlays({ overlays, y, colors }: OverlaysProps) {
  return overlays.map(({ choice, look, line, values }) => (
    <PosterLine
      key={`${indicatorText(choice)}${line}`}
      choice={choice}
      line={line}
      color={colors[look === 'rise' || look === 'fall' ? look : indicatorLooks[choice.id].ink]}
      look={look}
      d={look === 'dots' ? dotsPath(values, y) : linePath(values, y)}
    />
  ))
}

interface PanesProps extends Pick<PosterProps, 'candles' | 'colors'> {
  indicators: readonly ChartIndicator[]
  first: number
  width: number
  offset: number
  /** Shares of the chart's height that the panes take, from the price pane down */
  shares: readonly number[]
}

function Panes({ indicators, candles, first, colors, shares, ...place }: PanesProps) {
  const panes = panesOf(indicators)
  const numbers = [...new Set(panes)].filter((pane) => pane > 0)
  return numbers.map((pane) => (
    <PosterPane
      key={pane}
      indicators={indicators
        .filter((_, index) => panes[index] === pane)
        .map((choice) => ({
          choice,
          values:
            choice.isHidden || indicators[panes.indexOf(pane)]?.isCollapsed
              ? []
              : valuesOf(choice, candles).slice(first),
          color: colors[indicatorLooks[choice.id].ink],
        }))}
      top={100 * shares.slice(0, pane).reduce((sum, share) => sum + share, 0)}
      height={100 * (shares[pane] ?? 0)}
      {...place}
    />
  ))
}

interface PriceMark {
  text: string
  /** Position, percent from the top */
  at: number
}

interface PriceAxisProps {
  marks: readonly PriceMark[]
  last: PriceMark
  isRising: boolean
  color: string | undefined
}

function PosterPriceAxis({ marks, last, isRising, color }: PriceAxisProps) {
  return (
    <svg className="chart-poster-axis" aria-hidden="true">
      {marks.map(({ text, at }) => (
        <text key={text} x="10" y={`${at}%`} dy="0.35em">
          {text}
        </text>
      ))}
      <svg y={`${last.at}%`} overflow="visible" aria-hidden="true">
        <rect className={isRising ? 'is-rise' : 'is-fall'} fill={color} y="-9" width="100%" height="18" />
      </svg>
      <text className="chart-poster-last" x="10" y={`${last.at}%`} dy="0.35em">
        {last.text}
      </text>
    </svg>
  )
}

interface TimeAxisProps {
  marks: readonly TimeMark[]
  at(index: number): number
  tf: CandleLength
  locale: Locale
}

function PosterTimeAxis({ marks, at, tf, locale }: TimeAxisProps) {
  const { mark } = axisFormats(locale, tf)
  return (
    <svg className="chart-poster-times" aria-hidden="true">
      {marks.map(({ index, seconds, span }) => (
        // The edge would cut a centered label of one of the first candles.
        <text
          key={index}
          className={`is-${span}`}
          x={`${at(index)}%`}
          y="50%"
          dy="0.3em"
          textAnchor={index < 7 ? 'start' : 'middle'}
        >
          {mark(seconds, span)}
        </text>
      ))}
    </svg>
  )
}
