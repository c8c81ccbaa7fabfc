import { z } from 'zod'
import { nearestUnits, type Units, wholeUnits } from '../../market/units.ts'
import { equityOf } from '../engine/account.ts'
import { type Money, maxQuantity, type TradeScale, wholeMoney } from '../engine/money.ts'
import type { Fill, Intent } from '../engine/order.ts'
import { defineStrategy, type StrategyView } from '../engine/strategy.ts'

const price = z.number().positive().max(1e9)

const params = z
  .object({
    lower: price,
    upper: price,
    levels: z.int().min(2).max(100),
    spacing: z.enum(['arithmetic', 'geometric']).default('arithmetic'),
    trailing: z.boolean().default(false),
  })
  .refine(({ lower, upper }) => lower < upper, { path: ['upper'], error: 'must be larger than lower' })

type Params = z.infer<typeof params>

type Memory = {
  /** Max cost of one cell of the grid; 0 before the first candle */
  readonly money: number
  /** Number of cells by which the grid has moved up */
  readonly shift: number
  /** Quantity units held, by cell */
  readonly held: { readonly [cell: string]: number }
}

/**
 * Trades a grid of price levels: each free cell between two levels buys at its lower level and sells at its upper one.
 * With `trailing` the grid moves up with the price.
 */
export const grid = defineStrategy<Params, Memory, Record<string, never>>({
  id: 'grid',
  params,
  parameters: [
    { name: 'lower', initial: 0.9, min: 0, max: 1e9, step: 0, unit: 'price' },
    { name: 'upper', initial: 1.1, min: 0, max: 1e9, step: 0, unit: 'price' },
    { name: 'levels', initial: 10, min: 2, max: 100, step: 1, unit: 'levels' },
    { name: 'spacing', initial: 0, min: 0, max: 1, step: 1, unit: 'choice', choices: ['arithmetic', 'geometric'] },
    { name: 'trailing', initial: 0, min: 0, max: 1, step: 1, unit: 'choice', choices: [false, true] },
  ],
  warmUp: () => 0,
  begin: () => ({ money: 0, shift: 0, held: {} }),
  watch: () => () => ({}),
  onClose: (chosen, memory, _, view) => {
    const begun = memory.money > 0 ? memory : { ...memory, money: moneyOfCell(chosen, view) }
    const moved = chosen.trailing ? follow(chosen, begun, view) : { memory: begun, gone: [] }
    return { memory: moved.memory, intents: [...moved.gone, ...purchases(chosen, moved.memory, view)] }
  },
  onFills: (chosen, memory, fills, view) => {
    const cells = new Set(fills.flatMap(({ order }) => cellOf(order.name) ?? []))
    // A sale of everything held, such as by the risk rules, frees all cells.
    const sold = view.desk.account.quantity === 0
    const now = { ...memory, held: sold ? {} : fills.reduce(booked, memory.held) }
    const sales = [...cells].flatMap((cell): Intent[] => {
      const quantity = wholeUnits(now.held[cell] ?? 0)
      const level = levelAt(chosen, cell + 1, view.scale)
      return quantity > 0
        ? [{ act: 'limit', side: 'sell', price: level, quantity, name: `sell-${cell}`, reason: 'grid-sell' }]
        : []
    })
    return { memory: now, intents: [...sales, ...purchases(chosen, now, view)] }
  },
  whyIdle: (chosen, { money, shift }, { price: last, scale }) => {
    const lowest = levelAt(chosen, shift, scale)
    const isEnough = maxQuantity(wholeMoney(money), lowest, 0, scale) > 0
    return last <= lowest && isEnough
      ? { kind: 'below-levels', price: lowest }
      : { kind: 'below-step', price: lowest, money: wholeMoney(money) }
  },
})

function moneyOfCell({ levels }: Params, { desk, price: last, scale }: StrategyView): Money {
  return wholeMoney(Math.floor(equityOf(desk.account, last, scale) / (levels - 1)))
}

/** Returns the price of a grid level in price units, rounded to the step below */
function levelAt(
  { lower, upper, levels, spacing }: Params,
  index: number,
  { priceDigits, priceStep }: TradeScale,
): Units {
  const share = index / (levels - 1)
  const level = spacing === 'arithmetic' ? lower + (upper - lower) * share : lower * (upper / lower) ** share
  return wholeUnits(Math.floor(nearestUnits(level, priceDigits) / priceStep) * priceStep)
}

function purchases(
  chosen: Params,
  { money, shift, held }: Memory,
  { desk, price: last, scale }: StrategyView,
): Intent[] {
  const waiting = new Set(desk.orders.map((order) => (order.kind === 'market' ? '' : order.name)))
  const intents: Intent[] = []
  for (let cell = shift; cell < shift + chosen.levels - 1; cell++) {
    const level = levelAt(chosen, cell, scale)
    const name = `buy-${cell}`
    if (level >= last || (held[cell] ?? 0) > 0 || waiting.has(name)) continue
    const quantity = maxQuantity(wholeMoney(money), level, 0, scale)
    if (quantity > 0) intents.push({ act: 'limit', side: 'buy', price: level, quantity, name, reason: 'grid-buy' })
  }
  return intents
}

/** Moves the grid up by whole cells until the price is inside, and cancels the purchases of cells left behind. */
function follow(
  chosen: Params,
  memory: Memory,
  { price: last, scale }: StrategyView,
): { memory: Memory; gone: Intent[] } {
  let { shift } = memory
  while (levelAt(chosen, shift + chosen.levels - 1, scale) < last) shift++
  const left = Array.from({ length: shift - memory.shift }, (_, index) => memory.shift + index)
  return { memory: { ...memory, shift }, gone: left.map((cell) => ({ act: 'cancel', name: `buy-${cell}` })) }
}

function cellOf(name: string | undefined): number | undefined {
  const [, cell] = /^(?:buy|sell)-(-?\d+)$/.exec(name ?? '') ?? []
  return cell === undefined ? undefined : Number(cell)
}

function booked(held: Memory['held'], { order, quantity }: Fill): Memory['held'] {
  const cell = cellOf(order.name)
  if (cell === undefined) return held
  const now = (held[cell] ?? 0) + (order.side === 'buy' ? quantity : -quantity)
  const { [cell]: _, ...others } = held
  return now > 0 ? { ...others, [cell]: now } : others
}
