import { type Context, Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import type { AppEnv } from '../http/env.ts'
import { NotFoundError } from '../http/errors.ts'
import { paths } from '../paths.ts'
import { fullPath } from '../site/address.ts'
import { refuseImpersonator } from './own-changes.ts'
import type { PageDeps } from './page-deps.ts'

/** Mounted last: outsiders do not learn which pages exist. */
export function closedAreas({ guards: { auth, admin, visitor } }: Pick<PageDeps, 'guards'>) {
  const missing = (c: Context<AppEnv>) => {
    throw new NotFoundError(fullPath(c))
  }
  return (
    new Hono<AuthEnv>()
      // The bots' own routes will be open to guests.
      .all('/app/bots', visitor, missing)
      .all(`${paths.app}/*`, auth, missing)
      .all(`${paths.account}/*`, auth, refuseImpersonator, missing)
      .all('/admin/*', admin, missing)
  )
}
