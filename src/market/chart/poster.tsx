import type { Locale } from '../../i18n/locales.ts'
import type { Candle } from '../candle.ts'
import type { ChartState } from './chart-state.ts'
import { indicatorKinds } from './indicators/catalog.ts'
import type { SeriesColors } from './palette.ts'
import { PosterPrices, PosterTimes } from './poster-axes.tsx'
import { priceAxis, timeMarks } from './poster-marks.ts'
import { PosterPane } from './poster-pane.tsx'
import {
  box,
  linePath,
  mainShare,
  marginsOf,
  paneHeight,
  scaleOf,
  shownCandles,
  slot,
  valuesOf,
  xOf,
} from './poster-shapes.ts'
import { roomAhead } from './room.ts'

export interface PosterProps {
  state: ChartState
  /** Ascending; those before the shown ones only serve the indicators */
  candles: readonly Candle[]
  /** How many of the newest are shown */
  count: number
  colors: SeriesColors
  priceDigits: number
  locale: Locale
  className: string
}

/** What the chart shows at first, drawn without the browser: in the place and to the measure of the live one. */
export function Poster({ state, candles, count, colors, priceDigits, locale, className }: PosterProps) {
  const { tf, kind, scale, hasVolume, indicators } = state
  const shown = shownCandles(candles, state).slice(-count)
  const first = candles.length - shown.length
  const overlays = indicators.filter(({ id }) => !indicatorKinds[id].hasPane)
  const lines = overlays.flatMap((choice) => {
    const values = valuesOf(choice, candles).slice(first)
    return indicatorKinds[choice.id].lines.map((_, line) => ({
      choice,
      line,
      values: values.map((each) => each[line]),
    }))
  })
  const prices =
    kind === 'line' || kind === 'area' ? shown.map(({ close }) => close) : shown.flatMap(({ low, high }) => [low, high])
  const all = [...prices, ...lines.flatMap(({ values }) => values.filter((value) => value !== undefined))]
  const last = candles.at(-1)
  if (!last || shown.length === 0) return null
  const { y, low, high } = scaleOf(all, marginsOf(hasVolume), scale === 'log')
  // A candle of a narrow window has the room of a slot, however few there are.
  const width = (Math.max(count, shown.length) + roomAhead) * slot
  const offset = width - (shown.length + roomAhead) * slot
  const loudest = Math.max(...shown.map(({ volume }) => volume), Number.MIN_VALUE)
  const volumeTop = ({ volume }: Candle) => paneHeight * (1 - 0.18 * (volume / loudest))
  const pathOf = (isRising: boolean, draw: (candle: Candle, index: number) => string) =>
    shown.map((candle, index) => (candle.close >= candle.open === isRising ? draw(candle, index) : '')).join('')
  const body = (candle: Candle, index: number) =>
    box(index, y(Math.max(candle.open, candle.close)), y(Math.min(candle.open, candle.close)))
  const wick = (candle: Candle, index: number) => `M${xOf(index)} ${y(candle.high)}V${y(candle.low)}`
  const bar = (candle: Candle, index: number) =>
    `${wick(candle, index)}M${xOf(index) - 3} ${y(candle.open)}H${xOf(index)}M${xOf(index) + 3} ${y(candle.close)}H${xOf(index)}`
  const closes = linePath(
    shown.map(({ close }) => close),
    y,
  )
  const share = mainShare(indicators) * 100
  const { prices: round, textOf } = priceAxis({ low, high, scale, base: shown[0]?.close ?? low, locale, priceDigits })
  const labels = round.filter((price) => Math.abs(y(price) - y(last.close)) > 30)
  const markOf = (price: number) => ({ text: textOf(price), at: (y(price) / paneHeight) * share })
  const times = timeMarks(shown, tf, count / 12)

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
            {hasVolume &&
              [true, false].map((isRising) => (
                <path
                  key={String(isRising)}
                  className={isRising ? 'chart-ink-rise is-volume' : 'chart-ink-fall is-volume'}
                  fill={isRising ? colors.rise : colors.fall}
                  d={pathOf(isRising, (candle, index) => box(index, volumeTop(candle), paneHeight))}
                />
              ))}
            {kind === 'area' && (
              <path className="chart-ink-area" fill={colors.line} d={`${closes}V${paneHeight}H${xOf(0)}z`} />
            )}
            {(kind === 'line' || kind === 'area') && (
              <path className="chart-ink-line" stroke={colors.line} d={closes} />
            )}
            {kind !== 'line' &&
              kind !== 'area' &&
              [true, false].map((isRising) => (
                <path
                  key={String(isRising)}
                  className={isRising ? 'chart-ink-rise' : 'chart-ink-fall'}
                  fill={isRising ? colors.rise : colors.fall}
                  stroke={isRising ? colors.rise : colors.fall}
                  d={pathOf(
                    isRising,
                    kind === 'bars' ? bar : (candle, index) => wick(candle, index) + body(candle, index),
                  )}
                />
              ))}
            {lines.map(({ choice, line, values }) => (
              <path
                key={`${choice.id}${choice.params.join()}${line}`}
                className={`chart-ink-indicator chart-ink-${choice.id} is-${indicatorKinds[choice.id].lines[line]}`}
                stroke={colors[choice.id]}
                d={linePath(values, y)}
              />
            ))}
          </g>
          <path
            className={last.close >= last.open ? 'chart-ink-last is-rise' : 'chart-ink-last is-fall'}
            d={`M0 ${y(last.close)}H${width}`}
          />
        </svg>
        {indicators
          .filter(({ id }) => indicatorKinds[id].hasPane)
          .map((choice, pane, { length }) => (
            <PosterPane
              key={choice.id + choice.params.join()}
              choice={choice}
              values={valuesOf(choice, candles).slice(first)}
              width={width}
              offset={offset}
              top={share + (pane * (100 - share)) / length}
              height={(100 - share) / length}
              color={colors[choice.id]}
            />
          ))}
      </svg>
      <PosterPrices
        marks={labels.map(markOf)}
        last={markOf(last.close)}
        isRising={last.close >= last.open}
        color={last.close >= last.open ? colors.rise : colors.fall}
      />
      <PosterTimes marks={times} at={(index) => ((offset + xOf(index)) / width) * 100} tf={tf} locale={locale} />
    </div>
  )
}
