import { z } from 'zod'
import { defineStrategy } from '../engine/strategy.ts'
import { createExactSum } from './exact-sum.ts'

const length = z.int().min(1).max(500)

const params = z
  .object({ fast: length, slow: length })
  .refine(({ fast, slow }) => fast < slow, { path: ['slow'], error: 'must be larger than fast' })

/**
 * Buys with all the money when the fast simple average of closes crosses above the slow average, sells when it crosses
 * below.
 */
export const maCross = defineStrategy<z.infer<typeof params>, null, { fast?: number; slow?: number; cross?: string }>({
  id: 'ma-cross',
  params,
  parameters: [
    { name: 'fast', initial: 20, min: 1, max: 500, step: 1, unit: 'candles' },
    { name: 'slow', initial: 50, min: 2, max: 500, step: 1, unit: 'candles' },
  ],
  // One candle more than the slow average: a cross needs the previous candle.
  warmUp: ({ slow }) => slow + 1,
  begin: () => null,
  watch: (chosen) => {
    const fast = createExactSum(chosen.fast)
    const slow = createExactSum(chosen.slow)
    let before: number | undefined
    return ({ close }) => {
      fast.push(close)
      slow.push(close)
      if (!slow.isFull) return {}
      // Averages are compared without division, which is exact.
      const now = Math.sign(fast.sum * chosen.slow - slow.sum * chosen.fast)
      const up = before !== undefined && before <= 0 && now > 0
      const down = before !== undefined && before >= 0 && now < 0
      before = now
      const averages = { fast: fast.sum / chosen.fast, slow: slow.sum / chosen.slow }
      return up || down ? { ...averages, cross: up ? 'up' : 'down' } : averages
    }
  },
  onClose: (_, memory, { cross }, { desk }) => {
    const holds = desk.account.quantity > 0
    if (cross === 'up' && !holds) return { memory, intents: [{ act: 'buy', spend: 'all', reason: 'cross-up' }] }
    if (cross === 'down' && holds) return { memory, intents: [{ act: 'sell', quantity: 'all', reason: 'cross-down' }] }
    return { memory, intents: [] }
  },
})
