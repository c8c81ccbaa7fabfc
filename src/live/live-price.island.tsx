import type { Locale } from '../i18n/locales.ts'
import { formatPrice } from '../market/price-format.ts'
import { useMarketState, usePriceMove, useTick } from './use-tick.ts'

/** Label of a stale price, and whether the price was stale at render time */
export interface StaleMark {
  word: string
  isNow: boolean
}

export interface LivePriceProps {
  asset: string
  last?: number | undefined
  digits: number
  stale: StaleMark
  locale: Locale
  /** False for rows out of sight, which do not follow their price */
  isFollowed?: boolean | undefined
}

/** A live price. Space for its arrow is reserved, so nothing shifts. Screen readers do not announce changes. */
export function LivePrice({ asset, last, digits, stale, locale, isFollowed }: LivePriceProps) {
  const market = useMarketState(undefined, isFollowed)
  const isOld = market ? market.stale?.[asset] !== undefined : stale.isNow
  const price = useTick(asset, 1, isFollowed)?.close ?? last
  const { direction, isFlashing } = usePriceMove(price)
  return (
    <span
      className="live-price"
      data-direction={direction}
      data-flash={isFlashing || undefined}
      data-stale={isOld || undefined}
      title={isOld ? stale.word : undefined}
      aria-live="off"
    >
      <span className="live-price-value">{price === undefined ? '—' : formatPrice(locale, price, digits)}</span>
      <span className="live-price-arrow" aria-hidden="true">
        {isOld ? '◷' : direction === 'up' ? '▲' : direction === 'down' ? '▼' : ''}
      </span>
      {isOld && <span className="visually-hidden">{stale.word}</span>}
    </span>
  )
}
