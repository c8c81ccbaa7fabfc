import { nearestUnits, type Units, wholeUnits } from '../../market/units.ts'
import { maxQuantity, shareOf, type TradeScale, takerPrice, wholeRate, worthOf } from '../engine/money.ts'
import type { Intent, Side } from '../engine/order.ts'
import { freeOf } from '../paper/free-balance.ts'
import { manualTerms } from '../paper/manual-terms.ts'
import type { PracticeState } from './practice-account.ts'

export const practiceKinds = ['market', 'limit', 'stop'] as const
export type PracticeKind = (typeof practiceKinds)[number]

export interface PracticeOrder {
  side: Side
  kind: PracticeKind
  /** Price as programs write it; unused for market orders */
  price: string
  /** Share of the free cash or of the free holding, percent */
  share: number
}

export type PracticeFault = 'badPrice' | 'tooSmall' | 'stopBuy' | 'stopSell' | 'reserved' | 'notLoaded'

export interface PracticeReading {
  state: PracticeState
  /** Last price, in price units */
  last: Units
  scale: TradeScale
  name: string
}

const { takerFee } = manualTerms.costs
const reason = 'by-hand'

/** Reads an order as intents for the engine. The price is rounded to the nearest step. */
export function readPracticeOrder(order: PracticeOrder, reading: PracticeReading): Intent[] | PracticeFault {
  const { side, kind, share } = order
  const { state, last, scale, name } = reading
  const { desk } = state.run
  const free = freeOf(desk, scale)
  const price = kind === 'market' ? last : readPrice(order.price, scale)
  if (price === undefined) return 'badPrice'
  if (kind === 'stop' && side === 'buy' && price <= last) return 'stopBuy'
  if (kind === 'stop' && side === 'sell' && price >= last) return 'stopSell'
  if (side === 'sell') {
    const held = desk.account.quantity
    const part = Math.floor((free.quantity * share) / 100)
    const quantity = share === 100 ? free.quantity : wholeUnits(part - (part % scale.quantityStep))
    const got = kind === 'limit' ? price : takerPrice(side, price, manualTerms.costs, scale.priceStep)
    // A sale of everything held is exempt from the minimum worth of an order, as on the paper page.
    const isSmall = quantity !== held && worthOf(quantity, got, scale, 'down') < scale.minNotional
    if (quantity === 0 || isSmall) return free.quantity < held ? 'reserved' : 'tooSmall'
    return [
      kind === 'market' ? { act: 'sell', quantity, name, reason } : { act: kind, side, price, quantity, name, reason },
    ]
  }
  const spend = shareOf(free.cash, (share * wholeRate) / 100)
  const paid = kind === 'limit' ? price : takerPrice(side, price, manualTerms.costs, scale.priceStep)
  const quantity = maxQuantity(spend, paid, takerFee, scale)
  if (quantity === 0 || worthOf(quantity, paid, scale, 'down') < scale.minNotional) {
    return free.cash < desk.account.cash ? 'reserved' : 'tooSmall'
  }
  return [kind === 'market' ? { act: 'buy', spend, name, reason } : { act: kind, side, price, quantity, name, reason }]
}

function readPrice(text: string, { priceDigits, priceStep }: TradeScale): Units | undefined {
  const units = Math.round(nearestUnits(Number(text), priceDigits) / priceStep) * priceStep
  return units > 0 && Number.isSafeInteger(units) ? wholeUnits(units) : undefined
}
