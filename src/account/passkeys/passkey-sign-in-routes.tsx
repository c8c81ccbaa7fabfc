import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentAccount, currentSession } from '../../auth/middleware.ts'
import {
  finishSignInByPasskey,
  type PasskeySignIn,
  reauthenticateByPasskey,
  signInByPasskey,
} from '../../auth/passkey/sign-in-by-passkey.ts'
import { sessionRequestOf } from '../../auth/session/session-request.ts'
import { limitBody } from '../../http/body.ts'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { emptyForm } from '../../pages/form-state.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import type { PageStatus } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import type { AccountDeps } from '../account-deps.ts'
import { completeSignIn, nextOf, withNext } from '../complete-sign-in.ts'
import { showConfirm } from '../confirm-routes.tsx'
import { banText, slowDownText } from '../outcome-text.ts'
import { showCode, showLogin, showPendingOver } from '../sign-in-routes.tsx'
import { answerFields } from './passkey-form.tsx'

const answerForm = z.object(answerFields)

export function passkeySignInRoutes(deps: AccountDeps) {
  const { auth, cookies, guards } = deps
  return new Hono<AuthEnv>()
    .get(paths.passkeySignIn, guards.guest, (c) => c.redirect(withNext(c, paths.login, nextOf(c, deps)), 303))
    .post(paths.passkeySignIn, guards.guest, limitBody(), async (c) => {
      const sent = await requireForm(c, answerForm)
      const request = { ...sessionRequestOf(c), ...sent, browser: cookies.read(c, 'passkey') ?? '' }
      const pending = cookies.read(c, 'pending')
      const outcome = pending
        ? await finishSignInByPasskey(auth, { ...request, pending })
        : await signInByPasskey(auth, request)
      return answer(c, deps, outcome, pending)
    })
    .get(paths.confirmByPasskey, guards.auth, (c) => redirectTo(c, paths.confirm))
    .post(paths.confirmByPasskey, ...ownChanges(guards), async (c) => {
      const sent = await requireForm(c, answerForm)
      const user = await currentAccount(c, auth.db)
      const request = { ...sessionRequestOf(c), ...sent, browser: cookies.read(c, 'passkey') ?? '' }
      const outcome = await reauthenticateByPasskey(auth, user, currentSession(c), request)
      if (outcome.status === 'proven' || outcome.status === 'ended') {
        if (outcome.status === 'proven') cookies.write(c, 'sid', outcome.token)
        return c.redirect(nextOf(c, deps) ?? localised(c.var.locale, paths.account), 303)
      }
      const [problem, status] = failure(c, outcome)
      return showConfirm(c, deps, { ...emptyForm, problem }, status)
    })
}

type Failure = Exclude<PasskeySignIn, { status: 'signed-in' | 'pending-over' }>

function failure(c: Context<AuthEnv>, outcome: Failure): [string, PageStatus] {
  const t = translator(c.var.locale)
  switch (outcome.status) {
    case 'wrong':
      return [t('passkeys.wrong'), 401]
    case 'stale':
      return [t('passkeys.stale'), 401]
    case 'banned':
      return [banText(c, outcome), 403]
    case 'slow-down':
      return [slowDownText(c, outcome.waitMs), 429]
  }
}

function answer(c: Context<AuthEnv>, deps: AccountDeps, outcome: PasskeySignIn, pending: string | undefined) {
  if (outcome.status === 'signed-in') return completeSignIn(c, deps, outcome)
  if (outcome.status === 'pending-over') {
    deps.cookies.remove(c, 'pending')
    return showPendingOver(c, deps)
  }
  const [problem, status] = failure(c, outcome)
  const form = { ...emptyForm, problem }
  return pending ? showCode(c, deps, pending, form, status) : showLogin(c, deps, form, status)
}
