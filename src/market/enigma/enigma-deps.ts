import type { GuardDeps } from '../../auth/middleware.ts'
import type { SiteDeps } from '../../site/site-deps.ts'
import type { PriceAlert } from '../alerts/alert.ts'
import type { Market } from '../market.ts'
import { createStatistics, type StatisticsReader } from './asset-statistics.ts'
import { keepRecentTicks, type RecentTicks } from './recent-ticks.ts'

/** What the asset area is given by `createApp`. */
export interface EnigmaOptions {
  site: SiteDeps
  guards: GuardDeps
  market: Market
  /** Is told at once of every alert that somebody makes */
  onAlertMade(alert: PriceAlert): void
}

/** What its pages are made of, in every language. */
export interface EnigmaDeps extends EnigmaOptions {
  statistics: StatisticsReader
  ticks: RecentTicks
}

export function createEnigma(options: EnigmaOptions): EnigmaDeps {
  const { market, guards } = options
  return { ...options, statistics: createStatistics(market, guards.auth.now), ticks: keepRecentTicks(market) }
}
