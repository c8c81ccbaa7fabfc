import { type BacktestTask, runBacktest } from '../backtest/run-backtest.ts'
import { dailyReturns, type Statistics, statisticsOf } from '../backtest/statistics.ts'
import type { Json } from '../engine/strategy.ts'
import { type ReturnsShape, shapeOf } from './deflated-sharpe.ts'
import { outOfSample, type Part, runUntil, type Span } from './walk-forward.ts'

/** One task of a worker thread. Its minutes are in shared memory, so sending them to the thread costs nothing. */
export type SweepWork =
  | { kind: 'cells'; task: BacktestTask; cells: readonly { index: number; params: Json }[]; ends: readonly number[] }
  | { kind: 'part'; task: BacktestTask; span: Span }

export interface SweptCell {
  /** Index of the cell in the plan */
  index: number
  /** Figures of the cell; undefined if its run failed, for example because its money exceeded the possible range */
  statistics: Statistics | undefined
  shape: ReturnsShape | undefined
  /** Statistics of the run if it had ended at each of the requested times */
  inSample: Statistics[]
}

export type SweepReply =
  | { kind: 'cells'; cells: SweptCell[] }
  | { kind: 'part'; part: Part }
  | { kind: 'failed'; message: string }

export function doSweepWork(work: SweepWork): SweepReply {
  if (work.kind === 'part') return { kind: 'part', part: outOfSample(work.task, work.span) }
  const { task, cells, ends } = work
  return { kind: 'cells', cells: cells.map(({ index, params }) => sweptCell(index, { ...task, params }, ends)) }
}

/** Runs one cell and returns only the figures, to bound memory. */
function sweptCell(index: number, task: BacktestTask, ends: readonly number[]): SweptCell {
  try {
    const run = runBacktest(task)
    const inSample = ends.map((end) => statisticsOf(runUntil(run, end), task))
    const shape = shapeOf(dailyReturns(run.marks, task.capital))
    return { index, statistics: statisticsOf(run, task), shape, inSample }
  } catch (error) {
    if (error instanceof RangeError) return { index, statistics: undefined, shape: undefined, inSample: [] }
    throw error
  }
}
