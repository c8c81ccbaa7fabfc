import { createWilderAverage, wilderMemory } from './ema.ts'
import type { Indicator } from './indicator.ts'

/** Relative strength index with Wilder's averages, 0–100; 50 if the price has not changed. */
export function createRsi(length: number): Indicator<number> {
  const gains = createWilderAverage(length)
  const losses = createWilderAverage(length)
  let previous: number | undefined
  const read = (price: number, act: 'next' | 'peek') => {
    if (previous === undefined) return [undefined]
    const gain = gains[act](Math.max(0, price - previous))
    const loss = losses[act](Math.max(0, previous - price))
    if (gain === undefined || loss === undefined) return [undefined]
    return [gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)]
  }
  return {
    peek: (price) => read(price, 'peek'),
    close: (price) => {
      const values = read(price, 'next')
      previous = price
      return values
    },
  }
}

/** Number of closes that determine the index: one more than the number of changes between closes. */
export function rsiMemory(length: number): number {
  return wilderMemory(length) + 1
}
