import { useRef } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { formatPrice } from '../price-format.ts'
import { useTick } from './use-tick.ts'

export interface LivePriceProps {
  asset: string
  /** The last price the page knew; undefined before there was one */
  last?: number | undefined
  /** Digits after the point */
  digits: number
  locale: Locale
  /** False keeps the last price shown and follows nothing: for what is out of sight */
  isFollowed?: boolean | undefined
}

/**
 * A price that moves. An arrow and a colour say which way it went last; the arrow has its place from the beginning, so
 * nothing shifts. Screen readers read the price when they come to it and are told no change.
 */
export function LivePrice({ asset, last, digits, locale, isFollowed }: LivePriceProps) {
  const price = useTick(asset, 1, isFollowed)?.close ?? last
  const { direction, changes } = useDirection(price)
  return (
    <span className="live-price" data-direction={direction} aria-live="off">
      {/* Another element for another price: its animation begins anew. */}
      <span key={changes} className="live-price-value">
        {price === undefined ? '—' : formatPrice(locale, price, digits)}
      </span>
      <span className="live-price-arrow" aria-hidden="true">
        {direction === 'up' ? '▲' : direction === 'down' ? '▼' : ''}
      </span>
    </span>
  )
}

interface Direction {
  /** Which way the last change went; none before the first */
  direction: 'up' | 'down' | undefined
  /** How often it has changed */
  changes: number
}

/** Which way a number went when it last changed. */
export function useDirection(value: number | undefined): Direction {
  const seen = useRef<Direction & { value: number | undefined }>({ value, direction: undefined, changes: 0 })
  const { current } = seen
  if (value !== undefined && current.value !== undefined && value !== current.value) {
    seen.current = { value, direction: value > current.value ? 'up' : 'down', changes: current.changes + 1 }
  } else if (current.value === undefined) seen.current = { ...current, value }
  return seen.current
}
