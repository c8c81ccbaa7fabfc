import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { reauthenticate } from '../auth/account.ts'
import { type AuthEnv, currentAccount, currentSession, currentUser } from '../auth/middleware.ts'
import { sessionRequestOf } from '../auth/visitor.ts'
import { localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { ownChanges } from '../pages/own-changes.ts'
import { requireForm, textField } from '../pages/parse-form.ts'
import type { PageStatus } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { ConfirmPage } from './confirm-page.tsx'
import { nextOf, withNext } from './next-address.ts'
import { slowDownText } from './outcome-text.ts'
import { showAccount } from './show-account.ts'

const proofForm = z.object({ password: textField, code: textField })

/** Proving again who one is, before a dangerous act. */
export function confirmRoutes(deps: AccountDeps) {
  const { auth, cookies, guards } = deps
  const show = (c: Context<AuthEnv>, form: FormState, status?: PageStatus) => {
    const { login, hasSecondFactor } = currentUser(c)
    const action = withNext(c, paths.confirm, nextOf(c, deps))
    const page = <ConfirmPage form={form} action={action} login={login} hasSecondFactor={hasSecondFactor} />
    return showAccount(c, deps, page, { title: translator(c.var.locale)('auth.confirmTitle'), status })
  }
  return new Hono<AuthEnv>()
    .get(paths.confirm, guards.auth, (c) => show(c, emptyForm))
    .post(paths.confirm, ...ownChanges(guards), async (c) => {
      const t = translator(c.var.locale)
      const refuse = (problem: string, status: PageStatus) => show(c, { ...emptyForm, problem }, status)
      const user = await currentAccount(c, auth.db)
      const proof = await requireForm(c, proofForm)
      const outcome = await reauthenticate(auth, user, currentSession(c), { ...sessionRequestOf(c), ...proof })
      switch (outcome.status) {
        case 'proven':
          cookies.write(c, 'sid', outcome.token)
          return c.redirect(nextOf(c, deps) ?? localised(c.var.locale, paths.account), 303)
        case 'wrong':
          return refuse(t(user.totpSecret === null ? 'auth.wrongPassword' : 'auth.wrongProof'), 401)
        case 'slow-down':
          return refuse(slowDownText(c, outcome.waitMs), 429)
        case 'busy':
          return refuse(t('auth.busy'), 503)
      }
    })
}
