import { type BacktestTask, runBacktest } from '../backtest/run-backtest.ts'
import { dailyReturns, type Statistics, statisticsOf } from '../backtest/statistics.ts'
import type { Json } from '../engine/strategy.ts'
import { type ReturnsShape, shapeOf } from './deflated-sharpe.ts'
import { outOfSample, type Part, runUntil, type Span } from './walk-forward.ts'

/** What one thread does at a time. Its minutes are shared memory: they cost nothing to tell. */
export type SweepWork =
  | { kind: 'cells'; task: BacktestTask; cells: readonly { index: number; params: Json }[]; ends: readonly number[] }
  | { kind: 'part'; task: BacktestTask; span: Span }

export interface SweptCell {
  /** Place among the cells of the plan */
  index: number
  /** Undefined where the run came to no end, such as one that earned more than there is */
  statistics: Statistics | undefined
  shape: ReturnsShape | undefined
  /** As they were at each of the ends that were asked for */
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

/** Only figures are kept of a run, however long it was. */
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
