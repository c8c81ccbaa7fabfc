import type { AuthEnv } from '../auth/middleware.ts'
import { joinRoutes } from '../http/join-routes.ts'
import { backtestPageRoutes } from './backtest-pages/backtest-page-routes.tsx'
import type { BotsDeps } from './bots-deps.ts'
import { formRoutes } from './form/form-routes.tsx'
import { listRoutes } from './list/list-routes.tsx'
import { pageRoutes } from './page/page-routes.tsx'
import { paperRoutes } from './paper/paper-routes.tsx'

/** Joins all routes of bots. Literal paths must come before `/app/bots/:id`. */
export function botsRoutes(deps: BotsDeps) {
  return joinRoutes<AuthEnv>([
    listRoutes(deps),
    formRoutes(deps),
    paperRoutes(deps),
    backtestPageRoutes(deps),
    pageRoutes(deps),
  ])
}
