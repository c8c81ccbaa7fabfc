import { Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import type { BotsDeps } from './bots-deps.ts'
import { listRoutes } from './list/list-routes.tsx'
import { pageRoutes } from './page/page-routes.tsx'

/** Literal addresses stand before `/app/bots/:id`. */
export function botsRoutes(deps: BotsDeps) {
  return new Hono<AuthEnv>().route('/', listRoutes(deps)).route('/', pageRoutes(deps))
}
