import { z } from 'zod'
import { wholeUnits } from '../../market/units.ts'
import type { Intent } from '../engine/order.ts'
import { defineStrategy, type StrategyView } from '../engine/strategy.ts'
import { createExactSum } from './exact-sum.ts'

const params = z.object({
  length: z.int().min(2).max(500),
  atrLength: z.int().min(2).max(200),
  atrMultiple: z.number().min(0.5).max(10),
})

const stopName = 'atr-stop'

/**
 * Buys at a close above the previous highest high. A trailing stop follows the price at a distance of several average
 * true ranges (simple mean) and never falls.
 */
export const breakout = defineStrategy<
  z.infer<typeof params>,
  null,
  { highest?: number; atr?: number; breaks?: boolean }
>({
  id: 'breakout',
  params,
  parameters: [
    { name: 'length', initial: 20, min: 2, max: 500, step: 1, unit: 'candles' },
    { name: 'atrLength', initial: 14, min: 2, max: 200, step: 1, unit: 'candles' },
    { name: 'atrMultiple', initial: 2, min: 0.5, max: 10, step: 0.5, unit: 'times' },
  ],
  // One candle more than the lengths: a true range needs the previous close.
  warmUp: ({ length, atrLength }) => Math.max(length, atrLength) + 1,
  begin: () => null,
  watch: ({ length, atrLength }) => {
    const extremes = createExtremes(length)
    const ranges = createExactSum(atrLength)
    let before: number | undefined
    return ({ high, low, close }) => {
      const { highest } = extremes
      extremes.push(high, low)
      if (before !== undefined) ranges.push(Math.max(high, before) - Math.min(low, before))
      before = close
      if (highest === undefined || !ranges.isFull) return {}
      return { highest, atr: ranges.sum / atrLength, breaks: close > highest }
    }
  },
  onClose: ({ atrMultiple }, memory, { atr, breaks }, view) => {
    const { desk } = view
    if (atr === undefined) return { memory, intents: [] }
    if (desk.account.quantity > 0) return { memory, intents: raisedStop(view, atr * atrMultiple) }
    return { memory, intents: breaks ? [{ act: 'buy', spend: 'all', reason: 'breakout' }] : [] }
  },
})

function raisedStop({ desk, price, scale: { priceStep } }: StrategyView, distance: number): Intent[] {
  const level = Math.floor((price - distance) / priceStep) * priceStep
  const stop = desk.orders.find((order) => order.kind === 'stop' && order.name === stopName)
  const now = stop?.kind === 'stop' ? stop.price : 0
  if (level <= now || level < priceStep) return []
  return [{ act: 'stop', side: 'sell', price: wholeUnits(level), quantity: 'all', name: stopName, reason: 'atr-stop' }]
}

/** Highest high and lowest low of the newest `size` candles, updated with each candle. */
export interface Extremes {
  /** Highest high; undefined while there are fewer than `size` candles */
  readonly highest: number | undefined
  readonly lowest: number | undefined
  push(high: number, low: number): void
}

export function createExtremes(size: number): Extremes {
  const highs = createLeader(size, (a, b) => a >= b)
  const lows = createLeader(size, (a, b) => a <= b)
  return {
    get highest() {
      return highs.leader()
    },
    get lowest() {
      return lows.leader()
    },
    push: (high, low) => {
      highs.push(high)
      lows.push(low)
    },
  }
}

/**
 * Finds the extreme of the newest `size` values with a monotonic queue in a ring buffer: it keeps the values that no
 * later one beats, so the first is the extreme. Amortized O(1) per value.
 */
function createLeader(size: number, beats: (a: number, b: number) => boolean) {
  const values = new Float64Array(size)
  const places = new Float64Array(size)
  let first = 0
  let length = 0
  let count = 0
  return {
    leader: () => (count >= size ? values[first] : undefined),
    push: (value: number) => {
      while (length > 0 && beats(value, values[(first + length - 1) % size] ?? 0)) length--
      if (length > 0 && (places[first] ?? 0) <= count - size) {
        first = (first + 1) % size
        length--
      }
      const at = (first + length) % size
      values[at] = value
      places[at] = count++
      length++
    },
  }
}
