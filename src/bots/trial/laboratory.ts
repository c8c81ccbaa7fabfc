import type { Events } from '../../events/events.ts'
import type { Market } from '../../market/market.ts'
import { candlesCorrected } from '../../market/topics.ts'
import { createSweeps } from '../analysis/sweeps.ts'
import { type Backtests, createBacktests } from '../backtest/backtests.ts'
import { createSwept, type SweptSweeps } from './kept-sweeps.ts'
import { createTrials, type Trials } from './trials.ts'

/** Process-wide backtest service: worker threads plus a short-lived result cache. */
export interface Laboratory {
  backtests: Backtests
  trials: Trials
  sweeps: SweptSweeps
  close(): Promise<void>
}

export interface LaboratoryOptions {
  market: Pick<Market, 'feed' | 'current'>
  events: Pick<Events, 'on'>
}

export function openLaboratory({ market, events }: LaboratoryOptions): Laboratory {
  const backtests = createBacktests()
  const threads = createSweeps()
  const trials = createTrials({ backtests, market })
  const sweeps = createSwept({ sweeps: threads, market })
  const stop = events.on(candlesCorrected, () => {
    trials.forget()
    sweeps.forget()
  })
  return {
    backtests,
    trials,
    sweeps,
    close: async () => {
      stop()
      await Promise.all([backtests.close(), threads.close()])
    },
  }
}
