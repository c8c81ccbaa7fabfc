import { z } from 'zod'
import { createRsi, rsiMemory } from '../../indicators/rsi.ts'
import { type AnyStrategy, defineStrategy } from '../engine/strategy.ts'
import { breakout } from './breakout.ts'
import { dca } from './dca.ts'
import { grid } from './grid.ts'
import { maCross } from './ma-cross.ts'
import { rules } from './rules/rules-strategy.ts'

const params = z
  .object({
    length: z.int().min(2).max(200),
    buyBelow: z.number().min(1).max(50),
    sellAbove: z.number().min(50).max(99),
  })
  .refine(({ buyBelow, sellAbove }) => buyBelow < sellAbove, {
    path: ['sellAbove'],
    error: 'must be larger than buyBelow',
  })

/** Buys when the RSI rises back above the lower bound, sells when it falls back below the upper one. */
const rsi = defineStrategy<z.infer<typeof params>, null, { rsi?: number; cross?: string }>({
  id: 'rsi',
  params,
  parameters: [
    { name: 'length', initial: 14, min: 2, max: 200, step: 1, unit: 'candles' },
    { name: 'buyBelow', initial: 30, min: 1, max: 50, step: 0.5, unit: 'points' },
    { name: 'sellAbove', initial: 70, min: 50, max: 99, step: 0.5, unit: 'points' },
  ],
  warmUp: ({ length }) => rsiMemory(length) + 1,
  begin: () => null,
  watch: ({ length, buyBelow, sellAbove }) => {
    const index = createRsi(length)
    let before: number | undefined
    return ({ close }) => {
      const [value] = index.close(close)
      if (value === undefined) return {}
      // Rounding removes differences after the sixth decimal, which depend only on where the averages started.
      const now = Math.round(value * 1e6) / 1e6
      const up = before !== undefined && before < buyBelow && now >= buyBelow
      const down = before !== undefined && before > sellAbove && now <= sellAbove
      before = now
      return up || down ? { rsi: now, cross: up ? 'up' : 'down' } : { rsi: now }
    }
  },
  onClose: (_, memory, { cross }, { desk }) => {
    const holds = desk.account.quantity > 0
    if (cross === 'up' && !holds) return { memory, intents: [{ act: 'buy', spend: 'all', reason: 'oversold' }] }
    if (cross === 'down' && holds) return { memory, intents: [{ act: 'sell', quantity: 'all', reason: 'overbought' }] }
    return { memory, intents: [] }
  },
})

export const strategies: readonly AnyStrategy[] = [dca, grid, maCross, rsi, breakout, rules]

export function findStrategy(id: string): AnyStrategy | undefined {
  return strategies.find((strategy) => strategy.id === id)
}
