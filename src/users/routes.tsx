import { Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import { accessRoutes } from './access-routes.tsx'
import { auditRoutes } from './audit/audit-routes.tsx'
import { bulkRoutes } from './bulk/bulk-routes.tsx'
import { listRoutes } from './list/list-routes.tsx'
import { decisionRoutes } from './user/decision-routes.tsx'
import { userRoutes } from './user/user-routes.tsx'
import type { UsersDeps } from './users-deps.ts'

export function usersRoutes(deps: UsersDeps) {
  return (
    new Hono<AuthEnv>()
      .route('/', listRoutes(deps))
      .route('/', bulkRoutes(deps))
      .route('/', accessRoutes(deps))
      .route('/', auditRoutes(deps))
      .route('/', decisionRoutes(deps))
      // Last, for an id can be anything.
      .route('/', userRoutes(deps))
  )
}
