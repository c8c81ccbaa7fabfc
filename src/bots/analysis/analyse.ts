import { moscowMs } from '../../i18n/moscow-time.ts'
import type { BacktestRun, BacktestTask, MarkColumns } from '../backtest/run-backtest.ts'
import { type Statistics, statisticsOf } from '../backtest/statistics.ts'
import type { Money } from '../engine/money.ts'
import type { Terms } from '../engine/portfolio.ts'
import { type MonteCarlo, monteCarlo, type RandomEntries, randomEntries } from './luck.ts'
import { type WalkForward, walkForward } from './walk-forward.ts'
import { type Warning, warningsOf } from './warnings.ts'

export interface Year {
  year: number
  /** Growth of the equity from January to December, in Moscow time; undefined for months outside the run */
  months: readonly (number | undefined)[]
  growth: number
}

/** Returns the growth by year, oldest first; 0.01 is one percent. The months compound to the growth of the run. */
export function yearsOf({ time, equity }: Pick<MarkColumns, 'time' | 'equity'>, capital: Money): Year[] {
  const years: Opened[] = []
  let [before, until] = [capital as number, Number.NEGATIVE_INFINITY]
  let month: { row: Opened; place: number; from: number } | undefined
  for (let index = 0; index < time.length; index++) {
    const now = time[index] ?? 0
    if (month === undefined || now >= until) {
      const day = new Date(now + moscowMs)
      const [year, place] = [day.getUTCFullYear(), day.getUTCMonth()]
      until = Date.UTC(year, place + 1) - moscowMs
      if (years.at(-1)?.year !== year) years.push(openYear(year, before))
      month = { row: years.at(-1) ?? openYear(year, before), place, from: before }
    }
    before = equity[index] ?? 0
    month.row.months[month.place] = before / month.from - 1
    month.row.to = before
  }
  return years.map(({ year, months, from, to }) => ({ year, months, growth: to / from - 1 }))
}

interface Opened {
  year: number
  months: (number | undefined)[]
  from: number
  to: number
}

function openYear(year: number, from: number): Opened {
  return { year, months: Array.from({ length: 12 }, () => undefined), from, to: from }
}

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
