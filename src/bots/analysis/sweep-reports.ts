import { createResultCache } from '../../limits/result-cache.ts'
import type { ReadyBacktest } from '../backtest/backtest-request.ts'
import { type BacktestReportsOptions, candlesKey } from './backtest-reports.ts'
import type { SweepCells, SweepRange } from './sweep-cells.ts'
import { type SweepResult, type SweepScore, sweepResult } from './sweep-result.ts'
import type { SweptCell } from './sweep-work.ts'
import type { SweepOutcome, Sweeps } from './sweeps.ts'
import type { WalkForward } from './walk-forward.ts'

export interface ReadySweep {
  status: 'ready'
  ranges: SweepRange[]
  swept: Extract<SweepCells, { status: 'ready' }>
  by: SweepScore
}

interface RequestedSweep {
  backtest: ReadyBacktest
  sweep: ReadySweep
}

export interface SweepReport extends RequestedSweep {
  cells: readonly SweptCell[]
  /** Evaluation of the cells; undefined if no cell has a score */
  result: SweepResult | undefined
  walkForward: WalkForward | undefined
}

export type SweepReportOutcome =
  | { status: 'done'; swept: SweepReport }
  /** No candles of the requested period are stored. */
  | { status: 'empty' }
  | Exclude<SweepOutcome, { status: 'done' }>

export interface SweepReportsOptions {
  sweeps: Pick<Sweeps, 'run'>
  market: BacktestReportsOptions['market']
}

interface Making {
  owner: string
  signal: AbortSignal
  onProgress(share: number): void
}

/** Approximate memory for the figures of a cell, bytes */
const bytesOfCell = 2000

export interface SweepReports {
  find(wanted: RequestedSweep): SweepReport | undefined
  make(wanted: RequestedSweep, making: Making): Promise<SweepReportOutcome>
  forget(): void
}

/** Runs sweeps and keeps the latest results in memory for repeated requests. */
export function createSweepReports({ sweeps, market }: SweepReportsOptions): SweepReports {
  const kept = createResultCache<SweepReport>(16, 32e6)
  const keyOf = ({ backtest: { request }, sweep: { ranges, swept, by } }: RequestedSweep) =>
    JSON.stringify([candlesKey(market, request), request, ranges, by, swept.cells.map(({ at }) => at.join()).join(' ')])
  return {
    find: (wanted: RequestedSweep) => kept.find(keyOf(wanted)),
    forget: kept.forget,
    make: async (wanted: RequestedSweep, { owner, signal, onProgress }: Making): Promise<SweepReportOutcome> => {
      const { backtest, sweep } = wanted
      const { cells, warmUp } = sweep.swept
      const key = keyOf(wanted)
      let isEmpty = false
      const task = async () => {
        const read = await backtest.readTask(warmUp)
        isEmpty = (read.minutes.openTime.at(-1) ?? 0) < backtest.request.from
        return read
      }
      const onCells = (_: readonly SweptCell[], done: number) => onProgress(done / cells.length)
      const outcome = await sweeps.run({ owner, task, cells, by: sweep.by, signal, onCells })
      if (outcome.status !== 'done') return outcome
      if (isEmpty) return { status: 'empty' }
      const result = sweepResult({ cells, ranges: sweep.ranges }, outcome.cells, sweep.by)
      const swept: SweepReport = { ...wanted, cells: outcome.cells, result, walkForward: outcome.walkForward }
      kept.keep(key, swept, bytesOfCell * cells.length)
      return { status: 'done', swept }
    },
  }
}
