import { useRef } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { formatPrice } from '../price-format.ts'
import { createFlashGate } from './flash.ts'
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
  const { direction, flashes } = useDirection(price)
  return (
    <span className="live-price" data-direction={direction} data-flash={beatOf(flashes)} aria-live="off">
      <span className="live-price-value">{price === undefined ? '—' : formatPrice(locale, price, digits)}</span>
      <span className="live-price-arrow" aria-hidden="true">
        {direction === 'up' ? '▲' : direction === 'down' ? '▼' : ''}
      </span>
    </span>
  )
}

interface Direction {
  /** Which way the last change went; none before the first */
  direction: 'up' | 'down' | undefined
  /** How often it has flashed */
  flashes: number
}

const mayFlash = createFlashGate()

/** Which way a number went when it last changed. */
export function useDirection(value: number | undefined): Direction {
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

/** Two beats in turn, so that a flash after a flash is another animation and begins anew. */
function beatOf(flashes: number): 'even' | 'odd' | undefined {
  if (flashes === 0) return undefined
  return flashes % 2 === 0 ? 'even' : 'odd'
}
