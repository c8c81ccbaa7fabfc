import { type Context, Hono } from 'hono'
import { register } from '../auth/account/register.ts'
import type { AuthEnv } from '../auth/middleware.ts'
import { sessionRequestOf } from '../auth/session/session-request.ts'
import { limitBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { translator } from '../i18n/translate.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { requireForm } from '../pages/parse-form.ts'
import { findContact } from '../pages/settings-queries.ts'
import type { PageStatus } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { completeSignIn, nextOf, withNext } from './complete-sign-in.ts'
import { destinationName } from './destination.ts'
import { newAccountForm, refusedAccount } from './new-account-form.ts'
import { ClosedPage, NewAccountPage } from './new-account-page.tsx'
import { slowDownText } from './outcome-text.ts'
import { showAccount } from './show-account.ts'

export function registerRoutes(deps: AccountDeps) {
  const { auth, guards } = deps
  const show = async (c: Context<AppEnv>, form: FormState, status?: PageStatus) => {
    const t = translator(c.var.locale)
    const loginHref = withNext(c, paths.login, nextOf(c, deps))
    if (!auth.isOpen) {
      const page = <ClosedPage loginHref={loginHref} contact={await findContact(auth)} />
      return showAccount(c, deps, page, { title: t('auth.closedTitle'), status: 403 })
    }
    const destination = destinationName(nextOf(c, deps), deps.shell.navigation, c.var.locale)
    const [title, submit] = [t('auth.registerTitle'), t('auth.register')]
    const after = destination === undefined ? '' : ` ${t('auth.registerNext', { page: destination })}`
    const lead = t('auth.registerLead') + after
    const action = withNext(c, paths.register, nextOf(c, deps))
    const page = <NewAccountPage {...{ form, action, title, lead, submit, loginHref }} />
    return showAccount(c, deps, page, { title, status })
  }
  return new Hono<AuthEnv>()
    .get(paths.register, guards.guest, (c) => show(c, emptyForm))
    .post(paths.register, guards.guest, limitBody(), async (c) => {
      const fields = await requireForm(c, newAccountForm)
      const outcome = await register(auth, { ...sessionRequestOf(c), ...fields, locale: c.var.locale })
      switch (outcome.status) {
        case 'signed-in':
          return completeSignIn(c, deps, outcome)
        case 'closed':
          return show(c, emptyForm, 403)
        case 'slow-down': {
          const { login, name } = fields
          return show(c, { values: { login, name }, errors: {}, problem: slowDownText(c, outcome.waitMs) }, 429)
        }
        default:
          return show(c, ...(await refusedAccount(translator(c.var.locale), fields, outcome)))
      }
    })
}
