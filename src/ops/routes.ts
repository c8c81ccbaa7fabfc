import { Hono } from 'hono'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import type { Market } from '../market/market.ts'
import { paths } from '../paths.ts'
import { feedDescription } from './feed-description.ts'
import { type MetricsAnswer, metricsRoutes } from './metrics/metrics-routes.ts'
import { createReadiness, type ReadinessDeps } from './readiness.ts'

export interface OpsDeps extends ReadinessDeps {
  market?: Pick<Market, 'state' | 'otherSource'>
  /** True while the process drains before a stop */
  isStopping?(): boolean
  metrics?: MetricsAnswer | undefined
}

export function opsRoutes(deps: OpsDeps) {
  const readiness = createReadiness(deps)
  return new Hono<AppEnv>()
    .route('/', metricsRoutes(deps.metrics))
    .get(paths.health, anyone, (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get(paths.ready, anyone, async (c) => {
      if (deps.isStopping?.()) return c.json({ status: 'stopping' }, 503, { 'cache-control': 'no-store' })
      const checks = await readiness()
      const isReady = Object.values(checks).every((check) => check === 'ok')
      const feed = deps.market && { feed: feedDescription(deps.market) }
      return c.json({ status: isReady ? 'ok' : 'unavailable', checks, ...feed }, isReady ? 200 : 503, {
        'cache-control': 'no-store',
      })
    })
}
