import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { changePassword } from '../auth/account/account.ts'
import { type AuthEnv, currentAccount, currentUser } from '../auth/middleware.ts'
import { sessionRequestOf } from '../auth/session/session-request.ts'
import { translator } from '../i18n/translate.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { ownChanges } from '../pages/own-changes.ts'
import { requireForm, textField } from '../pages/parse-form.ts'
import { redirectTo } from '../pages/redirects.ts'
import type { PageStatus } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { faultText, slowDownText } from './outcome-text.ts'
import { PasswordPage } from './password-page.tsx'
import { showAccount } from './show-account.ts'

const passwordForm = z.object({ current: textField, wanted: textField })

export function passwordRoutes(deps: AccountDeps) {
  const { auth, cookies, guards, flashes } = deps
  const show = (c: Context<AuthEnv>, form: FormState, status?: PageStatus) => {
    const page = <PasswordPage form={form} login={currentUser(c).login} flash={flashes.take(c)} />
    return showAccount(c, deps, page, { title: translator(c.var.locale)('account.password'), status })
  }
  return new Hono<AuthEnv>()
    .get(paths.accountPassword, guards.auth, (c) => show(c, emptyForm))
    .post(paths.accountPassword, ...ownChanges(guards), async (c) => {
      const t = translator(c.var.locale)
      const refuse = (form: Partial<FormState>, status: PageStatus = 422) => show(c, { ...emptyForm, ...form }, status)
      const passwords = await requireForm(c, passwordForm)
      const user = await currentAccount(c, auth.db)
      const outcome = await changePassword(auth, user, { ...sessionRequestOf(c), ...passwords })
      switch (outcome.status) {
        case 'changed':
          cookies.write(c, 'sid', outcome.token)
          cookies.write(c, 'device', outcome.device.token)
          flashes.leave(c, 'account.flashPassword')
          return redirectTo(c, paths.accountPassword)
        case 'wrong':
          return refuse({ errors: { current: t('auth.wrongPassword') } })
        case 'bad-password':
          return refuse({ errors: { wanted: faultText(t, outcome.fault) } })
        case 'slow-down':
          return refuse({ problem: slowDownText(c, outcome.waitMs) }, 429)
        case 'overtaken':
          return refuse({ problem: t('account.passwordOvertaken') }, 409)
        case 'busy':
          return refuse({ problem: t('auth.busy') }, 503)
      }
    })
}
