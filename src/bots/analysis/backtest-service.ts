import type { Events } from '../../events/events.ts'
import { createResultCache } from '../../limits/result-cache.ts'
import type { Instrument } from '../../market/instrument.ts'
import type { Market } from '../../market/market.ts'
import { candlesCorrected } from '../../market/topics.ts'
import type { ReadyBacktest } from '../backtest/backtest-request.ts'
import type { NoTrades } from '../backtest/no-trades.ts'
import type { BacktestRun, TradeColumns } from '../backtest/run-backtest.ts'
import { placesOf } from '../drawing/equity-curves.ts'
import { type Money, moneyDigits } from '../engine/money.ts'
import type { Analysis } from './analyse.ts'
import { type BacktestOutcome, type BacktestRequest, type Backtests, createBacktests } from './backtests.ts'
import type { SweepCells, SweepRange } from './sweep-cells.ts'
import { type SweepResult, type SweepScore, type SweptCell, sweepResult } from './sweep-result.ts'
import { createSweeps, type SweepOutcome, type Sweeps } from './sweeps.ts'
import type { WalkForward } from './walk-forward.ts'

/** Data of a backtest page. Only the points of the curves that are drawn are kept, to bound memory. */
export interface BacktestReport {
  instrument: Instrument
  request: ReadyBacktest['request']
  capital: Money
  candles: number
  trades: TradeColumns
  reasons: readonly string[]
  halted?: string | undefined
  noTrades?: NoTrades | undefined
  analysis: Analysis
  /**
   * Columns of equal length: time in ms UTC; equity, equity with the other order of extremes, and buy and hold without
   * costs, in the quote currency
   */
  curves: Record<'time' | 'equity' | 'other' | 'hold', Float64Array>
}

export type BacktestReportOutcome =
  | { status: 'done'; report: BacktestReport }
  | { status: 'empty' }
  | Exclude<BacktestOutcome, { status: 'done' }>

interface BacktestReports {
  /** Returns the cached result of an equal request on the same candles */
  find(wanted: ReadyBacktest): BacktestReport | undefined
  make(wanted: ReadyBacktest, more: Omit<BacktestRequest, 'task'>): Promise<BacktestReportOutcome>
  forget(): void
}

/** Max points of a curve: a wide window has as many pixels. */
const drawnPoints = 1200

interface BacktestReportsOptions {
  backtests: Pick<Backtests, 'run'>
  market: Pick<Market, 'feed' | 'current'>
  most?: number
  maxBytes?: number
}

/** Runs backtests with analysis. Caches the latest results for the page, the tables and the files of a backtest. */
function createBacktestReports({
  backtests,
  market,
  most = 64,
  maxBytes = 64e6,
}: BacktestReportsOptions): BacktestReports {
  const kept = createResultCache<BacktestReport>(most, maxBytes)
  const keyOf = ({ request }: ReadyBacktest) => JSON.stringify([candlesKey(market, request), request])
  return {
    find: (wanted) => kept.find(keyOf(wanted)),
    make: async (wanted, more) => {
      const key = keyOf(wanted)
      const task = async () => ({ ...(await wanted.readTask()), isAnalysed: true })
      const outcome = await backtests.run({ ...more, task })
      if (outcome.status !== 'done') return outcome
      const { run, analysis } = outcome
      if (!analysis || run.marks.time.length === 0) return { status: 'empty' }
      const report = reportOf(wanted, run, analysis)
      kept.keep(key, report, bytesOf(report))
      return { status: 'done', report }
    },
    forget: kept.forget,
  }
}

/** Returns a cache key of the candles in a request. The key changes with new candles, but not with corrections. */
function candlesKey(
  { feed, current }: BacktestReportsOptions['market'],
  { asset, to }: Pick<ReadyBacktest['request'], 'asset' | 'to'>,
): string {
  return `${feed.id} ${Math.min(current(asset, 1)?.openTime ?? 0, to)}`
}

function reportOf(
  { instrument, request, capital }: ReadyBacktest,
  run: BacktestRun,
  analysis: Analysis,
): BacktestReport {
  const { trades, reasons, halted, noTrades, marks, other = marks } = run
  const places = placesOf(marks.equity, drawnPoints)
  const at = (values: Float64Array, factor = 1) => Float64Array.from(places, (place) => (values[place] ?? 0) * factor)
  const money = 10 ** -moneyDigits
  return {
    ...{ instrument, request, capital, trades, reasons, halted, noTrades, analysis },
    candles: marks.time.length,
    curves: {
      time: at(marks.time),
      equity: at(marks.equity, money),
      other: at(other.equity, money),
      hold: at(marks.close, (capital * money) / (marks.close[0] ?? 1)),
    },
  }
}

/** Estimates the size of a report, bytes, by its number columns, which dominate. */
function bytesOf({ trades, curves, analysis: { randomEntries: luck } }: BacktestReport): number {
  const columns = [...Object.values(trades), ...Object.values(curves)]
  const band = luck ? [luck.time, luck.low, luck.middle, luck.high] : []
  return 8192 + [...columns, ...band].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

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

interface SweepReportsOptions {
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

interface SweepReports {
  find(wanted: RequestedSweep): SweepReport | undefined
  make(wanted: RequestedSweep, making: Making): Promise<SweepReportOutcome>
  forget(): void
}

/** Runs sweeps and keeps the latest results in memory for repeated requests. */
function createSweepReports({ sweeps, market }: SweepReportsOptions): SweepReports {
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

/** Process-wide backtest service: worker threads plus a short-lived result cache. */
export interface BacktestService {
  backtests: Backtests
  reports: BacktestReports
  sweeps: SweepReports
  close(): Promise<void>
}

export interface BacktestServiceOptions {
  market: Pick<Market, 'feed' | 'current'>
  events: Pick<Events, 'on'>
}

export function openBacktestService({ market, events }: BacktestServiceOptions): BacktestService {
  const backtests = createBacktests()
  const threads = createSweeps()
  const reports = createBacktestReports({ backtests, market })
  const sweeps = createSweepReports({ sweeps: threads, market })
  const stop = events.on(candlesCorrected, () => {
    reports.forget()
    sweeps.forget()
  })
  return {
    backtests,
    reports,
    sweeps,
    close: async () => {
      stop()
      await Promise.all([backtests.close(), threads.close()])
    },
  }
}
