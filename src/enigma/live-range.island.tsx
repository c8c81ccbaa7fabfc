import type { Locale } from '../i18n/locales.ts'
import { useTick } from '../live/use-tick.ts'
import { formatPrice } from '../market/price-format.ts'
import { placeInRange } from './asset-line.ts'

export interface LiveRangeProps {
  asset: string
  last: number
  /** Low and high of the last 24 hours at render time */
  low: number
  high: number
  digits: number
  locale: Locale
  words: { lowest: string; highest: string }
}

const width = 100

export function LiveRange({ asset, last, low, high, digits, locale, words }: LiveRangeProps) {
  const price = useTick(asset, 1)?.close ?? last
  const range = { last: price, low24h: Math.min(low, price), high24h: Math.max(high, price) }
  const at = Math.round(placeInRange(range) * width)
  return (
    <span className="day-range">
      <svg className="day-range-bar" viewBox={`0 0 ${width} 8`} preserveAspectRatio="none" aria-hidden="true">
        <rect className="day-range-track" y="2.5" width={width} height="3" />
        <rect className="day-range-done" y="2.5" width={at} height="3" />
        <rect className="day-range-marker" x={Math.min(width - 2, Math.max(0, at - 1))} width="2" height="8" />
      </svg>
      <span className="day-range-ends">
        <span>
          <span className="visually-hidden">{words.lowest}: </span>
          {formatPrice(locale, range.low24h, digits)}
        </span>
        <span>
          <span className="visually-hidden">{words.highest}: </span>
          {formatPrice(locale, range.high24h, digits)}
        </span>
      </span>
    </span>
  )
}
