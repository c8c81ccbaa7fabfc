import { catalog, indicatorText } from '../../indicators/catalog.ts'
import type { IndicatorValues } from '../../indicators/indicator.ts'
import { volumeProfile } from '../../indicators/volume-profile.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { hasOwnColor, indicatorLooks, type LineLook, ownVolume } from '../canvas/chart-look.ts'
import { paneMargins } from '../canvas/dimensions.ts'
import { legible, type SeriesColors } from '../canvas/palette.ts'
import type { ChartIndicator } from '../chart-indicator.ts'
import type { ChartKind } from '../chart-state.ts'
import { box, linePath, paneHeight, scaleOf, xOf } from './shapes.ts'

export interface PosterPricesProps {
  kind: ChartKind
  /** Candles as the chart draws them: averaged for Heikin-Ashi */
  candles: readonly DecimalCandle[]
  y(price: number): number
  colors: SeriesColors
}

export function PosterPrices({ kind, candles, y, colors }: PosterPricesProps) {
  if (kind !== 'line' && kind !== 'area') {
    const draw = kind === 'bars' ? barPath : candlePath
    return (
      <DirectionPaths candles={candles} colors={colors} hasStroke draw={(candle, index) => draw(candle, index, y)} />
    )
  }
  const closes = linePath(
    candles.map(({ close }) => close),
    y,
  )
  return (
    <>
      {kind === 'area' && (
        <path className="chart-ink-area" fill={colors.line} d={`${closes}V${paneHeight}H${xOf(0)}z`} />
      )}
      <path className="chart-ink-line" stroke={colors.line} d={closes} />
    </>
  )
}

export function PosterVolume({ candles, colors }: Pick<PosterPricesProps, 'candles' | 'colors'>) {
  const highest = Math.max(...candles.map(({ volume }) => volume), Number.MIN_VALUE)
  const top = ({ volume }: DecimalCandle) => paneHeight * (1 - 0.18 * (volume / highest))
  const draw = (candle: DecimalCandle, index: number) => box(index, top(candle), paneHeight)
  return <DirectionPaths candles={candles} colors={colors} className=" is-volume" draw={draw} />
}

interface PosterProfileProps extends Pick<PosterPricesProps, 'candles' | 'colors' | 'y'> {
  rows: number
  /** Right end of the pane */
  width: number
}

/** The volume profile of the candles, with its longest row over 30 % of the pane */
export function PosterProfile({ candles, rows, width, y, colors }: PosterProfileProps) {
  const profile = volumeProfile(candles, rows)
  if (!profile) return null
  const longest = Math.max(...profile.rows.map(({ rise, fall }) => rise + fall))
  const reach = (volume: number) => Math.round(((0.3 * width * volume) / longest) * 10) / 10
  const bars = (isRising: boolean) =>
    profile.rows
      .map(({ low, high, rise, fall }) => {
        const [from, length] = isRising ? [width, reach(rise)] : [width - reach(rise), reach(fall)]
        return `M${from} ${y(high)}h${-length}V${y(low)}h${length}z`
      })
      .join('')
  return [true, false].map((isRising) => (
    <path
      key={String(isRising)}
      className={`${isRising ? 'chart-ink-rise' : 'chart-ink-fall'} is-volume`}
      fill={isRising ? colors.rise : colors.fall}
      d={bars(isRising)}
    />
  ))
}

/** A trade on the picture */
export interface TradeMark {
  /** ms UTC; the mark is at the candle that contains it */
  time: number
  side: 'buy' | 'sell'
  price: number
  /** Whether the picture is about this trade: a line shows its price */
  isMain: boolean
}

interface PosterTradesProps extends Pick<PosterPricesProps, 'candles' | 'y'> {
  trades: readonly TradeMark[]
  /** Right end of the pane */
  width: number
}

/** Width and height of the triangle of a trade */
const [markWidth, markHeight] = [22, 44]

/** Triangles of trades, pointing at their prices: purchases from below, sales from above */
export function PosterTrades({ trades, candles, y, width }: PosterTradesProps) {
  return trades.map(({ time, side, price, isMain }) => {
    const x = xOf(candles.findLastIndex(({ openTime }) => openTime <= time))
    const away = side === 'buy' ? markHeight : -markHeight
    const triangle = `M${x} ${y(price)}l${-markWidth / 2} ${away}h${markWidth}z`
    return (
      <g key={`${time} ${side} ${price}`} className={`chart-ink-trade is-${side}`}>
        {isMain && <path className="chart-ink-trade-price" d={`M0 ${y(price)}H${width}`} />}
        <path d={triangle} />
      </g>
    )
  })
}

