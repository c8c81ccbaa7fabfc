import type { AlertsDeps } from '../alerts/alerts-routes.tsx'
import { createStatistics, type StatisticsReader } from './asset-statistics.ts'
import type { RecentTicks } from './recent-ticks.ts'
import { createFiguresReader, type FiguresReader } from './screener/read-figures.ts'

export interface EnigmaOptions extends AlertsDeps {
  recentTicks: Pick<RecentTicks, 'of'>
}

export interface EnigmaDeps extends EnigmaOptions {
  statistics: StatisticsReader
  figures: FiguresReader
}

export function createEnigma(options: EnigmaOptions): EnigmaDeps {
  const { market, now } = options
  return { ...options, statistics: createStatistics(market, now), figures: createFiguresReader(options) }
}
