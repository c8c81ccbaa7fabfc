import type { Events } from '../events/events.ts'
import type { Market } from '../market/market.ts'
import type { PageDeps } from '../pages/page-deps.ts'

export interface ChartsDeps extends PageDeps {
  market: Market
  events: Events
}
