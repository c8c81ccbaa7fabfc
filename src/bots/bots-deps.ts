import type { Events } from '../events/events.ts'
import type { Market } from '../market/market.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import type { BacktestService } from './analysis/backtest-service.ts'

export interface BotsDeps extends PageDeps {
  market: Market
  events: Events
  backtestService: BacktestService
}
