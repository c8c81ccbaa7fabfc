import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { reauthenticate } from '../auth/account/account.ts'
import { type AuthEnv, currentAccount, currentSession, currentUser } from '../auth/middleware.ts'
import { countPasskeys } from '../auth/second-factor/factor-queries.ts'
import { sessionRequestOf } from '../auth/session/session-request.ts'
import { localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { ownChanges } from '../pages/own-changes.ts'
import { requireForm, textField } from '../pages/parse-form.ts'
import type { PageStatus } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { nextOf, withNext } from './complete-sign-in.ts'
import { ConfirmPage } from './confirm-page.tsx'
import { slowDownText } from './outcome-text.ts'
import { showAccount } from './show-account.ts'

const proofForm = z.object({ password: textField, code: textField })

export function confirmRoutes(deps: AccountDeps) {
  const { auth, cookies, guards } = deps
  return new Hono<AuthEnv>()
    .get(paths.confirm, guards.auth, (c) => showConfirm(c, deps, emptyForm))
    .post(paths.confirm, ...ownChanges(guards), async (c) => {
      const t = translator(c.var.locale)
      const refuse = (problem: string, status: PageStatus) => showConfirm(c, deps, { ...emptyForm, problem }, status)
      const user = await currentAccount(c, auth.db)
      const proof = await requireForm(c, proofForm)
      const outcome = await reauthenticate(auth, user, currentSession(c), { ...sessionRequestOf(c), ...proof })
      switch (outcome.status) {
        case 'proven':
        case 'ended':
          if (outcome.status === 'proven') cookies.write(c, 'sid', outcome.token)
          return c.redirect(nextOf(c, deps) ?? localised(c.var.locale, paths.account), 303)
        case 'wrong':
          return refuse(t(currentUser(c).hasSecondFactor ? 'auth.wrongProof' : 'auth.wrongPassword'), 401)
        case 'slow-down':
          return refuse(slowDownText(c, outcome.waitMs), 429)
        case 'busy':
          return refuse(t('auth.busy'), 503)
      }
    })
}

export async function showConfirm(c: Context<AuthEnv>, deps: AccountDeps, form: FormState, status?: PageStatus) {
  const { id, login, hasSecondFactor } = currentUser(c)
  const next = nextOf(c, deps)
  const hasPasskeys = hasSecondFactor && (await countPasskeys(deps.db, id)) > 0
  const page = (
    <ConfirmPage
      form={form}
      action={withNext(c, paths.confirm, next)}
      passkeyAction={hasPasskeys ? withNext(c, paths.confirmByPasskey, next) : undefined}
      login={login}
      hasSecondFactor={hasSecondFactor}
    />
  )
  return showAccount(c, deps, page, { title: translator(c.var.locale)('auth.confirmTitle'), status })
}
