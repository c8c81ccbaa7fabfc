import { Hono } from 'hono'
import type { Db } from '../db/client.ts'
import type { AppEnv } from '../http/env.ts'
import { paths } from '../paths.ts'
import { checkReadiness } from './readiness.ts'

export interface OpsDeps {
  databases: Record<'app' | 'content' | 'market', Db>
  contentVersion(): Promise<number>
}

/** For load balancers: is the process alive, and may it be sent visitors. */
export function opsRoutes(deps: OpsDeps) {
  return new Hono<AppEnv>()
    .get(paths.health, (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get(paths.ready, async (c) => {
      const checks = await checkReadiness(deps)
      const isReady = Object.values(checks).every((check) => check === 'ok')
      return c.json({ status: isReady ? 'ok' : 'unavailable', checks }, isReady ? 200 : 503, {
        'cache-control': 'no-store',
      })
    })
}
