import { Hono } from 'hono'
import { NotFoundError } from '../http/errors.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { visitorOf } from './api-routes.ts'
import { emptyForm, type FormState } from './form-state.ts'
import type { AuthEnv } from './middleware.ts'
import { NewAccountPage } from './new-account-page.tsx'
import { choosePassword, lookAtPasswordLink, type PasswordLink } from './new-password.ts'
import { NewPasswordPage } from './new-password-page.tsx'
import {
  type AccountPageDeps,
  type AuthContext,
  accountPage,
  enter,
  faultText,
  readForm,
  type ShownPage,
  showPage,
  withNext,
  wordsOf,
} from './page-context.tsx'
import { canSetUp, setUp } from './setup.ts'

/** What one-time links lead to: the first administrator, an invitation, a new password. */
export function linkRoutes(deps: AccountPageDeps) {
  const { auth, cookies } = deps.guards

  const showSetup = (c: AuthContext, form: FormState, status?: ShownPage['status']) => {
    const t = wordsOf(c)
    const [title, lead, submit] = [t('auth.setupTitle'), t('auth.setupLead'), t('auth.setup')]
    const page = <NewAccountPage form={form} action={withToken(c, paths.setup)} {...{ title, lead, submit }} />
    return showPage(c, deps, page, { title, status })
  }

  const showPassword = (
    c: AuthContext,
    { kind, user }: PasswordLink,
    form: FormState,
    status?: ShownPage['status'],
  ) => {
    const action = withToken(c, paths.newPassword)
    const page = <NewPasswordPage form={form} action={action} kind={kind} login={user.login} />
    return showPage(c, deps, page, {
      title: wordsOf(c)(kind === 'reset' ? 'auth.resetTitle' : 'auth.inviteTitle'),
      status,
    })
  }

  return new Hono<AuthEnv>()
    .use(paths.setup, ...accountPage(deps))
    .use(paths.newPassword, ...accountPage(deps))
    .get(paths.setup, async (c) => {
      if (!(await canSetUp(auth, tokenOf(c)))) throw new NotFoundError(c.req.path)
      return showSetup(c, emptyForm)
    })
    .post(paths.setup, async (c) => {
      const t = wordsOf(c)
      const field = await readForm(c)
      const [login, name, password] = [field('login').trim(), field('name').trim().slice(0, 80), field('password')]
      const refuse = (form: Partial<FormState>, status: ShownPage['status'] = 422) =>
        showSetup(c, { values: { login, name }, errors: {}, ...form }, status)
      const request = { ...visitorOf(c), token: tokenOf(c), login, name, password, locale: c.var.locale }
      const outcome = await setUp(auth, request)
      switch (outcome.status) {
        case 'signed-in':
          // Administrators need a second factor for everything that is theirs: it is set up at once.
          return enter(c, deps, outcome, withNext(c, paths.secondFactor, localised(c.var.locale, paths.app)))
        case 'missing':
          throw new NotFoundError(c.req.path)
        case 'bad-login':
          return refuse({ errors: { login: t('auth.badLogin') } })
        case 'taken':
          return refuse({ errors: { login: t('auth.taken') } })
        case 'bad-password':
          return refuse({ errors: { password: faultText(t, outcome.fault) } })
        case 'busy':
          return refuse({ problem: t('auth.busy') }, 503)
      }
    })
    .get(paths.newPassword, async (c) => {
      const link = await lookAtPasswordLink(auth, tokenOf(c))
      if (!link) throw new NotFoundError(c.req.path)
      return showPassword(c, link, emptyForm)
    })
    .post(paths.newPassword, async (c) => {
      const t = wordsOf(c)
      const link = await lookAtPasswordLink(auth, tokenOf(c))
      if (!link) throw new NotFoundError(c.req.path)
      const field = await readForm(c)
      const outcome = await choosePassword(auth, { ...visitorOf(c), token: tokenOf(c), wanted: field('password') })
      switch (outcome.status) {
        case 'signed-in':
          return enter(c, deps, outcome)
        case 'code-wanted':
          cookies.remove(c, 'sid')
          cookies.write(c, 'pending', outcome.pending)
          return c.redirect(localised(c.var.locale, paths.login), 303)
        case 'missing':
          throw new NotFoundError(c.req.path)
        case 'bad-password':
          return showPassword(c, link, { values: {}, errors: { password: faultText(t, outcome.fault) } }, 422)
        case 'busy':
          return showPassword(c, link, { ...emptyForm, problem: t('auth.busy') }, 503)
      }
    })
}

function tokenOf(c: AuthContext): string {
  return c.req.query('token')?.slice(0, 200) ?? ''
}

function withToken(c: AuthContext, path: string): string {
  return `${localised(c.var.locale, path)}?token=${encodeURIComponent(tokenOf(c))}`
}
