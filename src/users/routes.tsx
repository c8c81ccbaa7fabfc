import type { AuthEnv } from '../auth/middleware.ts'
import { joinRoutes } from '../http/join-routes.ts'
import { accessRoutes } from './access-routes.tsx'
import type { UsersDeps } from './act.ts'
import { auditRoutes } from './audit/audit-routes.tsx'
import { bulkRoutes } from './bulk/bulk-routes.tsx'
import { contactRoutes } from './contact/contact-routes.tsx'
import { factorRoutes } from './factor/factor-routes.ts'
import { listRoutes } from './list/list-routes.tsx'
import { decisionRoutes } from './user/decision-routes.tsx'
import { userRoutes } from './user/user-routes.tsx'

export function usersRoutes(deps: UsersDeps) {
  return joinRoutes<AuthEnv>([
    listRoutes(deps),
    bulkRoutes(deps),
    accessRoutes(deps),
    auditRoutes(deps),
    contactRoutes(deps),
    decisionRoutes(deps),
    factorRoutes(deps),
    // Must be the last routes: the `:id` parameter matches any path segment.
    userRoutes(deps),
  ])
}
