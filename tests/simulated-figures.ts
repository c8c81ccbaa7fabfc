import type { Statistics } from '../src/bots/backtest/statistics.ts'
import type { Plan, Simulated } from './bot-simulator.ts'

const dayMs = 86_400_000
const moscowMs = 3 * 3_600_000
type Figures = { [Name in keyof Statistics]: number | undefined }

/**
 * Computes the statistics of a simulated run from their definitions: exact sums, and one division for each statistic.
 */
export function figuresOf({ trades, marks }: Simulated, { capital, tf, to }: Plan): Figures {
  const last = marks.at(-1)
  const money = BigInt(capital)
  const equity = last?.equity ?? money
  const until = last ? Math.min(to, last.time + tf * 60_000) - (marks[0]?.time ?? 0) : 0
  const growth = Number(equity) / capital
  const cagr = until >= dayMs ? growth ** ((365.25 * dayMs) / until) - 1 : undefined
  const maxDrawdown = last?.deepest ?? 0
  return {
    equity: Number(equity),
    profit: Number(equity - money),
    profitShare: Number(equity - money) / capital,
    buyAndHold: last ? last.close / (marks[0]?.close ?? 1) - 1 : 0,
    trades: trades.length,
    ...salesOf(trades),
    fees: Number(total(trades.map(({ fee }) => fee))),
    exposure: marks.length === 0 ? 0 : marks.filter(({ holds }) => holds).length / marks.length,
    maxDrawdown,
    longestDrawdownMs: last?.longestMs ?? 0,
    cagr,
    ...ratiosOf(returnsOf(marks, capital)),
    calmar: cagr === undefined || maxDrawdown === 0 ? undefined : cagr / maxDrawdown,
  }
}

function salesOf(trades: Simulated['trades']) {
  const earned = trades.filter(({ side }) => side === 'sell').map(({ profit }) => profit)
  const won = earned.filter((profit) => profit > 0n)
  const lost = total(earned.filter((profit) => profit < 0n))
  return {
    sales: earned.length,
    wins: won.length,
    winRate: earned.length === 0 ? undefined : won.length / earned.length,
    profitFactor: lost === 0n ? undefined : Number(total(won)) / -Number(lost),
    expectancy: earned.length === 0 ? undefined : Number(total(earned)) / earned.length,
  }
}

function returnsOf(marks: Simulated['marks'], capital: number): number[] {
  const ends = new Map<number, number>()
  for (const { time, equity } of marks) ends.set(Math.floor((time + moscowMs) / dayMs), Number(equity))
  let before = capital
  return [...ends.values()].map((end) => {
    const change = (end - before) / before
    before = end
    return change
  })
}

/**
 * Sharpe and Sortino ratios of daily returns, annualized: mean divided by the standard deviation and by the downside
 * deviation.
 */
function ratiosOf(returns: readonly number[]) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = Math.sqrt(mean(returns.map((value) => (value - mean(returns)) ** 2)))
  const losses = Math.sqrt(mean(returns.map((value) => (value < 0 ? value ** 2 : 0))))
  const by = (deviation: number) =>
    returns.length < 4 || deviation === 0 ? undefined : (mean(returns) / deviation) * Math.sqrt(365)
  return { sharpe: by(spread), sortino: by(losses) }
}

function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n)
}
