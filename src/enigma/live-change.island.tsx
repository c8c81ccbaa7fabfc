import type { Locale } from '../i18n/locales.ts'
import { useDayChange, useTick } from '../live/use-tick.ts'
import { changeDirection, formatChange } from '../market/price-format.ts'

export interface LiveChangeProps {
  asset: string
  /** Change at render time, percent */
  change: number | undefined
  last: number
  locale: Locale
  /** Whether the change covers another period than 24 hours */
  isOther?: boolean
}

/** A price change, over 24 hours by default, updated with the live price. */
export function LiveChange({ asset, change, last, locale, isOther = false }: LiveChangeProps) {
  const price = useTick(asset, 1)?.close ?? last
  const now = useDayChange({ asset, last, change }, price, !isOther) ?? change
  return (
    <span className="change" data-direction={changeDirection(now)} data-strength={strengthOf(now)}>
      {formatChange(locale, now)}
    </span>
  )
}

/** Strength of a change for its color: 1 below 1 %, 2 below 3 %, otherwise 3 */
function strengthOf(change = 0): number {
  const size = Math.abs(change)
  return size < 1 ? 1 : size < 3 ? 2 : 3
}
