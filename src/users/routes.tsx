import { Hono } from 'hono'
import { type AuthEnv, guard, readSession } from '../auth/middleware.ts'
import { accessRoutes } from './access-routes.tsx'
import type { UsersDeps } from './admin-deps.ts'
import { auditRoutes } from './audit-routes.tsx'
import { bulkRoutes } from './bulk-routes.tsx'
import { listRoutes } from './list-routes.tsx'
import { userRoutes } from './user-routes.tsx'

/** User administration and the audit log in one language; mounted once per locale prefix. */
export function usersRoutes(deps: UsersDeps) {
  const admin = [readSession(deps.guards), guard('admin', deps.guards)] as const
  return (
    new Hono<AuthEnv>()
      .use('/admin/users/*', ...admin)
      .use('/admin/audit', ...admin)
      .route('/', listRoutes(deps))
      .route('/', bulkRoutes(deps))
      .route('/', accessRoutes(deps))
      .route('/', auditRoutes(deps))
      // Last, for an id can be anything.
      .route('/', userRoutes(deps))
  )
}
