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
  /** `low` and `high` are short labels beside the scale */
  words: { lowest: string; highest: string; low: string; high: string }
}

/** Low and high of the last 24 hours as a scale with a needle at the last price. It has no fill, unlike a slider. */
export function LiveRange({ asset, last, low, high, digits, locale, words }: LiveRangeProps) {
  const price = useTick(asset, 1)?.close ?? last
  const range = { last: price, low24h: Math.min(low, price), high24h: Math.max(high, price) }
  const at = Math.round(placeInRange(range) * 100)
  return (
    <span className="day-range">
      <span className="day-range-scale">
        <span aria-hidden="true">{words.low}</span>
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 1v6M0 4h100M100 1v6" />
          <path className="day-range-needle" d={`M${at} 0v8`} />
        </svg>
        <span aria-hidden="true">{words.high}</span>
      </span>
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
