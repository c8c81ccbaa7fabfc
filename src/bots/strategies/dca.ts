import { z } from 'zod'
import { costLevel } from '../engine/account.ts'
import { maxQuantity, moneyDigits, priceLevel, type Rate, wholeMoney, wholeRate } from '../engine/money.ts'
import type { Fill, Intent } from '../engine/order.ts'
import { defineStrategy, type StrategyView } from '../engine/strategy.ts'

const params = z.object({
  amount: z.number().min(1).max(1_000_000),
  every: z.int().min(1).max(10_000),
  safetyOrders: z.int().min(0).max(10),
  dip: z.number().min(0.1).max(20),
  scale: z.number().min(1).max(3),
  takeProfit: z.number().min(0).max(100),
})

type Params = z.infer<typeof params>

/** Memory of the strategy: number of candles since the last regular purchase */
type Memory = number

const profitName = 'take-profit'
const safetyName = (index: number) => `safety-${index}`

/**
 * Dollar-cost averaging: buys for the same amount every `every` candles. After each purchase, safety orders wait below
 * its price, each `dip` percent lower and `scale` times larger. Sells everything `takeProfit` percent above cost, or
 * never if it is 0.
 */
export const dca = defineStrategy<Params, Memory, Record<string, never>>({
  id: 'dca',
  params,
  parameters: [
    { name: 'amount', initial: 50, min: 1, max: 1_000_000, step: 1, unit: 'money' },
    { name: 'every', initial: 24, min: 1, max: 10_000, step: 1, unit: 'candles' },
    { name: 'safetyOrders', initial: 3, min: 0, max: 10, step: 1, unit: 'levels' },
    { name: 'dip', initial: 2, min: 0.1, max: 20, step: 0.1, unit: 'percent' },
    { name: 'scale', initial: 1.5, min: 1, max: 3, step: 0.1, unit: 'times' },
    { name: 'takeProfit', initial: 3, min: 0, max: 100, step: 0.1, unit: 'percent' },
  ],
  warmUp: () => 0,
  begin: () => 0,
  watch: () => () => ({}),
  onClose: ({ amount, every }, waited) => {
    const due = waited === 0
    const spend = wholeMoney(Math.round(amount * 10 ** moneyDigits))
    return { memory: (waited + 1) % every, intents: due ? [{ act: 'buy', spend, reason: 'interval' }] : [] }
  },
  onFills: (chosen, memory, fills, view) => {
    const sold = fills.some(({ order }) => order.side === 'sell')
    const { quantity } = view.desk.account
    if (sold && quantity === 0) return { memory, intents: [{ act: 'cancel', name: 'all' }] }
    const base = fills.findLast(({ order }) => order.kind === 'market' && order.side === 'buy')
    return { memory, intents: [...(base ? safetyOrders(chosen, base, view) : []), ...profitOrder(chosen, view)] }
  },
})

function safetyOrders(
  { amount, safetyOrders: count, dip, scale: growth }: Params,
  { price }: Fill,
  { scale }: StrategyView,
): Intent[] {
  return Array.from({ length: count }, (_, index): Intent | undefined => {
    const level = priceLevel(price, wholeRate - (index + 1) * rateOf(dip), 'down', scale)
    const money = wholeMoney(Math.round(amount * growth ** (index + 1) * 10 ** moneyDigits))
    const quantity = maxQuantity(money, level, 0, scale)
    if (quantity === 0) return undefined
    return { act: 'limit', side: 'buy', price: level, quantity, name: safetyName(index), reason: 'safety-order' }
  }).filter((intent) => intent !== undefined)
}

function profitOrder({ takeProfit }: Params, { desk: { account }, scale }: StrategyView): Intent[] {
  if (takeProfit === 0 || account.quantity === 0) return []
  const price = costLevel(account, wholeRate + rateOf(takeProfit), 'up', scale)
  return [{ act: 'limit', side: 'sell', price, quantity: 'all', name: profitName, reason: 'take-profit' }]
}

function rateOf(percent: number): Rate {
  return Math.round((percent / 100) * wholeRate)
}
