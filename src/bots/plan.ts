import { type Timeframe, timeframes } from '../market/timeframe.ts'
import type { Costs, Money } from './engine/money.ts'
import type { Terms } from './engine/portfolio.ts'
import type { RiskRules } from './engine/risk.ts'
import type { Setup } from './engine/run-state.ts'
import type { Json } from './engine/strategy.ts'
import { findStrategy } from './strategies/catalog.ts'

/** Strategy id of an account in which a person trades manually */
export const manualStrategy = 'manual'

/**
 * Timeframes of strategies: all that divide a day. A strategy is warmed up by minutes, and the 90 days that are stored by
 * default have 12 whole weeks and 2 months: too few for any of its averages.
 */
export const botTimeframes = timeframes.filter((tf) => tf <= 1440)

/** Settings of a bot that its owner can change. Stored as JSON. */
export interface Plan {
  strategy: string
  params: Json
  costs: Costs
  risk?: RiskRules | undefined
  volumeShare?: number | undefined
  order: Terms['order']
}

/** A plan as stored. `after`: openTime of the minute in progress when a running bot got the plan */
export type StoredPlan = Plan & { after?: number | undefined }

export interface BotFunding {
  tf: Timeframe
  capital: Money
  scale: Terms['scale']
}

/** Returns the setup of a plan. @throws Error for an invalid plan; strategies validate plans before they are stored */
export function setupOf(
  { strategy, params, costs, risk, volumeShare, order }: Plan,
  { capital, scale }: BotFunding,
): Setup {
  const terms = { scale, costs, order, volumeShare }
  if (strategy === manualStrategy) return { capital, risk, terms }
  const played = findStrategy(strategy)?.bind(params)
  if (played?.status !== 'ready') throw new Error(`Invalid stored plan: ${strategy} with ${JSON.stringify(params)}`)
  return { capital, risk, playing: played.playing, terms }
}
