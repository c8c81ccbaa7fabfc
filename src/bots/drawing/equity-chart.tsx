import { roundValues } from '../../charts/poster/shapes.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatTime, timeZone, withMinus } from '../../i18n/format.ts'
import { type Locale, languageTags } from '../../i18n/locales.ts'
import { formatPrice } from '../../market/price-format.ts'
import { formatShare } from '../bot-numbers.ts'
import { TableScroll } from '../bots-layout.tsx'
import {
  type ChartBand,
  type Curve,
  drawdownsOf,
  type EquityCurves,
  evenPlaces,
  momentsBetween,
  placesOf,
} from './equity-curves.ts'

export interface EquityChartProps extends EquityCurves {
  /** Text alternative of the chart, which says what the chart shows and the result */
  name: string
  /** Initial value of the first curve, from which its drawdowns (drawn below) are measured */
  capital: number
}

/** Max points of a curve: a wide window has as many pixels */
const maxPoints = 800
/** Size of the SVG's viewBox, which is stretched to the available space */
const size = 1000

/** Server-rendered chart with its numbers in a table for screen readers. Renders nothing for fewer than two candles. */
export function EquityChart({ name, times, curves, band, capital }: EquityChartProps) {
  const { locale, t } = useLocale()
  const main = curves[0]?.values
  const [from = 0, to = 0] = [times[0], times[times.length - 1]]
  if (!main || to <= from) return null
  const falls = drawdownsOf(main, capital)
  return (
    <figure className="equity-chart">
      <EquityLegend curves={curves} band={band} />
      <div className="equity-chart-drawing" role="img" aria-label={name}>
        <Drawing times={times} curves={curves} band={band} capital={capital} falls={falls} from={from} to={to} />
      </div>
      <EquityTable name={t('backtest.chart.table')} times={times} curves={curves} band={band} falls={falls} />
      <figcaption className="equity-chart-caption">
        {t('backtest.chart.caption', { from: formatTime(locale, from), to: formatTime(locale, to) })}
      </figcaption>
    </figure>
  )
}

interface DrawingProps extends Omit<EquityChartProps, 'name'> {
  falls: Curve
  from: number
  to: number
}

