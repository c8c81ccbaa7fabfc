import { decimalSeparators, type Locale } from '../../i18n/locales.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Instrument } from '../../market/instrument.ts'
import type { Market } from '../../market/market.ts'
import { formatPrice } from '../../market/price-format.ts'
import { type Digits, toDecimal, type Units, wholeUnits } from '../../market/units.ts'
import { formatMoney } from '../bot-numbers.ts'
import { type TradeScale, wholeMoney } from '../engine/money.ts'
import type { Order } from '../engine/order.ts'
import { type BotFigures, figuresOf, type PerformanceHistory, priceFor } from '../owner/bot-figures.ts'
import { manualCapital } from './manual-terms.ts'
import type { OrderFaults } from './order-form.ts'
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

export function formatUnits(locale: Locale, units: Units, digits: number): string {
  return formatPrice(locale, toDecimal(units, digits), digits)
}

/** Formats a number for a form field: without grouping, with the decimal separator of the locale. */
export function fieldNumber(locale: Locale, units: number, digits: number): string {
  const text = toDecimal(wholeUnits(units), digits).toFixed(digits)
  const plain = digits > 0 ? text.replace(/\.?0+$/, '') : text
  return plain.replace('.', decimalSeparators[locale])
}

export function faultParams(locale: Locale, { instrument, scale, account, price }: AccountView) {
  const { priceDigits, volumeDigits, priceStep, quantityStep, minNotional } = scale
  return {
    base: instrument.base,
    quote: instrument.quote,
    priceStep: formatUnits(locale, wholeUnits(priceStep), priceDigits),
    quantityStep: formatUnits(locale, wholeUnits(quantityStep), volumeDigits),
    minNotional: formatMoney(locale, minNotional),
    freeCash: formatMoney(locale, account.free.cash),
    freeQuantity: formatUnits(locale, account.free.quantity, volumeDigits),
    last: price === undefined ? '—' : formatUnits(locale, price, priceDigits),
  }
}

export function faultTexts(t: Translate, faults: OrderFaults, params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, t(`paper.faults.${fault}`, params)]))
}

export type OrderLook = 'market' | 'limit' | 'stop' | 'trailing' | 'profit'

/** Returns the kind of an order as displayed: a limit order that takes profit is a target, a stop may be trailing. */
export function lookOf(order: Order): OrderLook {
  const { kind, reason } = order
  if (kind === 'stop' && order.trail !== undefined) return 'trailing'
  return kind === 'limit' && reason === 'take-profit' ? 'profit' : kind
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
