import { assetStateOf, isStale } from '../../market/asset-state.ts'
import type { Market } from '../../market/market.ts'
import type { Units } from '../../market/units.ts'
import { type Fees, worthOf } from '../engine/money.ts'
import type { Intent, Order } from '../engine/order.ts'
import { bracketNames } from '../engine/portfolio.ts'
import { isAhead } from '../owner/bot-figures.ts'
import { createBot, type OwnerDeps, sendCommand, startBot } from '../owner/own-bots.ts'
import { findManualBot, hasKeyedCommand } from '../owner/owner-queries.ts'
import { listWaitingCommands } from '../running/runner-queries.ts'
import { legFaults } from './exit-orders.ts'
import { reservedCash } from './free-balance.ts'
import { isOverfull, manualCapital } from './manual-terms.ts'
import { accountOf, hasEnded, manualPlan, manualScale, type PaperAccount } from './paper-account.ts'
import { deletePaperAccount } from './paper-queries.ts'
import { manualReason, type OrderFault, type PriceReading, readPrice, stopFault } from './read-order.ts'

export interface PaperDeps extends OwnerDeps {
  market: OwnerDeps['market'] & Pick<Market, 'listing' | 'state'>
}

export interface PaperPlace {
  userId: string
  asset: string
}

export type ClosedReason =
  | 'not-trading'
  | 'feed-stale'
  | 'asset-stale'
  | 'market-closed'
  | 'clock-was-ahead'
  | 'no-price'

export function closedReason(
  { market }: Pick<PaperDeps, 'market'>,
  asset: string,
  { row }: Pick<PaperAccount, 'row'>,
): ClosedReason | undefined {
  const state = market.state()
  const standing = assetStateOf(state, asset)
  const isHalted = state.halted?.includes(asset) || standing === 'delisted' || standing === 'refused'
  if (isHalted || standing === 'halted' || market.listing(asset)?.status !== 'trading') return 'not-trading'
  if (state.name !== 'live') return 'feed-stale'
  if (isStale(state, asset)) return 'asset-stale'
  if (state.closedUntil !== undefined) return 'market-closed'
  if (row && isAhead(row, market)) return 'clock-was-ahead'
  return market.current(asset, 1) ? undefined : 'no-price'
}

/** Finds the account of a user in an asset. Undefined if the asset is not listed. */
export async function findAccount(
  { db, market }: Pick<PaperDeps, 'db' | 'market'>,
  { userId, asset }: PaperPlace,
): Promise<PaperAccount | undefined> {
  const scale = manualScale(market, asset)
  if (!scale) return undefined
  const row = (await findManualBot(db, userId, asset))?.row
  return accountOf(row, row ? await listWaitingCommands(db, row.id) : [], scale)
}

export type OrderOutcome =
  | { status: 'ordered' }
  | { status: 'closed'; reason: ClosedReason }
  /** The account has as many waiting orders as it may have (`isOverfull`). */
  | { status: 'too-many' }
  /** The account can no longer trade; the user must reset it. */
  | { status: 'ended' }
  /** Too many commands of the account are waiting for the next minute. */
  | { status: 'busy' }

/** Places orders, which take effect after the current minute. The first order of an asset creates the account. */
export async function placeManualOrders(
  deps: PaperDeps,
  place: PaperPlace,
  { account, intents, key }: { account: PaperAccount; intents: readonly Intent[]; key?: string | undefined },
): Promise<OrderOutcome> {
  const reason = closedReason(deps, place.asset, account)
  if (reason) return { status: 'closed', reason }
  if (isOverfull(account.desk, intents)) return { status: 'too-many' }
  if (hasEnded(account)) return { status: 'ended' }
  const id = await openAccountIn(deps, place)
  const after = deps.market.current(place.asset, 1)?.openTime
  const isSent = id !== undefined && (await sendCommand(deps, id, { do: 'order', intents, after, key }))
  if (isSent || (await isOrdered(deps, place, key))) return { status: 'ordered' }
  return { status: 'busy' }
}

/** Checks whether a form with this key has already placed its order. */
export async function isOrdered(
  { db }: Pick<PaperDeps, 'db'>,
  { userId, asset }: PaperPlace,
  key: string | undefined,
): Promise<boolean> {
  if (key === undefined) return false
  const row = (await findManualBot(db, userId, asset))?.row
  return row !== undefined && hasKeyedCommand(db, row.id, key)
}

async function openAccountIn(deps: PaperDeps, { userId, asset }: PaperPlace): Promise<string | undefined> {
  const find = async () => (await findManualBot(deps.db, userId, asset))?.row
  let row = await find()
  if (!row) {
    const draft = {
      userId,
      kind: 'manual',
      name: asset,
      asset,
      tf: 1,
      capital: manualCapital,
      plan: manualPlan,
    } as const
    await createBot(deps, draft)
    // A concurrent request may have created the account.
    row = await find()
  }
  if (row?.state === 'draft') await startBot(deps, row)
  return row?.id
}

