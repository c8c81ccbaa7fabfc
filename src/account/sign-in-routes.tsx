import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv } from '../auth/middleware.ts'
import { findPendingUser } from '../auth/passkey/sign-in-by-passkey.ts'
import { isProblem, problemText } from '../auth/problem-text.ts'
import { factorsOf } from '../auth/second-factor/factors.ts'
import { sessionRequestOf } from '../auth/session/session-request.ts'
import { finishSignIn, type SignInOutcome, signIn } from '../auth/sign-in/sign-in.ts'
import type { ProofOfWork } from '../auth/tries/work.ts'
import { limitBody } from '../http/body.ts'
import { translator } from '../i18n/translate.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { parseForm, requireForm, says, textField } from '../pages/parse-form.ts'
import type { PageStatus } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { completeSignIn, nextOf, withFlag, withNext } from './complete-sign-in.ts'
import { destinationName } from './destination.ts'
import { banText, slowDownText } from './outcome-text.ts'
import { showAccount } from './show-account.ts'
import { CodePage, codeTitle, LoginPage } from './sign-in-pages.tsx'

const loginField = textField.transform((login) => login.trim())
const stepForm = z.object({ login: loginField, code: textField })
const loginForm = z.object({
  login: loginField.refine(Boolean, says('auth.required')),
  password: textField.refine(Boolean, says('auth.required')),
  work: textField,
})

export function signInRoutes(deps: AccountDeps) {
  const { auth, cookies, guards } = deps
  return new Hono<AuthEnv>()
    .get(paths.login, guards.guest, (c) => {
      if (c.req.query('restart') !== undefined) {
        cookies.remove(c, 'pending')
        return c.redirect(withNext(c, paths.login, nextOf(c, deps)), 303)
      }
      const pending = cookies.read(c, 'pending')
      if (pending) return showCode(c, deps, pending, emptyForm)
      const problem = c.req.query('problem')
      if (!isProblem(problem)) return showLogin(c, deps, emptyForm)
      return showLogin(c, deps, { ...emptyForm, problem: problemText(translator(c.var.locale), problem) })
    })
    .post(paths.login, guards.guest, limitBody(), async (c) => {
      const { login, code } = await requireForm(c, stepForm)
      const pending = cookies.read(c, 'pending')
      if (pending && !login) return takeCode(c, deps, pending, code)
      // A code was sent, but the cookie of the pending sign-in has expired.
      if (code) return showPendingOver(c, deps)
      const form = await parseForm(c, loginForm)
      if (form.status === 'faulty') return showLogin(c, deps, form.form, 422)
      const request = { ...sessionRequestOf(c), ...form.fields }
      return answer(c, deps, await signIn(auth, request), { login })
    })
}

export function showLogin(
  c: Context<AuthEnv>,
  deps: AccountDeps,
  form: FormState,
  status?: PageStatus,
  work?: ProofOfWork,
) {
  const flash = deps.flashes.take(c)
  const action = withNext(c, paths.login, nextOf(c, deps))
  const registerHref = deps.auth.isOpen ? withNext(c, paths.register, nextOf(c, deps)) : undefined
  const others = deps.otherSignIns.map(({ path, ...shown }) => ({ ...shown, href: withNext(c, path, nextOf(c, deps)) }))
  const passkeyAction = withNext(c, paths.passkeySignIn, nextOf(c, deps))
  const lostPasswordHref = withNext(c, paths.lostPassword, nextOf(c, deps))
  const destination = destinationName(nextOf(c, deps), deps.shell.navigation, c.var.locale)
  const links = { action, passkeyAction, registerHref, lostPasswordHref, others }
  const page = <LoginPage {...{ form, work, flash, destination, ...links }} />
  return showAccount(c, deps, page, { title: translator(c.var.locale)('auth.signInTitle'), status })
}

export function showPendingOver(c: Context<AuthEnv>, deps: AccountDeps) {
  return showLogin(c, deps, { ...emptyForm, problem: translator(c.var.locale)('auth.pendingOver') }, 401)
}

export async function showCode(
  c: Context<AuthEnv>,
  deps: AccountDeps,
  pending: string,
  form: FormState,
  status?: PageStatus,
) {
  const user = await findPendingUser(deps.auth, pending)
  const factors = user ? await factorsOf(deps.db, user) : { hasTotp: true, passkeys: 0 }
  const isRecovery = asksForRecovery(c)
  const plain = withNext(c, paths.login, nextOf(c, deps))
  const recovery = withFlag(plain, 'recovery')
  const [own, other] = isRecovery ? [recovery, plain] : [plain, recovery]
  const addresses = { action: own, otherHref: other, startOverHref: withFlag(plain, 'restart') }
  const passkeyAction = factors.passkeys > 0 ? withNext(c, paths.passkeySignIn, nextOf(c, deps)) : undefined
  const { hasTotp } = factors
  const page = <CodePage {...{ form, isRecovery, hasTotp, passkeyAction }} {...addresses} />
  return showAccount(c, deps, page, { title: translator(c.var.locale)(codeTitle({ isRecovery, hasTotp })), status })
}

function asksForRecovery(c: Context<AuthEnv>): boolean {
  return c.req.query('recovery') !== undefined
}

async function takeCode(c: Context<AuthEnv>, deps: AccountDeps, pending: string, code: string) {
  const t = translator(c.var.locale)
  const refuse = (problem: string, status: PageStatus) =>
    showCode(c, deps, pending, { ...emptyForm, errors: { code: problem } }, status)
  if (!code.trim()) return refuse(t('auth.required'), 422)
  const outcome = await finishSignIn(deps.auth, { ...sessionRequestOf(c), pending, code })
  switch (outcome.status) {
    case 'signed-in':
      return completeSignIn(c, deps, outcome)
    case 'wrong-code':
      return refuse(t(asksForRecovery(c) ? 'auth.wrongRecovery' : 'auth.wrongCode'), 401)
    case 'slow-down':
      return refuse(slowDownText(c, outcome.waitMs), 429)
    default:
      deps.cookies.remove(c, 'pending')
      return showPendingOver(c, deps)
  }
}

function answer(c: Context<AuthEnv>, deps: AccountDeps, outcome: SignInOutcome, values: FormState['values']) {
  const t = translator(c.var.locale)
  const refuse = (problem: string, status: PageStatus, work?: ProofOfWork) =>
    showLogin(c, deps, { values, errors: {}, problem }, status, work)
  switch (outcome.status) {
    case 'signed-in':
      return completeSignIn(c, deps, outcome)
    case 'code-wanted':
      deps.cookies.write(c, 'pending', outcome.pending)
      return c.redirect(withNext(c, paths.login, nextOf(c, deps)), 303)
    case 'banned':
      return refuse(banText(c, outcome), 403)
    case 'slow-down': {
      const problem = slowDownText(c, outcome.waitMs)
      return refuse(outcome.work ? `${t('auth.workWanted')} ${problem}` : problem, 429, outcome.work)
    }
    case 'busy':
      return refuse(t('auth.busy'), 503)
    default:
      return refuse(t('auth.wrong'), 401)
  }
}
