import { useRef } from 'react'
import type { Locale } from '../i18n/locales.ts'
import { formatPrice } from '../market/price-format.ts'
import { createFlashGate } from './flash.ts'
import { useMarketState, useTick } from './use-tick.ts'

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
  const { direction, flashes } = useDirection(price)
  return (
    <span
      className="live-price"
      data-direction={direction}
      data-flash={beatOf(flashes)}
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

interface Direction {
  direction: 'up' | 'down' | undefined
  flashes: number
}

const mayFlash = createFlashGate()

function useDirection(value: number | undefined): Direction {
  const seen = useRef<Direction & { value: number | undefined }>({ value, direction: undefined, flashes: 0 })
  const { current } = seen
  if (value === undefined || value === current.value) return current
  if (current.value === undefined) seen.current = { ...current, value }
  else {
    const direction = value > current.value ? 'up' : 'down'
    seen.current = { value, direction, flashes: current.flashes + (mayFlash(performance.now()) ? 1 : 0) }
  }
  return seen.current
}

/** Returns a value that alternates with each flash, so that each starts a new animation. */
function beatOf(flashes: number): 'even' | 'odd' | undefined {
  if (flashes === 0) return undefined
  return flashes % 2 === 0 ? 'even' : 'odd'
}
