import { moscowMs } from '../../i18n/moscow-time.ts'
import { dayMs, minuteMs, type Timeframe } from '../../market/timeframe.ts'
import type { Money } from '../engine/money.ts'
import type { BacktestRun, MarkColumns, TradeColumns } from './run-backtest.ts'

const yearMs = 365.25 * dayMs
/** Min days for ratios of daily returns: with fewer, a ratio is mere chance; two returns easily give hundreds. */
const minDays = 4

/**
 * Figures of a run. A share of 0.01 is one percent; money is in 10^-8. A figure is undefined if there are too few
 * candles or trades for it.
 */
export interface Statistics {
  equity: Money
  profit: Money
  /** Profit as a share of the capital */
  profitShare: number
  /** Growth from the first candle to the last by buy and hold, without costs */
  buyAndHold: number
  trades: number
  /** Number of sales, and number of sales with a profit after costs */
  sales: number
  wins: number
  winRate: number | undefined
  /** Total profit of winning sales divided by the total loss of the other sales */
  profitFactor: number | undefined
  /** Mean profit per sale, in money */
  expectancy: number | undefined
  fees: Money
  /** Share of candles at whose close something is held */
  exposure: number
  /** Deepest drawdown of the equity, and longest time below a peak, ms; both measured each minute */
  maxDrawdown: number
  longestDrawdownMs: number
  /** Compound annual growth rate; undefined for runs of less than one day */
  cagr: number | undefined
  /**
   * Sharpe ratio: mean of daily returns divided by their deviation, × √365; days in Moscow time, no risk-free rate;
   * undefined below four days
   */
  sharpe: number | undefined
  /** Sortino ratio: like `sharpe`, but with the deviation of negative returns only */
  sortino: number | undefined
  /** Calmar ratio: annual growth rate divided by the deepest drawdown */
  calmar: number | undefined
}

export function statisticsOf(
  { trades, marks }: Pick<BacktestRun, 'trades' | 'marks'>,
  { capital, tf, to = Number.MAX_SAFE_INTEGER }: { capital: Money; tf: Timeframe; to?: number },
): Statistics {
  const equity = (marks.equity.at(-1) ?? capital) as Money
  const end = Math.min(to, (marks.time.at(-1) ?? 0) + tf * minuteMs)
  const duration = marks.time.length > 0 ? end - (marks.time[0] ?? 0) : 0
  const [maxDrawdown, longestDrawdownMs] = [marks.deepest.at(-1) ?? 0, marks.longestMs.at(-1) ?? 0]
  const cagr = duration >= dayMs ? (equity / capital) ** (yearMs / duration) - 1 : undefined
  const returns = dailyReturns(marks, capital)
  return {
    equity,
    profit: (equity - capital) as Money,
    profitShare: equity / capital - 1,
    buyAndHold: (marks.close.at(-1) ?? 1) / (marks.close[0] ?? 1) - 1,
    ...salesOf(trades),
    exposure: marks.time.length > 0 ? sumOf(marks.holds) / marks.time.length : 0,
    maxDrawdown,
    longestDrawdownMs,
    cagr,
    sharpe: annual(returns, deviationOf(returns, meanOf(returns))),
    sortino: annual(
      returns,
      deviationOf(
        returns.map((value) => Math.min(0, value)),
        0,
      ),
    ),
    calmar: cagr === undefined || maxDrawdown === 0 ? undefined : cagr / maxDrawdown,
  }
}

function salesOf({ side, profit, fee }: TradeColumns) {
  let [sales, wins, won, lost] = [0, 0, 0, 0]
  for (let index = 0; index < side.length; index++) {
    if (side[index] === 1) continue
    const earned = profit[index] ?? 0
    sales++
    if (earned > 0) wins++
    if (earned > 0) won += earned
    else lost -= earned
  }
  return {
    trades: side.length,
    sales,
    wins,
    winRate: sales > 0 ? wins / sales : undefined,
    profitFactor: lost > 0 ? won / lost : undefined,
    expectancy: sales > 0 ? (won - lost) / sales : undefined,
    fees: sumOf(fee) as Money,
  }
}

/** Returns daily returns: the growth from each day's last equity to the next day's, in Moscow time. */
export function dailyReturns({ time, equity }: MarkColumns, capital: Money): number[] {
  const ends: number[] = [capital]
  const dayAt = (index: number) => Math.floor(((time[index] ?? 0) + moscowMs) / dayMs)
  for (let index = 0; index < time.length; index++) {
    if (index + 1 === time.length || dayAt(index + 1) !== dayAt(index)) ends.push(equity[index] ?? 0)
  }
  return ends.slice(1).map((end, index) => end / (ends[index] ?? end) - 1)
}

function annual(returns: readonly number[], deviation: number): number | undefined {
  return returns.length < minDays || deviation === 0 ? undefined : (meanOf(returns) / deviation) * Math.sqrt(365)
}

function deviationOf(values: readonly number[], around: number): number {
  return Math.sqrt(meanOf(values.map((value) => (value - around) ** 2)))
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : sumOf(values) / values.length
}

function sumOf(values: Iterable<number>): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
