import type { Events } from '../events/events.ts'
import type { Market } from '../market/market.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import type { Sweeps } from './analysis/sweeps.ts'
import type { Backtests } from './backtest/backtests.ts'

export interface BotsDeps extends PageDeps {
  market: Market
  events: Events
  backtests: Backtests
  sweeps: Sweeps
}
