import { type Context, Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import type { AppEnv } from '../http/env.ts'
import { paths } from '../paths.ts'
import { refuseImpersonator } from './own-changes.ts'
import type { PageDeps } from './page-deps.ts'

/**
 * Routes for unknown paths of closed areas, mounted last: outsiders must not learn which pages exist. @param errorOf
 * returns the error of a request without a route
 */
export function closedAreas(
  { guards: { auth, admin, visitor } }: Pick<PageDeps, 'guards'>,
  errorOf: (c: Context<AppEnv>) => Error,
) {
  const missing = (c: Context<AppEnv>) => {
    throw errorOf(c)
  }
  return (
    new Hono<AuthEnv>()
      // Admits guests, because the bots' own routes are open to them.
      .all('/app/bots', visitor, missing)
      .all(`${paths.app}/*`, auth, missing)
      .all(`${paths.account}/*`, auth, refuseImpersonator, missing)
      .all('/admin/*', admin, missing)
  )
}
