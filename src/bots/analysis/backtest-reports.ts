import { createResultCache } from '../../limits/result-cache.ts'
import type { Instrument } from '../../market/instrument.ts'
import type { Market } from '../../market/market.ts'
import type { ReadyBacktest } from '../backtest/backtest-request.ts'
import type { NoTrades } from '../backtest/no-trades.ts'
import type { BacktestRun, TradeColumns } from '../backtest/run-backtest.ts'
import { placesOf } from '../drawing/curves.ts'
import { type Money, moneyDigits } from '../engine/money.ts'
import type { Analysis } from './analyse.ts'
import type { BacktestOutcome, BacktestRequest, Backtests } from './backtests.ts'

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

export interface BacktestReports {
  /** Returns the cached result of an equal request on the same candles */
  find(wanted: ReadyBacktest): BacktestReport | undefined
  make(wanted: ReadyBacktest, more: Omit<BacktestRequest, 'task'>): Promise<BacktestReportOutcome>
  forget(): void
}

/** Max points of a curve: a wide window has as many pixels. */
const drawnPoints = 1200

export interface BacktestReportsOptions {
  backtests: Pick<Backtests, 'run'>
  market: Pick<Market, 'feed' | 'current'>
  most?: number
  maxBytes?: number
}

/** Runs backtests with analysis. Caches the latest results for the page, the tables and the files of a backtest. */
export function createBacktestReports({
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
export function candlesKey(
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
