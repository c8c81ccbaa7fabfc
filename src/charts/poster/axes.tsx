import type { Locale } from '../../i18n/locales.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { TimeMark } from './marks.ts'

export interface PriceMark {
  text: string
  /** Percent from the top */
  at: number
}

export interface PriceAxisProps {
  marks: readonly PriceMark[]
  last: PriceMark
  isRising: boolean
  color: string | undefined
}

export function PosterPriceAxis({ marks, last, isRising, color }: PriceAxisProps) {
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
  at(index: number): number
  tf: Timeframe
  locale: Locale
}

export function PosterTimeAxis({ marks, at, tf, locale }: TimeAxisProps) {
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
