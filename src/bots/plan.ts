import type { Timeframe } from '../market/timeframe.ts'
import type { Terms } from './engine/desk.ts'
import type { Costs, Money } from './engine/money.ts'
import type { RiskRules } from './engine/risk.ts'
import type { Setup } from './engine/run-state.ts'
import type { Json } from './engine/strategy.ts'
import { findStrategy } from './strategies/catalog.ts'

/** In place of a strategy where a person alone decides */
export const byHand = 'manual'

/** How a bot plays: what its owner chooses and may change. JSON. */
export interface Plan {
  strategy: string
  params: Json
  costs: Costs
  risk?: RiskRules | undefined
  volumeShare?: number | undefined
  order: Terms['order']
}

/** As it is kept. `after`: openTime of the minute that went on when a running bot was given it */
export type StoredPlan = Plan & { after?: number | undefined }

export interface Stake {
  tf: Timeframe
  capital: Money
  scale: Terms['scale']
}

/** @throws Error for a plan that was never valid: those that are stored have been read by their strategies before */
export function setupOf({ strategy, params, costs, risk, volumeShare, order }: Plan, { capital, scale }: Stake): Setup {
  const terms = { scale, costs, order, volumeShare }
  if (strategy === byHand) return { capital, risk, terms }
  const played = findStrategy(strategy)?.play(params)
  if (played?.status !== 'ready') throw new Error(`${strategy} cannot be played with ${JSON.stringify(params)}`)
  return { capital, risk, playing: played.playing, terms }
}
