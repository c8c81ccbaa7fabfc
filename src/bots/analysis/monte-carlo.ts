import { randomOf } from '../../market/feed/random.ts'
import type { TradeColumns } from '../backtest/run-backtest.ts'
import type { Money } from '../engine/money.ts'
import { type Band, bandOf } from './quantiles.ts'
import { shuffle } from './random-entries.ts'

/** What the same sales might have come to. Falls are shares of the equity after closed trades, money is in 10^-8. */
export interface MonteCarlo {
  runs: number
  /** Sales, each with what it earned of the equity before it */
  trades: number
  /** As it happened */
  maxDrawdown: number
  /** Of the same trades in other orders: all end alike, but not all fall as deep */
  shuffled: {
    maxDrawdown: Band
    /** Share of the runs that fell deeper than what happened */
    deeper: number
  }
  /** Of as many trades drawn from them, each as often as chance wants it */
  drawn: {
    equity: Band
    maxDrawdown: Band
    /** Share of the runs that end with less than they began with */
    lost: number
  }
}

/** Steps in all; runs are fewer for tens of thousands of trades */
const mostSteps = 20_000_000

/** Undefined below two sales: one has no order. */
export function monteCarlo(
  trades: Pick<TradeColumns, 'side' | 'profit'>,
  { capital, seed = 1, runs: wanted = 1000 }: { capital: Money; seed?: number; runs?: number },
): MonteCarlo | undefined {
  const returns = returnsOf(trades, capital)
  const { length } = returns
  if (length < 2) return undefined
  const runs = Math.min(wanted, Math.max(50, Math.floor(mostSteps / length)))
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
  // Orders differ in the last digits of a float without differing in money.
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

/** Of the money there was after the sales before: so they compound to all that was earned. */
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