export type MoveOutcome = OrderOutcome | { status: 'faulty'; fault: OrderFault } | { status: 'gone' }

export async function moveOrder(
  deps: PaperDeps,
  place: PaperPlace,
  { account, name, price, reading }: { account: PaperAccount; name: string; price: string; reading: PriceReading },
): Promise<MoveOutcome> {
  const units = readPrice(price, reading)
  if (typeof units === 'string') return { status: 'faulty', fault: units }
  const fault = moveFault(account, { name, price: units, reading })
  if (fault === 'gone') return { status: 'gone' }
  if (fault) return { status: 'faulty', fault }
  return placeManualOrders(deps, place, { account, intents: [{ act: 'move', name, price: units }] })
}

function moveFault(
  { desk, free, costs }: PaperAccount,
  { name, price, reading }: { name: string; price: Units; reading: PriceReading },
): OrderFault | 'gone' | undefined {
  const order = desk.orders.find((each) => each.kind !== 'market' && each.name === name)
  if (order && order.kind !== 'market') {
    const beyond = order.kind === 'stop' ? stopFault(order.side, price, reading.price) : undefined
    if (beyond) return beyond
    // A sale of everything held is exempt from the minimum, because the rest of a holding may be small.
    const { quantity } = order
    if (quantity !== 'all' && worthOf(quantity, price, reading.scale, 'down') < reading.scale.minNotional) {
      return 'minNotional'
    }
    const reserved = (at: Units) => reservedCash({ ...order, price: at }, desk, reading.scale, costs)
    return reserved(price) - reserved(order.price) > free.cash ? 'cash' : undefined
  }
  const entry = desk.orders.find((each) => isEntryOf(each, name))
  if (entry?.name === undefined) return 'gone'
  const leg = bracketNames(entry.name).stop === name ? 'stop' : 'profit'
  return legFaults({ [leg]: price }, entry.kind === 'market' ? reading.price : entry.price)[leg]
}

function isEntryOf(order: Order, name: string): boolean {
  if (!('bracket' in order) || !order.bracket || order.name === undefined) return false
  const names = bracketNames(order.name)
  return (
    (name === names.stop && order.bracket.stop !== undefined) ||
    (name === names.profit && order.bracket.profit !== undefined)
  )
}

/** Cancels the order with this name, or all orders. Allowed in any state of the market. */
export async function cancelOrder(
  deps: PaperDeps,
  { account, name }: { account: PaperAccount; name: string },
): Promise<OrderOutcome | { status: 'gone' }> {
  const { row, desk } = account
  const isThere = desk.orders.some((order) => name === 'all' || order.name === name)
  if (!row || !isThere) return { status: 'gone' }
  if (hasEnded(account)) return { status: 'ended' }
  const after = deps.market.current(row.asset, 1)?.openTime
  const isSent = await sendCommand(deps, row.id, { do: 'order', intents: [{ act: 'cancel', name }], after })
  return { status: isSent ? 'ordered' : 'busy' }
}

/** Name of the order that closes a position */
const closing = 'close'

/** Sells the holding and cancels all waiting orders, unless the sale is canceled before it fills. */
export async function closePosition(
  deps: PaperDeps,
  place: PaperPlace,
  account: PaperAccount,
): Promise<OrderOutcome | { status: 'nothing-held' }> {
  if (account.desk.account.quantity === 0) return { status: 'nothing-held' }
  const intents: Intent[] = [{ act: 'close', name: closing, reason: manualReason }]
  return placeManualOrders(deps, place, { account, intents })
}

/** Sets the fees of later trades, from the next minute on. Allowed in any state of the market; opens the account. */
export async function setFees(
  deps: PaperDeps,
  place: PaperPlace,
  { account, fees }: { account: PaperAccount; fees: Fees },
): Promise<OrderOutcome> {
  if (hasEnded(account)) return { status: 'ended' }
  const after = deps.market.current(place.asset, 1)?.openTime
  if (after === undefined) return { status: 'closed', reason: 'no-price' }
  const id = await openAccountIn(deps, place)
  const isSent = id !== undefined && (await sendCommand(deps, id, { do: 'fees', fees, after }))
  return { status: isSent ? 'ordered' : 'busy' }
}

/** Deletes the account with all its trades; the next order starts with fresh play money. */
export async function resetAccount({ db }: Pick<PaperDeps, 'db'>, { userId, asset }: PaperPlace): Promise<void> {
  await deletePaperAccount(db, userId, asset)
}
