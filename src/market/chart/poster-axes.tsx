import type { Locale } from '../../i18n/locales.ts'
import type { Timeframe } from '../timeframe.ts'
import { axisFormats } from './axis-time.ts'
import type { TimeMark } from './poster-marks.ts'

export interface PriceMark {
  /** As the axis writes it: a price, or per cent */
  text: string
  /** From the top of the picture, per cent */
  at: number
}

export interface PriceAxisProps {
  marks: readonly PriceMark[]
  last: PriceMark
  isRising: boolean
  color: string | undefined
}

/** Prices beside the server's picture of a chart; the last one on a plate. */
export function PosterPrices({ marks, last, isRising, color }: PriceAxisProps) {
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

export interface TimeAxisProps {
  marks: readonly TimeMark[]
  /** Where a candle's middle stands, per cent of the width */
  at(index: number): number
  tf: Timeframe
  locale: Locale
}

/** Times below it. */
export function PosterTimes({ marks, at, tf, locale }: TimeAxisProps) {
  const { mark } = axisFormats(locale, tf)
  return (
    <svg className="chart-poster-times" aria-hidden="true">
      {marks.map(({ index, seconds, span }) => (
        <text key={index} className={`is-${span}`} x={`${at(index)}%`} y="50%" dy="0.3em" textAnchor="middle">
          {mark(seconds, span)}
        </text>
      ))}
    </svg>
  )
}
