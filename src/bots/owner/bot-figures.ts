import type { Market } from '../../market/market.ts'
import { dayMs, hourMs, minuteMs } from '../../market/timeframe.ts'
import { type Units, wholeUnits } from '../../market/units.ts'
import type { Account } from '../engine/account.ts'
import { type Money, moneyDigits, wholeMoney, worthOf } from '../engine/money.ts'
import type { Drawdown, RunState } from '../engine/run-state.ts'
import { type BotRow, readJson } from '../running/runner-queries.ts'
import type { Mark } from './owner-queries.ts'

export interface PerformanceHistory {
  /** Last equity of each hour, in ascending order, from the start of the bot */
  marks: readonly Mark[]
  /** Number of sales, and number of sales with a profit after costs */
  sales: number
  wins: number
  /** Price of the asset in the bot's first minute; if undefined, the price of the first mark is used */
  startPrice?: Units | undefined
}

/** Figures of a bot. A share of 0.01 is one percent; money is in 10^-8 of the quote currency. */
export interface BotFigures {
  capital: Money
  /** Equity at `price`; the last stored equity if the bot is not running or there are no prices for it */
  equity: Money
  /** Current price of the asset in the bot's digits; undefined before the bot's first minute */
  price: Units | undefined
  /** Total profit: the sum of `realised` and `unrealised`, after fees */
  profit: Money
  profitShare: number
  realised: Money
  unrealised: Money
  fees: Money
  /** Profit of the last 24 hours, or since the start of a younger bot; undefined if the bot is not running */
  dayProfit: Money | undefined
  /** Growth by buy and hold from the start until now or the bot's end, without costs */
  buyAndHold: number | undefined
  /** Deepest drawdown of the equity, measured each minute; see `lifeDrawdown` */
  maxDrawdown: number
  sales: number
  wins: number
  /** Share of sales with a profit; undefined before the first sale */
  winRate: number | undefined
  position: BotPosition | undefined
  /** At most 49 equities since the start, the last one current; empty before the first minute */
  spark: readonly number[]
}

interface BotPosition {
  quantity: Units
  /** Average cost of a held unit, fees included: in price units, but not an integer */
  paidPrice: number
  worth: Money
}

/** Number of values in a sparkline before the current one */
const sparkPoints = 48

/** Computes all figures of a bot; every page must use this function. @param price  as returned by `priceFor` */
export function figuresOf(row: BotRow, history: PerformanceHistory, price: Units | undefined): BotFigures {
  const run = row.snapshot === null ? undefined : readJson<RunState>(row.snapshot)
  const capital = wholeMoney(row.capital)
  const seen = isAlive(row) ? price : undefined
  const at = seen ?? (run && run.price > 0 ? run.price : undefined)
  const position = run && at !== undefined ? positionOf(row, run.desk.account, at) : undefined
  const { cash = capital, cost = 0, realised = 0, fees = 0 } = run?.desk.account ?? {}
  const equity = wholeMoney(cash + (position?.worth ?? 0))
  const first = history.startPrice ?? history.marks[0]?.close
  const dayAgo = row.cursor + minuteMs - dayMs
  return {
    capital,
    equity,
    price: at,
    profit: wholeMoney(equity - capital),
    profitShare: equity / capital - 1,
    realised: wholeMoney(realised),
    unrealised: wholeMoney((position?.worth ?? 0) - cost),
    fees: wholeMoney(fees),
    dayProfit: isAlive(row) ? wholeMoney(equity - equityBefore(history, dayAgo, capital)) : undefined,
    buyAndHold: at === undefined || !first ? undefined : at / first - 1,
    maxDrawdown: lifeDrawdown(run, { marks: history.marks, capital, equity }).deepest,
    sales: history.sales,
    wins: history.wins,
    winRate: history.sales > 0 ? history.wins / history.sales : undefined,
    position,
    spark: run ? sparkOf(history, capital, equity) : [],
  }
}

