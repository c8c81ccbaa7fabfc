import type { Instrument } from '../../market/instrument.ts'
import type { Market } from '../../market/market.ts'
import type { Digits, Units } from '../../market/units.ts'
import { openAccount } from '../engine/account.ts'
import { feeOf, type Money, type TradeScale, wholeMoney, worthOf } from '../engine/money.ts'
import type { Order } from '../engine/order.ts'
import { type BotFigures, figuresOf, type PerformanceHistory, priceFor } from '../owner/bot-figures.ts'
import { type ExitResults, exitResult, exitResults } from './exit-results.ts'
import { manualCapital } from './manual-terms.ts'
import { accountOf, manualScale, type PaperAccount } from './paper-account.ts'
import { findAccount, type PaperDeps, type PaperPlace } from './paper-orders.ts'
import { type AccountRow, listAccounts } from './paper-queries.ts'

export interface AccountView {
  instrument: Instrument
  scale: TradeScale
  account: PaperAccount
  /** Last price of the asset, in the units of the scale; undefined if there is none */
  price: Units | undefined
}

/** Returns the digits that the account started with, even if those of the asset have changed since. */
export function digitsOf({ instrument, account: { row } }: Pick<AccountView, 'instrument' | 'account'>): Digits {
  const { priceDigits, volumeDigits } = instrument
  return { priceDigits: row?.priceDigits ?? priceDigits, volumeDigits: row?.volumeDigits ?? volumeDigits }
}

const noPast = { marks: [], sales: 0, wins: 0 }

/** Computes the figures of an account. @param history  needed only for the result of the last 24 hours */
export function figuresFor(
  { account: { row }, price }: AccountView,
  history: PerformanceHistory = noPast,
): Omit<BotFigures, 'price'> {
  if (row) return figuresOf(row, history, price)
  const none = wholeMoney(0)
  const nothing = { profit: none, profitShare: 0, realised: none, unrealised: none, fees: none, dayProfit: none }
  const past = { buyAndHold: undefined, maxDrawdown: 0, sales: 0, wins: 0, winRate: undefined, spark: [] }
  return { capital: manualCapital, equity: manualCapital, position: undefined, ...nothing, ...past }
}

function termsOf(view: AccountView) {
  return { costs: view.account.costs, scale: { ...view.scale, ...digitsOf(view) } }
}

/** Returns the result of a waiting sale at its price, after the fees of both trades; undefined for what is not held. */
export function resultOf(order: Order, view: AccountView): Money | undefined {
  if (order.side === 'buy' || order.kind === 'market') return undefined
  const { account } = view.account.desk
  const quantity = order.quantity === 'all' ? account.quantity : order.quantity
  if (quantity === 0 || quantity > account.quantity) return undefined
  const kind = order.kind === 'stop' ? 'stop' : 'profit'
  return exitResult(account, { kind, price: order.price, quantity }, termsOf(view))
}

/** Returns the results at the exits of a waiting purchase, as if it filled at its price. */
export function legResults(order: Order, view: AccountView): ExitResults {
  if (order.kind === 'market' || !order.bracket || order.quantity === 'all') return {}
  const { costs, scale } = termsOf(view)
  const { price, quantity, bracket } = order
  const rate = order.kind === 'limit' ? costs.makerFee : costs.takerFee
  const cost = wholeMoney(worthOf(quantity, price, scale, 'up') + feeOf(quantity, price, rate, scale))
  return exitResults(bracket, { ...openAccount(cost), quantity, cost }, quantity, { costs, scale })
}

/** Reads the account of a user in an asset. Undefined if the asset is not listed. */
export async function findView(
  deps: Pick<PaperDeps, 'db' | 'market'>,
  place: PaperPlace,
): Promise<AccountView | undefined> {
  const account = await findAccount(deps, place)
  return account && viewOf(deps.market, place.asset, account)
}

/** Reads the user's accounts in all traded assets that are still listed. */
export async function listViews({ db, market }: Pick<PaperDeps, 'db' | 'market'>, userId: string) {
  const rows = await listAccounts(db, userId)
  return rows.flatMap(({ row, acts }: AccountRow): AccountView[] => {
    const scale = manualScale(market, row.asset)
    const view = scale && viewOf(market, row.asset, accountOf(row, acts, scale))
    return view ? [view] : []
  })
}

function viewOf(market: PaperDeps['market'], asset: string, account: PaperAccount): AccountView | undefined {
  const [instrument, scale] = [market.instrument(asset), manualScale(market, asset)]
  if (!instrument || !scale) return undefined
  return { instrument, scale, account, price: priceOf(market, asset, account) }
}

/** Returns the last price in the account's units; undefined if the source or digits have changed. */
function priceOf(market: Pick<Market, 'current' | 'feed' | 'instrument'>, asset: string, { row }: PaperAccount) {
  return row && row.state !== 'draft' ? priceFor(row, market) : market.current(asset, 1)?.close
}
