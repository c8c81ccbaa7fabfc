import { createExponentialAverage, exponentialMemory } from './ema.ts'
import type { Indicator } from './indicator.ts'

/** Distance of two exponential averages, its own average, and the distance between both */
export function createMacd(fastLength: number, slowLength: number, signalLength: number): Indicator<number> {
  const fast = createExponentialAverage(fastLength)
  const slow = createExponentialAverage(slowLength)
  const signal = createExponentialAverage(signalLength)
  const read = (price: number, act: 'next' | 'peek') => {
    const [quick, lazy] = [fast[act](price), slow[act](price)]
    if (quick === undefined || lazy === undefined) return [undefined, undefined, undefined]
    const distance = quick - lazy
    const average = signal[act](distance)
    return [distance, average, average === undefined ? undefined : distance - average]
  }
  return { peek: (price) => read(price, 'peek'), close: (price) => read(price, 'next') }
}

export function macdMemory(fastLength: number, slowLength: number, signalLength: number): number {
  return exponentialMemory(Math.max(fastLength, slowLength)) + exponentialMemory(signalLength) - 1
}