function Drawing({ times, curves, band, capital, falls, from, to }: DrawingProps) {
  const { locale } = useLocale()
  const places = placesOf(curves[0]?.values ?? [], maxPoints)
  const xAt = (time = 0) => round(((time - from) / (to - from)) * size)
  const x = (place: number) => xAt(times[place])
  const range = rangeOf([
    ...curves.flatMap(({ values }) => places.map((place) => values[place] ?? 0)),
    ...(band ? [...Array.from(band.low), ...Array.from(band.high)] : []),
  ])
  const y = (value: number) => round(size * (0.04 + (0.92 * (range.high - value)) / (range.high - range.low)))
  const line = (values: Curve) => pathOf(places.map((place) => [x(place), y(values[place] ?? 0)]))
  const moments = momentsBetween(from, to)
  const at = (time: number) => ((time - from) / (to - from)) * 100
  const shown = moments.times.filter((time) => at(time) > 4 && at(time) < 96)
  const prices = roundValues(range.low, range.high, 5)
  const verticals = shown.map((time) => `M${round(at(time) * 10)} 0V${size}`).join('')
  return (
    <>
      <svg className="equity-chart-plot" viewBox={`0 0 ${size} ${size}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="equity-ink-grid" d={verticals + prices.map((price) => `M0 ${y(price)}H${size}`).join('')} />
        {band && <Band band={band} xAt={xAt} y={y} />}
        {capital > range.low && capital < range.high && (
          <path className="equity-ink-capital" d={`M0 ${y(capital)}H${size}`} />
        )}
        {curves.toReversed().map(({ look, label, values }) => (
          <path key={label} className={`equity-ink equity-ink-${look}`} d={line(values)} />
        ))}
      </svg>
      <svg className="equity-chart-axis" aria-hidden="true">
        {prices.map((price) => (
          <text key={price} x="8" y={`${y(price) / 10}%`} dy="0.35em">
            {formatPrice(locale, price, digitsOf(range))}
          </text>
        ))}
      </svg>
      <Falls falls={falls} places={places} x={x} verticals={verticals} />
      <TimeAxis times={shown} at={at} isDaily={moments.isDaily} locale={locale} />
    </>
  )
}

interface FallsProps {
  falls: Curve
  places: readonly number[]
  x(place: number): number
  verticals: string
}

function Falls({ falls, places, x, verticals }: FallsProps) {
  const { locale } = useLocale()
  const deepest = Math.max(...places.map((place) => falls[place] ?? 0))
  const scale = Math.max(deepest, 0.001)
  const percent = new Intl.NumberFormat(languageTags[locale], {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'negative',
  })
  const line = pathOf(places.map((place) => [x(place), round((size * (falls[place] ?? 0)) / scale)]))
  return (
    <>
      <svg className="equity-chart-falls" viewBox={`0 0 ${size} ${size}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="equity-ink-grid" d={verticals} />
        <path className="equity-ink-falls" d={`${line}V0H0Z`} />
      </svg>
      <svg className="equity-chart-axis" aria-hidden="true">
        <text x="8" y="100%" dy="-0.2em">
          {withMinus(percent.format(-deepest))}
        </text>
      </svg>
    </>
  )
}

interface BandProps {
  band: ChartBand
  xAt(time: number | undefined): number
  y(value: number): number
}

function Band({ band, xAt, y }: BandProps) {
  const points = (values: Curve) => Array.from(values, (value, place) => [xAt(band.times[place]), y(value)] as const)
  return (
    <>
      <path className="equity-ink-band" d={`${pathOf([...points(band.high), ...points(band.low).toReversed()])}Z`} />
      <path className="equity-ink-middle" d={pathOf(points(band.middle))} />
    </>
  )
}

function rangeOf(values: readonly number[]): { low: number; high: number } {
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return high > low ? { low, high } : { low: low * 0.99 - 1, high: high * 1.01 + 1 }
}

function digitsOf({ low, high }: { low: number; high: number }): number {
  return high - low >= 20 ? 0 : 2
}

function pathOf(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Legend with style, name and last value of each line. */
function EquityLegend({ curves, band }: Pick<EquityCurves, 'curves' | 'band'>) {
  const { locale } = useLocale()
  return (
    <ul className="equity-legend">
      {curves.map(({ label, look, values }) => (
        <li key={label}>
          <svg className="equity-legend-ink" viewBox="0 0 24 8" aria-hidden="true">
            <path className={`equity-ink equity-ink-${look}`} d="M0 4H24" />
          </svg>
          {label} <b>{formatPrice(locale, values[values.length - 1] ?? 0, 2)}</b>
        </li>
      ))}
      {band && (
        <li>
          <svg className="equity-legend-ink" viewBox="0 0 24 8" aria-hidden="true">
            <path className="equity-ink-band" d="M0 0H24V8H0Z" />
          </svg>
          {band.label}
        </li>
      )}
    </ul>
  )
}

interface TimeAxisProps {
  times: readonly number[]
  /** Returns the position of a time in percent of the width */
  at(time: number): number
  isDaily: boolean
  locale: Locale
}

function TimeAxis({ times, at, isDaily, locale }: TimeAxisProps) {
  const parts: Intl.DateTimeFormatOptions = isDaily
    ? { day: 'numeric', month: 'short' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  const format = new Intl.DateTimeFormat(languageTags[locale], { ...parts, timeZone })
  return (
    <svg className="equity-chart-times" aria-hidden="true">
      {times.map((time, index) => (
        <text
          key={time}
          // A narrow chart has room for every other label only.
          className={index % 2 === 1 ? 'is-spare' : undefined}
          x={`${at(time).toFixed(1)}%`}
          y="50%"
          dy="0.35em"
          textAnchor="middle"
        >
          {format.format(time)}
        </text>
      ))}
    </svg>
  )
}

interface EquityTableProps extends EquityCurves {
  name: string
  falls: Curve
}

const maxRows = 30

/** Table of the numbers in an equity chart, at about thirty times. */
function EquityTable({ name, times, curves, band, falls }: EquityTableProps) {
  const { locale, t } = useLocale()
  const middle = band && { label: `${band.label}: ${t('backtest.chart.middle')}`, values: atTimes(band, times) }
  const columns = [...curves, ...(middle ? [middle] : [])]
  return (
    <details className="numbers-table fold">
      <summary>{name}</summary>
      <TableScroll label={name} isFramed>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('backtest.chart.time')}</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{t('backtest.chart.fall')}</th>
            </tr>
          </thead>
          <tbody>
            {evenPlaces(times.length, maxRows).map((place) => (
              <tr key={place}>
                <th scope="row">{formatTime(locale, times[place] ?? 0)}</th>
                {columns.map(({ label, values }) => (
                  <td key={label}>{formatPrice(locale, values[place] ?? 0, 2)}</td>
                ))}
                <td>{formatShare(locale, -(falls[place] ?? 0))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </details>
  )
}

/** Returns the last known middle of the band at each moment. */
function atTimes({ times, middle }: ChartBand, moments: Curve): number[] {
  let at = 0
  return Array.from(moments, (moment) => {
    while ((times[at + 1] ?? Number.POSITIVE_INFINITY) <= moment) at++
    return middle[at] ?? 0
  })
}
