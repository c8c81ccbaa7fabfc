import { Hono } from 'hono'
import { paths } from '../paths.ts'
import { accountRoutes } from './account-routes.tsx'
import { linkRoutes } from './link-routes.tsx'
import { type AuthEnv, guard, readSession } from './middleware.ts'
import type { AccountPageDeps } from './page-context.tsx'
import { secondFactorRoutes } from './second-factor-routes.tsx'
import { signInRoutes } from './sign-in-routes.tsx'

/** Below `/app`, the one part that guests may see: it finds out by itself what to show to whom. */
const openToGuests = '/app/bots'

/**
 * The pages of accounts in one language, and the guards of everything below `/app` and `/admin`, whether there is a
 * page or not: who may not be there does not learn what is.
 */
export function authRoutes(deps: AccountPageDeps) {
  const { guards } = deps
  const [requireUser, requireAdmin] = [guard('auth', guards), guard('admin', guards)]
  return new Hono<AuthEnv>()
    .use(`${paths.app}/*`, readSession(guards), (c, next) =>
      c.var.localPath === openToGuests ? next() : requireUser(c, next),
    )
    .use('/admin/*', readSession(guards), requireAdmin)
    .route('/', signInRoutes(deps))
    .route('/', linkRoutes(deps))
    .route('/', accountRoutes(deps))
    .route('/', secondFactorRoutes(deps))
}
