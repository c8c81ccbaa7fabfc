import type { Events } from '../../events/events.ts'
import type { Market } from '../../market/market.ts'
import { candlesCorrected } from '../../market/topics.ts'
import { type BacktestReports, createBacktestReports } from './backtest-reports.ts'
import { type Backtests, createBacktests } from './backtests.ts'
import { createSweepReports, type SweepReports } from './sweep-reports.ts'
import { createSweeps } from './sweeps.ts'

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