interface DirectionPathsProps extends Pick<PosterPricesProps, 'candles' | 'colors'> {
  className?: string
  hasStroke?: boolean
  draw(candle: DecimalCandle, index: number): string
}

function DirectionPaths({ candles, colors, className = '', hasStroke = false, draw }: DirectionPathsProps) {
  return [true, false].map((isRising) => {
    const color = isRising ? colors.rise : colors.fall
    const parts = candles.map((candle, index) => (candle.close >= candle.open === isRising ? draw(candle, index) : ''))
    return (
      <path
        key={String(isRising)}
        className={(isRising ? 'chart-ink-rise' : 'chart-ink-fall') + className}
        fill={color}
        stroke={hasStroke ? color : undefined}
        d={parts.join('')}
      />
    )
  })
}

type ToY = PosterPricesProps['y']

function wickPath({ high, low }: DecimalCandle, index: number, y: ToY): string {
  return `M${xOf(index)} ${y(high)}V${y(low)}`
}

function candlePath(candle: DecimalCandle, index: number, y: ToY): string {
  const { open, close } = candle
  return wickPath(candle, index, y) + box(index, y(Math.max(open, close)), y(Math.min(open, close)))
}

function barPath(candle: DecimalCandle, index: number, y: ToY): string {
  const x = xOf(index)
  return `${wickPath(candle, index, y)}M${x - 3} ${y(candle.open)}H${x}M${x + 3} ${y(candle.close)}H${x}`
}

export interface PosterPaneProps {
  indicators: readonly PaneIndicator[]
  width: number
  offset: number
  top: number
  height: number
}

interface PaneIndicator {
  choice: ChartIndicator
  values: readonly IndicatorValues[]
  color: string | undefined
}

/** A pane below the prices, with the indicators that share its scale */
export function PosterPane({ indicators, width, offset, top, height }: PosterPaneProps) {
  const all = indicators.flatMap(({ values }) => values.flat().filter((value) => value !== undefined))
  if (all.length === 0) return null
  const levels = indicators.flatMap(({ choice }) => indicatorLooks[choice.id].levels ?? [])
  const { y } = scaleOf([...all, ...levels], paneMargins)
  return (
    <svg
      y={`${top}%`}
      width="100%"
      height={`${height}%`}
      viewBox={`0 0 ${width} ${paneHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="chart-ink-border" d={`M0 0H${width}`} />
      <g transform={`translate(${offset} 0)`}>
        {indicators.map((each) => (
          <PaneLines key={indicatorText(each.choice)} y={y} {...each} />
        ))}
      </g>
    </svg>
  )
}

function PaneLines({ choice, values, color, y }: PaneIndicator & { y: ToY }) {
  const { lines } = indicatorLooks[choice.id]
  const bars = (isRising: boolean, line: number) =>
    values
      .map((each, index) => {
        const value = each[line]
        if (value === undefined || value >= 0 !== isRising) return ''
        return box(index, Math.min(y(value), y(0)), Math.max(y(value), y(0)))
      })
      .join('')
  return lines.map((line, index) =>
    line === 'histogram' ? (
      [true, false].map((isRising) => (
        <path
          key={String(isRising)}
          className={isRising ? 'chart-ink-rise is-volume' : 'chart-ink-fall is-volume'}
          {...ownFill(choice.colors?.[index])}
          d={bars(isRising, index)}
        />
      ))
    ) : (
      <PosterLine
        key={catalog[choice.id].lines[index]}
        choice={choice}
        line={index}
        color={color}
        look={line}
        d={linePath(
          values.map((each) => each[index]),
          y,
        )}
      />
    ),
  )
}

function ownFill(color: string | undefined) {
  return color ? { fill: legible(color), opacity: ownVolume } : {}
}

interface PosterLineProps {
  choice: ChartIndicator
  /** Place of the line in the catalog */
  line: number
  /** Color that the user chose for the indicators of this group */
  color: string | undefined
  look: LineLook
  d: string
}

/** A line of an indicator, in its own color and width if it has them */
export function PosterLine({ choice, line, color, look, d }: PosterLineProps) {
  const { ink, lines } = indicatorLooks[choice.id]
  const own = choice.colors?.[line]
  const isTurning = lines.includes('turning')
  const usual = hasOwnColor(look) || isTurning ? color : undefined
  return (
    <path
      className={`chart-ink-indicator chart-ink-${ink} is-${look}`}
      stroke={own ? legible(own) : usual}
      strokeWidth={
        (choice.width && (look === 'dots' ? choice.width * 1.5 : choice.width)) ?? (isTurning ? 2 : undefined)
      }
      opacity={own && 1}
      d={d}
    />
  )
}
