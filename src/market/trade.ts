import { z } from 'zod'
import { topic } from '../events/events.ts'
import { wholeUnits } from './units.ts'

const amount = z.int().nonnegative().transform(wholeUnits)

const trade = z.object({
  asset: z.string(),
  /** Identifies the trade among those of its asset */
  id: z.string(),
  /** ms UTC */
  time: z.int(),
  price: amount,
  quantity: amount,
  /** Side of the order that caused the trade */
  side: z.enum(['buy', 'sell']),
})
export type Trade = z.output<typeof trade>

/** Maximum trades of one asset in an event, as many as screens list */
export const maxTrades = 50

/** Newest trades of the source, ascending. For eyes only: some may be lost, and candles have all of them. */
export const marketTrades = topic('market-trades', z.object({ trades: z.array(trade) }))
