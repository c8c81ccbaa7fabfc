import { Hono } from 'hono'
import { z } from 'zod'
import { dismissWarnings, endOtherSessions, endSession } from '../auth/account/account.ts'
import { listDevices } from '../auth/device/device-queries.ts'
import { dismissalOf } from '../auth/device/dismissal.ts'
import { type AuthEnv, currentAccount, currentSession, currentUser } from '../auth/middleware.ts'
import { listSessions } from '../auth/session/session-queries.ts'
import { originOf } from '../auth/session/session-request.ts'
import { findWarning } from '../auth/tries/tries-queries.ts'
import { translator } from '../i18n/translate.ts'
import { ownChanges } from '../pages/own-changes.ts'
import { requireForm, textField } from '../pages/parse-form.ts'
import { redirectTo } from '../pages/redirects.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { SessionsPage } from './sessions-page.tsx'
import { showAccount } from './show-account.ts'

/** Form with the ID of the session to end, or `others` for all except the current session */
const sessionForm = z.object({ session: textField })

export function sessionsRoutes(deps: AccountDeps) {
  const { auth, guards, flashes } = deps
  return new Hono<AuthEnv>()
    .get(paths.accountSessions, guards.auth, async (c) => {
      const { id } = currentUser(c)
      const sessions = (await listSessions(auth.db, id)).map(({ impersonatorId, userId, login, ...row }) => ({
        ...row,
        isCurrent: row.id === currentSession(c).id,
        isImpersonated: impersonatorId !== null && userId === id,
        lookingAs: userId === id ? undefined : login,
      }))
      const { device, impersonatorId } = currentSession(c)
      // Shows no warnings during impersonation.
      const dismissal = impersonatorId === null && dismissalOf(await listDevices(auth.db, id), device)
      const warnings = dismissal && { dismissal, tries: await findWarning(auth.db, id, dismissal.dismissedAt) }
      const page = <SessionsPage {...{ sessions, warnings }} now={auth.now()} flash={flashes.take(c)} />
      return showAccount(c, deps, page, { title: translator(c.var.locale)('account.sessions') })
    })
    .post(paths.accountSessions, ...ownChanges(guards), guards.stepUp, async (c) => {
      const user = await currentAccount(c, auth.db)
      const { session: id } = await requireForm(c, sessionForm)
      if (id === 'others') await endOtherSessions(auth, user, currentSession(c), originOf(c))
      else await endSession(auth, user, id, originOf(c))
      flashes.leave(c, id === 'others' ? 'account.flashSessionsEnded' : 'account.flashSessionEnded')
      return redirectTo(c, paths.accountSessions)
    })
}

export function warningRoutes({ auth, guards }: AccountDeps) {
  return new Hono<AuthEnv>()
    .get(paths.accountWarnings, guards.auth, (c) => redirectTo(c, paths.accountSessions))
    .post(paths.accountWarnings, ...ownChanges(guards), async (c) => {
      await dismissWarnings(auth, currentSession(c))
      return redirectTo(c, paths.accountSessions)
    })
}
