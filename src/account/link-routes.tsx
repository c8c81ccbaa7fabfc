import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { canSetUp, setUp } from '../auth/account/register.ts'
import type { AuthEnv } from '../auth/middleware.ts'
import { sessionRequestOf } from '../auth/session/session-request.ts'
import { choosePassword, findPasswordLink, type PasswordLink } from '../auth/sign-in/new-password.ts'
import { limitBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { requireForm, textField } from '../pages/parse-form.ts'
import { redirectTo } from '../pages/redirects.ts'
import { findContact } from '../pages/settings-queries.ts'
import type { PageStatus } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { DeadLinkPage, NewPasswordPage } from './link-pages.tsx'
import { newAccountForm, refusedAccount } from './new-account-form.ts'
import { NewAccountPage } from './new-account-page.tsx'
import { faultText } from './outcome-text.ts'
import { showAccount } from './show-account.ts'

/**
 * Hides the secret URL from the next page and from analytics. Sends the origin as referrer, which the CSRF check needs.
 */
const keepAddress: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.header('referrer-policy', 'strict-origin')
  await next()
}

const newPasswordForm = z.object({ password: textField })

export function linkRoutes(deps: AccountDeps) {
  const { auth, guards } = deps
  return new Hono<AuthEnv>()
    .get(paths.setup, guards.visitor, keepAddress, async (c) => {
      if (!(await canSetUp(auth, tokenOf(c)))) return showDeadLink(c, deps)
      return showSetup(c, deps, emptyForm)
    })
    .post(paths.setup, guards.visitor, keepAddress, limitBody(), async (c) => {
      const fields = await requireForm(c, newAccountForm)
      const outcome = await setUp(auth, { ...sessionRequestOf(c), ...fields, token: tokenOf(c), locale: c.var.locale })
      switch (outcome.status) {
        case 'signed-in':
          return completeSignIn(c, deps, outcome)
        case 'missing':
          return showDeadLink(c, deps)
        default:
          return showSetup(c, deps, ...(await refusedAccount(translator(c.var.locale), fields, outcome)))
      }
    })
    .get(paths.newPassword, guards.visitor, keepAddress, async (c) => {
      const link = await findPasswordLink(auth, tokenOf(c))
      return link ? showPassword(c, deps, link, emptyForm) : showDeadLink(c, deps)
    })
    .post(paths.newPassword, guards.visitor, keepAddress, limitBody(), async (c) => {
      const link = await findPasswordLink(auth, tokenOf(c))
      if (!link) return showDeadLink(c, deps)
      const { password: wanted } = await requireForm(c, newPasswordForm)
      return answerPassword(c, deps, link, wanted)
    })
}

async function showDeadLink(c: Context<AuthEnv>, deps: AccountDeps) {
  const isSetup = c.var.localPath === paths.setup
  const contact = await findContact(deps.auth)
  const page = <DeadLinkPage isSetup={isSetup} isSignedIn={c.var.session !== undefined} contact={contact} />
  return showAccount(c, deps, page, { title: translator(c.var.locale)('auth.deadLinkTitle'), status: 404 })
}

function showSetup(c: Context<AppEnv>, deps: AccountDeps, form: FormState, status?: PageStatus) {
  const t = translator(c.var.locale)
  const [title, lead, submit] = [t('auth.setupTitle'), t('auth.setupLead'), t('auth.setup')]
  const page = <NewAccountPage form={form} action={withToken(c, paths.setup)} {...{ title, lead, submit }} />
  return showAccount(c, deps, page, { title, status })
}

function showPassword(
  c: Context<AppEnv>,
  deps: AccountDeps,
  { kind, user }: PasswordLink,
  form: FormState,
  status?: PageStatus,
) {
  const action = withToken(c, paths.newPassword)
  const page = <NewPasswordPage form={form} action={action} kind={kind} login={user.login} />
  const title = translator(c.var.locale)(kind === 'invite' ? 'auth.inviteTitle' : 'auth.resetTitle')
  return showAccount(c, deps, page, { title, status })
}

async function answerPassword(c: Context<AuthEnv>, deps: AccountDeps, link: PasswordLink, wanted: string) {
  const t = translator(c.var.locale)
  const { auth, cookies } = deps
  const outcome = await choosePassword(auth, { ...sessionRequestOf(c), token: tokenOf(c), wanted })
  switch (outcome.status) {
    case 'signed-in':
      return completeSignIn(c, deps, outcome)
    case 'code-wanted':
      cookies.remove(c, 'sid')
      cookies.write(c, 'pending', outcome.pending)
      return redirectTo(c, paths.login)
    case 'missing':
      return showDeadLink(c, deps)
    case 'bad-password':
      return showPassword(c, deps, link, { values: {}, errors: { password: faultText(t, outcome.fault) } }, 422)
    case 'overtaken':
      return showPassword(c, deps, link, { ...emptyForm, problem: t('account.passwordOvertaken') }, 409)
    case 'busy':
      return showPassword(c, deps, link, { ...emptyForm, problem: t('auth.busy') }, 503)
  }
}

function tokenOf(c: Context<AppEnv>): string {
  return c.req.query('token')?.slice(0, 200) ?? ''
}

function withToken(c: Context<AppEnv>, path: string): string {
  return `${localised(c.var.locale, path)}?token=${encodeURIComponent(tokenOf(c))}`
}
