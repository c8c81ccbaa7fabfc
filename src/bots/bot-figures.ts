import type { Market } from '../market/market.ts'
import { dayMs, hourMs, minuteMs } from '../market/timeframe.ts'
import { type Units, wholeUnits } from '../market/units.ts'
import type { Account } from './engine/account.ts'
import { type Money, moneyDigits, wholeMoney, worthOf } from './engine/money.ts'
import type { Drawdown, RunState } from './engine/run-state.ts'
import type { Mark } from './owner/owner-queries.ts'
import { type BotRow, readJson } from './running/runner-queries.ts'

export interface BotPast {
  /** The last equity of each hour, ascending, from its start */
  marks: readonly Mark[]
  /** Sales, and those of them that earned more than their costs */
  sales: number
  wins: number
  /** Of its asset in the minute it began with; else that of the first mark stands for it */
  startPrice?: Units | undefined
}

/** Shares are 0.01 for one per cent; money is in 10^-8 of the quote. */
export interface BotFigures {
  capital: Money
  /** At `price`; as it was last written where the bot does not run, or its prices are not to be had */
  equity: Money
  /** In the bot's digits; undefined before its first minute */
  price: Units | undefined
  /** `realised` and `unrealised` together, fees taken off */
  profit: Money
  profitShare: number
  realised: Money
  unrealised: Money
  fees: Money
  /** Since 24 hours ago or, where it is younger, since it began; undefined where it does not run */
  dayProfit: Money | undefined
  /** What holding its asset from the start until now, or until its end, brings without costs */
  buyAndHold: number | undefined
  /** The deepest fall from a peak of the equity, by the minute; see `fallsOf` */
  maxDrawdown: number
  sales: number
  wins: number
  /** Undefined before the first sale */
  winRate: number | undefined
  position: BotPosition | undefined
  /** Equities since the start, at most 49, the present one last; empty before its first minute */
  spark: readonly number[]
}

export interface BotPosition {
  quantity: Units
  /** What one has cost, fees with it: in units of price, but not whole */
  paidPrice: number
  worth: Money
}

/** Values of a sparkline before the present one */
const sparkPoints = 48

/** The one way to say what a bot stands at. @param price  as `priceFor` gives it */
export function figuresOf(row: BotRow, past: BotPast, price: Units | undefined): BotFigures {
  const run = row.snapshot === null ? undefined : readJson<RunState>(row.snapshot)
  const capital = wholeMoney(row.capital)
  const seen = isAlive(row) ? price : undefined
  const at = seen ?? (run && run.price > 0 ? run.price : undefined)
  const position = run && at !== undefined ? positionOf(row, run.desk.account, at) : undefined
  const { cash = capital, cost = 0, realised = 0, fees = 0 } = run?.desk.account ?? {}
  const equity = wholeMoney(cash + (position?.worth ?? 0))
  const first = past.startPrice ?? past.marks[0]?.close
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
    dayProfit: isAlive(row) ? wholeMoney(equity - equityBefore(past, dayAgo, capital)) : undefined,
    buyAndHold: at === undefined || !first ? undefined : at / first - 1,
    maxDrawdown: fallsOf(run, { marks: past.marks, capital, equity }).deepest,
    sales: past.sales,
    wins: past.wins,
    winRate: past.sales > 0 ? past.wins / past.sales : undefined,
    position,
    spark: run ? sparkOf(past, capital, equity) : [],
  }
}

/** Minutes settle in this time at the latest; what is further ahead of the prices has seen minutes that were taken back. */
const maxAheadMs = 5 * minuteMs

/** Whether a bot has seen minutes later than the newest: the clock was ahead. It waits until their time has come. */
export function isAhead(row: Pick<BotRow, 'asset' | 'cursor'>, market: Pick<Market, 'current'>): boolean {
  const newest = market.current(row.asset, 1)?.openTime
  return newest !== undefined && row.cursor > newest + maxAheadMs
}

/** In the bot's digits; undefined where the market has none, or is another than it began with. */
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

/** The last that had been marked at a time; the capital before the first. */
function equityBefore({ marks }: BotPast, time: number, capital: Money): number {
  return marks.findLast(({ hour }) => hour + hourMs <= time)?.equity ?? capital
}

/** Minutes of a run that was written before they were measured are known by the hour. @param equity  the present one */
export function fallsOf(
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

/** @param equities  in the order of time */
export function drawdownOf(equities: readonly number[], capital: number): number {
  let [peak, deepest] = [capital, 0]
  for (const equity of equities) {
    if (equity > peak) peak = equity
    deepest = Math.max(deepest, 1 - equity / peak)
  }
  return deepest
}

/** Evenly spread over its life; the capital is where it began. */
function sparkOf({ marks }: BotPast, capital: Money, equity: Money): number[] {
  const all = [capital, ...marks.map((mark) => mark.equity)]
  const step = Math.max(1, (all.length - 1) / (sparkPoints - 1))
  const count = Math.min(all.length, sparkPoints)
  const spread = Array.from({ length: count }, (_, index) => all[Math.round(index * step)] ?? capital)
  return [...spread, equity]
}
