import { Hono } from 'hono'
import { dismissWarnings } from '../auth/account/account.ts'
import { type AuthEnv, currentSession } from '../auth/middleware.ts'
import { ownChanges } from '../pages/own-changes.ts'
import { redirectTo } from '../pages/redirects.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'

export function warningRoutes({ auth, guards }: AccountDeps) {
  return new Hono<AuthEnv>()
    .get(paths.accountWarnings, guards.auth, (c) => redirectTo(c, paths.accountSessions))
    .post(paths.accountWarnings, ...ownChanges(guards), async (c) => {
      await dismissWarnings(auth, currentSession(c))
      return redirectTo(c, paths.accountSessions)
    })
}
