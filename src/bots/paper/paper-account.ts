import type { Market } from '../../market/market.ts'
import { type Costs, scaleOf, type TradeScale } from '../engine/money.ts'
import type { Order } from '../engine/order.ts'
import { openPortfolio, type Portfolio, place } from '../engine/portfolio.ts'
import type { RunState } from '../engine/run-state.ts'
import { isAlive } from '../owner/bot-figures.ts'
import { manualStrategy, type Plan } from '../plan.ts'
import { type BotRow, readJson, type WaitingCommand } from '../running/runner-queries.ts'
import { type FreeBalance, freeOf } from './free-balance.ts'
import { manualCapital, manualTerms } from './manual-terms.ts'

export const manualPlan: Plan = { strategy: manualStrategy, params: {}, ...manualTerms }

/** A person's account in one asset, including orders that take effect only with a later minute. */
export interface PaperAccount {
  /** Bot of the account; undefined before the first order */
  row: BotRow | undefined
  desk: Portfolio
  /** Orders that are new or changed since the last processed minute */
  early: ReadonlySet<Order>
  free: FreeBalance
  /** Fees of the next trades, with the spread and slippage of all paper accounts */
  costs: Costs
}

export function accountOf(row: BotRow | undefined, acts: readonly WaitingCommand[], scale: TradeScale): PaperAccount {
  const run = row?.snapshot ? readJson<RunState>(row.snapshot) : undefined
  const known = run?.desk ?? openPortfolio(manualCapital)
  const desk = acts.reduce(
    (now, { act }) => (act.do === 'order' ? place(now, act.intents, row?.updatedAt ?? 0) : now),
    known,
  )
  const before = new Set(known.orders)
  const early = new Set(desk.orders.filter((order) => !before.has(order)))
  const fees = acts.reduce((now, { act }) => (act.do === 'fees' ? act.fees : now), run?.fees)
  const costs = { ...manualTerms.costs, ...fees }
  return { row, desk, early, free: freeOf(desk, scale, costs), costs }
}

/** Whether the account can no longer trade: the source or digits of its asset have changed, or the bot has failed. */
export function hasEnded({ row }: Pick<PaperAccount, 'row'>): boolean {
  return row !== undefined && row.state !== 'draft' && !isAlive(row)
}

/** Returns the trading rules of an asset. Undefined if the asset is not listed. */
export function manualScale(market: Pick<Market, 'instrument' | 'listing'>, asset: string): TradeScale | undefined {
  const [instrument, listing] = [market.instrument(asset), market.listing(asset)]
  return instrument && listing && scaleOf(instrument, listing)
}
