import { Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import type { BotsDeps } from './bots-deps.ts'
import { formRoutes } from './form/form-routes.tsx'
import { listRoutes } from './list/list-routes.tsx'
import { pageRoutes } from './page/page-routes.tsx'
import { paperRoutes } from './paper/paper-routes.tsx'
import { trialRoutes } from './trial/trial-routes.tsx'

/** Literal addresses stand before `/app/bots/:id`. */
export function botsRoutes(deps: BotsDeps) {
  return new Hono<AuthEnv>()
    .route('/', listRoutes(deps))
    .route('/', formRoutes(deps))
    .route('/', paperRoutes(deps))
    .route('/', trialRoutes(deps))
    .route('/', pageRoutes(deps))
}
