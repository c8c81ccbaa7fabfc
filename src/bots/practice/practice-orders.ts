import { nearestUnits, type Units, wholeUnits } from '../../market/units.ts'
import { maxQuantity, shareOf, type TradeScale, takerPrice, wholeRate, worthOf } from '../engine/money.ts'
import type { Intent, Side } from '../engine/order.ts'
import { manualTerms } from '../paper/manual-terms.ts'
import type { PracticeState } from './practice-account.ts'

export const practiceKinds = ['market', 'limit', 'stop'] as const
export type PracticeKind = (typeof practiceKinds)[number]

export interface PracticeOrder {
  side: Side
  kind: PracticeKind
  /** Price as programs write it; unused for market orders */
  price: string
  /** Share of the cash or of the holding, percent */
  share: number
}

export type PracticeFault = 'badPrice' | 'tooSmall' | 'stopBuy' | 'stopSell' | 'notLoaded'

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
  const { cash, quantity: held } = state.run.desk.account
  const price = kind === 'market' ? last : readPrice(order.price, scale)
  if (price === undefined) return 'badPrice'
  if (kind === 'stop' && side === 'buy' && price <= last) return 'stopBuy'
  if (kind === 'stop' && side === 'sell' && price >= last) return 'stopSell'
  if (side === 'sell') {
    const part = Math.floor((held * share) / 100)
    const quantity = share === 100 ? held : wholeUnits(part - (part % scale.quantityStep))
    if (quantity === 0) return 'tooSmall'
    return [
      kind === 'market' ? { act: 'sell', quantity, name, reason } : { act: kind, side, price, quantity, name, reason },
    ]
  }
  const spend = shareOf(cash, (share * wholeRate) / 100)
  const paid = kind === 'limit' ? price : takerPrice(side, price, manualTerms.costs, scale.priceStep)
  const quantity = maxQuantity(spend, paid, takerFee, scale)
  if (quantity === 0 || worthOf(quantity, price, scale, 'down') < scale.minNotional) return 'tooSmall'
  return [kind === 'market' ? { act: 'buy', spend, name, reason } : { act: kind, side, price, quantity, name, reason }]
}

function readPrice(text: string, { priceDigits, priceStep }: TradeScale): Units | undefined {
  const units = Math.round(nearestUnits(Number(text), priceDigits) / priceStep) * priceStep
  return units > 0 && Number.isSafeInteger(units) ? wholeUnits(units) : undefined
}
