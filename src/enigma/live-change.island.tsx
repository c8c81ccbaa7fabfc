import type { Locale } from '../i18n/locales.ts'
import { useTick } from '../live/use-tick.ts'
import { formatChange } from '../market/price-format.ts'
import { changeInPercent } from '../market/statistics.ts'

export interface LiveChangeProps {
  asset: string
  /** Per cent over 24 hours when rendered */
  change: number
  last: number
  locale: Locale
}

/** The 24-hour change, carried on with the live price from where it was rendered. */
export function LiveChange({ asset, change, last, locale }: LiveChangeProps) {
  const price = useTick(asset, 1)?.close ?? last
  const now = price === last ? change : changeInPercent(last / (1 + change / 100), price)
  return (
    <span className="change" data-direction={now > 0 ? 'up' : now < 0 ? 'down' : undefined}>
      {formatChange(locale, now)}
    </span>
  )
}
