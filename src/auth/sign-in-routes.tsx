import { Hono } from 'hono'
import { paths } from '../paths.ts'
import { visitorOf } from './api-routes.ts'
import { ClosedPage } from './closed-page.tsx'
import { CodePage } from './code-page.tsx'
import { emptyForm, type FormState } from './form-state.ts'
import { LoginPage } from './login-page.tsx'
import { type AuthEnv, guard } from './middleware.ts'
import { NewAccountPage } from './new-account-page.tsx'
import {
  type AccountPageDeps,
  type AuthContext,
  accountPage,
  banText,
  enter,
  faultText,
  nextOf,
  readForm,
  type ShownPage,
  showPage,
  slowDownText,
  withNext,
  wordsOf,
} from './page-context.tsx'
import { isProblem, problemText } from './problem-text.ts'
import { register } from './register.ts'
import { finishSignIn } from './second-factor.ts'
import { type SignInOutcome, signIn } from './sign-in.ts'

/** Signing in and registering: pages for guests, in one language. */
export function signInRoutes(deps: AccountPageDeps) {
  const { auth, cookies } = deps.guards

  const showLogin = (c: AuthContext, form: FormState, status?: ShownPage['status']) => {
    const action = withNext(c, paths.login, nextOf(c, deps))
    const registerHref = auth.isOpen ? withNext(c, paths.register, nextOf(c, deps)) : undefined
    const page = <LoginPage form={form} action={action} registerHref={registerHref} />
    return showPage(c, deps, page, { title: wordsOf(c)('auth.signInTitle'), status })
  }

  const showCode = (c: AuthContext, form: FormState, status?: ShownPage['status']) => {
    const isRecovery = c.req.query('recovery') !== undefined
    const plain = withNext(c, paths.login, nextOf(c, deps))
    const also = (name: string) => `${plain}${plain.includes('?') ? '&' : '?'}${name}=1`
    const [own, other] = isRecovery ? [also('recovery'), plain] : [plain, also('recovery')]
    const startOver = also('restart')
    const page = (
      <CodePage form={form} action={own} isRecovery={isRecovery} otherHref={other} startOverHref={startOver} />
    )
    return showPage(c, deps, page, { title: wordsOf(c)(isRecovery ? 'auth.recoveryTitle' : 'auth.codeTitle'), status })
  }

  /** Both steps end in the same ways. */
  const answer = (c: AuthContext, outcome: SignInOutcome, values: FormState['values']) => {
    const t = wordsOf(c)
    const refuse = (problem: string, status: ShownPage['status']) =>
      showLogin(c, { values, errors: {}, problem }, status)
    switch (outcome.status) {
      case 'signed-in':
        return enter(c, deps, outcome)
      case 'code-wanted':
        cookies.write(c, 'pending', outcome.pending)
        return c.redirect(withNext(c, paths.login, nextOf(c, deps)), 303)
      case 'banned':
        return refuse(banText(c, outcome), 403)
      case 'slow-down':
        return refuse(slowDownText(c, outcome.waitMs), 429)
      case 'busy':
        return refuse(t('auth.busy'), 503)
      default:
        return refuse(t('auth.wrong'), 401)
    }
  }

  const takeCode = async (c: AuthContext, pending: string, code: string) => {
    const t = wordsOf(c)
    if (!code.trim()) return showCode(c, { values: {}, errors: { code: t('auth.required') } }, 422)
    const outcome = await finishSignIn(deps.guards.auth, { ...visitorOf(c), pending, code })
    if (outcome.status === 'wrong-code') {
      const isRecovery = c.req.query('recovery') !== undefined
      return showCode(c, { values: {}, errors: { code: t(isRecovery ? 'auth.wrongRecovery' : 'auth.wrongCode') } }, 401)
    }
    if (outcome.status === 'slow-down') {
      return showCode(c, { values: {}, errors: { code: slowDownText(c, outcome.waitMs) } }, 429)
    }
    if (outcome.status === 'signed-in') return enter(c, deps, outcome)
    cookies.remove(c, 'pending')
    return showLogin(c, { ...emptyForm, problem: t('auth.pendingOver') }, 401)
  }

  const showRegister = (c: AuthContext, form: FormState, status?: ShownPage['status']) => {
    const t = wordsOf(c)
    const loginHref = withNext(c, paths.login, nextOf(c, deps))
    if (!auth.isOpen) {
      return showPage(c, deps, <ClosedPage loginHref={loginHref} />, { title: t('auth.closedTitle'), status: 403 })
    }
    const [title, lead, submit] = [t('auth.registerTitle'), t('auth.registerLead'), t('auth.register')]
    const action = withNext(c, paths.register, nextOf(c, deps))
    const page = <NewAccountPage {...{ form, action, title, lead, submit, loginHref }} />
    return showPage(c, deps, page, { title, status })
  }

  return new Hono<AuthEnv>()
    .use(paths.login, ...accountPage(deps), guard('guest', deps.guards))
    .use(paths.register, ...accountPage(deps), guard('guest', deps.guards))
    .get(paths.login, (c) => {
      if (c.req.query('restart') !== undefined) {
        cookies.remove(c, 'pending')
        return c.redirect(withNext(c, paths.login, nextOf(c, deps)), 303)
      }
      if (cookies.read(c, 'pending')) return showCode(c, emptyForm)
      const problem = c.req.query('problem')
      return showLogin(c, isProblem(problem) ? { ...emptyForm, problem: problemText(wordsOf(c), problem) } : emptyForm)
    })
    .post(paths.login, async (c) => {
      const field = await readForm(c)
      const pending = cookies.read(c, 'pending')
      const [login, password] = [field('login').trim(), field('password')]
      if (pending && !login) return takeCode(c, pending, field('code'))
      // The browser has dropped what stood for the password: its time was over.
      if (field('code')) return showLogin(c, { ...emptyForm, problem: wordsOf(c)('auth.pendingOver') }, 401)
      const missing = wordsOf(c)('auth.required')
      if (!login || !password) {
        const errors = { ...(!login && { login: missing }), ...(!password && { password: missing }) }
        return showLogin(c, { values: { login }, errors }, 422)
      }
      const known = { deviceMark: cookies.read(c, 'device') }
      return answer(c, await signIn(auth, { ...visitorOf(c), ...known, login, password }), { login })
    })
    .get(paths.register, (c) => showRegister(c, emptyForm))
    .post(paths.register, async (c) => {
      const t = wordsOf(c)
      const field = await readForm(c)
      const [login, name, password] = [field('login').trim(), field('name').trim().slice(0, 80), field('password')]
      const refuse = (form: Partial<FormState>, status: ShownPage['status'] = 422) =>
        showRegister(c, { values: { login, name }, errors: {}, ...form }, status)
      const outcome = await register(auth, { ...visitorOf(c), login, name, password, locale: c.var.locale })
      switch (outcome.status) {
        case 'signed-in':
          return enter(c, deps, outcome)
        case 'bad-login':
          return refuse({ errors: { login: t('auth.badLogin') } })
        case 'taken':
          return refuse({ errors: { login: t('auth.taken') } })
        case 'bad-password':
          return refuse({ errors: { password: faultText(t, outcome.fault) } })
        case 'slow-down':
          return refuse({ problem: slowDownText(c, outcome.waitMs) }, 429)
        case 'busy':
          return refuse({ problem: t('auth.busy') }, 503)
        case 'closed':
          return showRegister(c, emptyForm, 403)
      }
    })
}
