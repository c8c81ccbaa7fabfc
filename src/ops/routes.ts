import { Hono } from 'hono'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import type { MarketState } from '../market/asset-state.ts'
import { paths } from '../paths.ts'
import { feedWords } from './feed-words.ts'
import { createReadiness, type ReadinessDeps } from './readiness.ts'

export interface OpsDeps extends ReadinessDeps {
  /** Only where there is a market */
  feed?(): MarketState
}

export function opsRoutes(deps: OpsDeps) {
  const readiness = createReadiness(deps)
  return new Hono<AppEnv>()
    .get(paths.health, anyone, (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get(paths.ready, anyone, async (c) => {
      const checks = await readiness()
      const isReady = Object.values(checks).every((check) => check === 'ok')
      const feed = deps.feed && { feed: feedWords(deps.feed()) }
      return c.json({ status: isReady ? 'ok' : 'unavailable', checks, ...feed }, isReady ? 200 : 503, {
        'cache-control': 'no-store',
      })
    })
}
