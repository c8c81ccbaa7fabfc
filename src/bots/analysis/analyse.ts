import type { BacktestRun, BacktestTask } from '../backtest/run-backtest.ts'
import { type Statistics, statisticsOf } from '../backtest/statistics.ts'
import type { Terms } from '../engine/portfolio.ts'
import { type MonteCarlo, monteCarlo } from './monte-carlo.ts'
import { type Year, yearsOf } from './months.ts'
import { type RandomEntries, randomEntries } from './random-entries.ts'
import { type WalkForward, walkForward } from './walk-forward.ts'
import { type Warning, warningsOf } from './warnings.ts'

/** Analysis of a run in addition to its trades and marks. Deterministic: the same run gives the same analysis. */
export interface Analysis {
  statistics: Statistics
  warnings: Warning[]
  years: Year[]
  /** Result with the other order of the extremes of each minute; its equity is in `run.other` */
  other: { order: Terms['order']; profitShare: number; maxDrawdown: number } | undefined
  randomEntries: RandomEntries | undefined
  monteCarlo: MonteCarlo | undefined
  walkForward: WalkForward | undefined
}

/** Analyzes a run. Takes about as long as the run itself, so call it on a worker thread only. */
export function analyse(task: BacktestTask, run: BacktestRun): Analysis {
  const statistics = statisticsOf(run, task)
  const { capital, terms, strategy, params, from, to } = task
  return {
    statistics,
    warnings: warningsOf({ strategy, params, costs: terms.costs, from, to, run, statistics }),
    years: yearsOf(run.marks, capital),
    other: run.other && otherOf(task, run.other),
    randomEntries: randomEntries(run, { capital, terms }),
    monteCarlo: monteCarlo(run.trades, { capital }),
    walkForward: walkForward(task, run),
  }
}

function otherOf(
  { capital, terms }: BacktestTask,
  { equity, deepest }: NonNullable<BacktestRun['other']>,
): Analysis['other'] {
  return {
    order: terms.order === 'nearest' ? 'pessimistic' : 'nearest',
    profitShare: (equity.at(-1) ?? capital) / capital - 1,
    maxDrawdown: deepest.at(-1) ?? 0,
  }
}
