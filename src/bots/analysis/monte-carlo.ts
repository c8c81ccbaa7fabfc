import { randomOf } from '../../market/feed/random.ts'
import type { TradeColumns } from '../backtest/run-backtest.ts'
import type { Money } from '../engine/money.ts'
import { type Band, bandOf } from './quantiles.ts'
import { shuffle } from './random-entries.ts'

/**
 * Distribution of results if the same sales had come in another order or number. Drawdowns are shares of the equity
 * after closed trades, money is in 10^-8.
 */
export interface MonteCarlo {
  runs: number
  /** Number of sales; each counts as a return on the equity before it */
  trades: number
  /** Max drawdown with the trades in their actual order */
  maxDrawdown: number
  /** Runs with the same trades in random order: all end with the same equity, but have different drawdowns */
  shuffled: {
    maxDrawdown: Band
    /** Share of runs with a deeper drawdown than in the actual order */
    deeper: number
  }
  /** Runs with the same number of trades, drawn with replacement */
  drawn: {
    equity: Band
    maxDrawdown: Band
    /** Share of runs that end below the initial equity */
    lost: number
  }
}

/** Max steps of all runs together: with tens of thousands of trades, there are fewer runs */
const maxSteps = 20_000_000

/** Simulates the runs. Returns undefined for fewer than two sales. */
export function monteCarlo(
  trades: Pick<TradeColumns, 'side' | 'profit'>,
  { capital, seed = 1, runs: wanted = 1000 }: { capital: Money; seed?: number; runs?: number },
): MonteCarlo | undefined {
  const returns = returnsOf(trades, capital)
  const { length } = returns
  if (length < 2) return undefined
  const runs = Math.min(wanted, Math.max(50, Math.floor(maxSteps / length)))
  const random = randomOf(seed)
  const happened = walk(returns).maxDrawdown
  const order = returns.slice()
  const shuffledFalls = new Float64Array(runs)
  const [drawnFalls, ends] = [new Float64Array(runs), new Float64Array(runs)]
  const drawn = new Float64Array(length)
  for (let run = 0; run < runs; run++) {
    shuffle(order, random)
    shuffledFalls[run] = walk(order).maxDrawdown
    for (let at = 0; at < length; at++) drawn[at] = returns[Math.floor(random.uniform() * length)] ?? 0
    const { growth, maxDrawdown } = walk(drawn)
    drawnFalls[run] = maxDrawdown
    ends[run] = capital * growth
  }
  // The tolerance is needed because another order changes the last digits of a float, but not the money.
  const deeper = shuffledFalls.filter((fall) => fall > happened + 1e-12).length / runs
  const lost = ends.filter((end) => end < capital).length / runs
  return {
    runs,
    trades: length,
    maxDrawdown: happened,
    shuffled: { maxDrawdown: bandOf(shuffledFalls), deeper },
    drawn: { equity: bandOf(ends), maxDrawdown: bandOf(drawnFalls), lost },
  }
}

/** Returns each sale's profit as a share of the equity before it: these shares compound to the total profit. */
function returnsOf({ side, profit }: Pick<TradeColumns, 'side' | 'profit'>, capital: Money): Float64Array {
  const returns: number[] = []
  let equity: number = capital
  for (let trade = 0; trade < side.length; trade++) {
    if (side[trade] === 1) continue
    const earned = profit[trade] ?? 0
    returns.push(earned / equity)
    equity += earned
  }
  return Float64Array.from(returns)
}

function walk(returns: Float64Array): { growth: number; maxDrawdown: number } {
  let [growth, peak, maxDrawdown] = [1, 1, 0]
  for (let at = 0; at < returns.length; at++) {
    growth *= 1 + (returns[at] ?? 0)
    if (growth > peak) peak = growth
    else maxDrawdown = Math.max(maxDrawdown, 1 - growth / peak)
  }
  return { growth, maxDrawdown }
}