/**
 * Max lead of a bot's cursor over the newest price, ms: minutes settle within this time. A cursor farther ahead has
 * processed minutes that were later removed.
 */
const maxAheadMs = 5 * minuteMs

/** Whether the bot is ahead of the newest minute because the clock was ahead. It waits until that time comes. */
export function isAhead(row: Pick<BotRow, 'asset' | 'cursor'>, market: Pick<Market, 'current'>): boolean {
  const newest = market.current(row.asset, 1)?.openTime
  return newest !== undefined && row.cursor > newest + maxAheadMs
}

/**
 * Returns the current price in the bot's digits; undefined without a price, or if the source or digits have changed.
 */
export function priceFor(
  { asset, source, priceDigits, volumeDigits }: BotRow,
  market: Pick<Market, 'current' | 'feed' | 'instrument'>,
): Units | undefined {
  const instrument = market.instrument(asset)
  const isSame = instrument?.priceDigits === priceDigits && instrument?.volumeDigits === volumeDigits
  return isSame && market.feed.id === source ? market.current(asset, 1)?.close : undefined
}

export function isAlive({ state }: Pick<BotRow, 'state'>): boolean {
  return state === 'running' || state === 'paused'
}

function positionOf(row: BotRow, { quantity, cost }: Account, price: Units): BotPosition | undefined {
  const { priceDigits, volumeDigits } = row
  if (quantity === 0 || priceDigits === null || volumeDigits === null) return undefined
  const paidPrice = cost / quantity / 10 ** (moneyDigits - priceDigits - volumeDigits)
  return {
    quantity: wholeUnits(quantity),
    paidPrice,
    worth: worthOf(quantity, price, { priceDigits, volumeDigits }, 'down'),
  }
}

/** Returns the last marked equity before a time; the capital if there is no mark before. */
function equityBefore({ marks }: PerformanceHistory, time: number, capital: Money): number {
  return marks.findLast(({ hour }) => hour + hourMs <= time)?.equity ?? capital
}

/**
 * Returns drawdown figures of a bot's life. Uses hourly marks for minutes from before `RunState.drawdown` existed.
 * @param equity  the current equity
 */
export function lifeDrawdown(
  run: Pick<RunState, 'drawdown'> | undefined,
  { marks, capital, equity }: { marks: readonly Mark[]; capital: Money; equity: Money },
): Pick<Drawdown, 'deepest' | 'longestMs'> {
  const { from = Number.MAX_SAFE_INTEGER, peak = capital, deepest = 0, longestMs = 0 } = run?.drawdown ?? {}
  const measured = { deepest: Math.max(deepest, 1 - equity / Math.max(equity, peak)), longestMs }
  if (from <= (marks[0]?.hour ?? from) + hourMs) return measured
  let [highest, since] = [capital as number, marks[0]?.hour ?? 0]
  for (const mark of marks) {
    if (mark.equity >= highest) [highest, since] = [mark.equity, mark.hour]
    measured.deepest = Math.max(measured.deepest, 1 - mark.equity / highest)
    measured.longestMs = Math.max(measured.longestMs, mark.hour - since)
  }
  return measured
}

/** Returns the deepest drawdown of equities. @param equities  in order of time */
export function drawdownOf(equities: readonly number[], capital: number): number {
  let [peak, deepest] = [capital, 0]
  for (const equity of equities) {
    if (equity > peak) peak = equity
    deepest = Math.max(deepest, 1 - equity / peak)
  }
  return deepest
}

/** Returns equities evenly spread over the bot's life, starting with the capital. */
function sparkOf({ marks }: PerformanceHistory, capital: Money, equity: Money): number[] {
  const all = [capital, ...marks.map((mark) => mark.equity)]
  const step = Math.max(1, (all.length - 1) / (sparkPoints - 1))
  const count = Math.min(all.length, sparkPoints)
  const spread = Array.from({ length: count }, (_, index) => all[Math.round(index * step)] ?? capital)
  return [...spread, equity]
}
