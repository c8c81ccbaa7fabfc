import type { Locale } from '../../i18n/locales.ts'
import { useTick } from '../live/use-tick.ts'
import { formatChange } from '../price-format.ts'
import { changeInPercent } from './statistics.ts'

export interface LiveChangeProps {
  asset: string
  /** Per cent over 24 hours, when the page was made */
  change: number
  /** The price that it belongs to */
  last: number
  locale: Locale
}

/** How much a price has changed over 24 hours, as far as that follows from the price: the page knows where it began. */
export function LiveChange({ asset, change, last, locale }: LiveChangeProps) {
  const price = useTick(asset, 1)?.close ?? last
  const now = price === last ? change : changeInPercent(last / (1 + change / 100), price)
  return (
    <span className="change" data-direction={now > 0 ? 'up' : now < 0 ? 'down' : undefined}>
      {formatChange(locale, now)}
    </span>
  )
}
