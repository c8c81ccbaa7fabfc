import { Hono } from 'hono'
import { AppError } from '../http/errors.ts'
import { isLocale, localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { changePassword, changeProfile, endOtherSessions, endSession, proveAgain } from './account.ts'
import { visitorOf } from './api-routes.ts'
import { ConfirmPage } from './confirm-page.tsx'
import { emptyForm, type FormState } from './form-state.ts'
import { type AuthEnv, guard, requireFresh } from './middleware.ts'
import {
  type AccountPageDeps,
  type AuthContext,
  accountPage,
  done,
  faultText,
  nextOf,
  type Owner,
  ownerOf,
  readForm,
  type ShownPage,
  showPage,
  slowDownText,
  takeFlash,
  withNext,
  wordsOf,
} from './page-context.tsx'
import { PasswordPage } from './password-page.tsx'
import { ProfilePage } from './profile-page.tsx'
import { listSessions } from './queries.ts'
import { SessionsPage } from './sessions-page.tsx'

/** A person's own account: profile, password, sessions, proving again who they are. */
export function accountRoutes(deps: AccountPageDeps) {
  const { auth, cookies } = deps.guards

  const showProfile = (c: AuthContext, form: FormState, status?: ShownPage['status']) => {
    const page = <ProfilePage form={form} flash={takeFlash(c, deps)} />
    return showPage(c, deps, page, { title: wordsOf(c)('account.profile'), status })
  }
  const showPassword = (c: AuthContext, login: string, form: FormState, status?: ShownPage['status']) => {
    const page = <PasswordPage form={form} login={login} flash={takeFlash(c, deps)} />
    return showPage(c, deps, page, { title: wordsOf(c)('account.password'), status })
  }
  const showConfirm = (c: AuthContext, { user }: Owner, form: FormState, status?: ShownPage['status']) => {
    const action = withNext(c, paths.confirm, nextOf(c, deps))
    const hasSecondFactor = user.totpSecret !== null
    const page = <ConfirmPage form={form} action={action} login={user.login} hasSecondFactor={hasSecondFactor} />
    return showPage(c, deps, page, { title: wordsOf(c)('auth.confirmTitle'), status })
  }

  return new Hono<AuthEnv>()
    .use(`${paths.account}/*`, ...accountPage(deps), guard('auth', deps.guards), async (c, next) => {
      const isForeign = c.var.session?.impersonatorId !== null
      // Who looks at the site as somebody else sees their account, and changes nothing in it.
      if (isForeign && c.req.method !== 'GET') throw new AppError(403, wordsOf(c)('account.impersonationRefused'))
      await next()
    })
    .get(paths.account, async (c) => {
      const { user } = await ownerOf(c, deps)
      const { name, locale, accent } = user
      return showProfile(c, {
        ...emptyForm,
        values: { name, locale, accent: accent ?? '', hasAccent: accent ? 'yes' : 'no' },
      })
    })
    .post(paths.account, async (c) => {
      const t = wordsOf(c)
      const { user } = await ownerOf(c, deps)
      const field = await readForm(c)
      const [name, locale, hasAccent] = [field('name').trim(), field('locale'), field('hasAccent')]
      const accent = hasAccent === 'yes' ? field('accent').toLowerCase() : null
      const errors = {
        ...((name.length === 0 || Array.from(name).length > 80) && { name: t('account.badName') }),
        ...(!isLocale(locale) && { locale: t('account.badLocale') }),
        ...(accent !== null && !/^#[0-9a-f]{6}$/.test(accent) && { accent: t('account.badAccent') }),
      }
      if (!isLocale(locale) || Object.keys(errors).length > 0) {
        return showProfile(c, { values: { name, locale, hasAccent, accent: accent ?? '' }, errors }, 422)
      }
      await changeProfile(auth, user, { name, locale, accent }, visitorOf(c))
      return done(c, deps, 'profile', paths.account, locale)
    })
    .get(paths.accountPassword, async (c) => showPassword(c, (await ownerOf(c, deps)).user.login, emptyForm))
    .post(paths.accountPassword, async (c) => {
      const t = wordsOf(c)
      const { user } = await ownerOf(c, deps)
      const field = await readForm(c)
      const refuse = (form: Partial<FormState>, status: ShownPage['status'] = 422) =>
        showPassword(c, user.login, { ...emptyForm, ...form }, status)
      const request = { ...visitorOf(c), current: field('current'), wanted: field('wanted') }
      const outcome = await changePassword(auth, user, request)
      switch (outcome.status) {
        case 'changed':
          cookies.write(c, 'sid', outcome.token)
          return done(c, deps, 'password', paths.accountPassword)
        case 'wrong':
          return refuse({ errors: { current: t('auth.wrongPassword') } })
        case 'bad-password':
          return refuse({ errors: { wanted: faultText(t, outcome.fault) } })
        case 'slow-down':
          return refuse({ problem: slowDownText(c, outcome.waitMs) }, 429)
        case 'busy':
          return refuse({ problem: t('auth.busy') }, 503)
      }
    })
    .get(paths.accountSessions, async (c) => {
      const { user, session } = await ownerOf(c, deps)
      const sessions = (await listSessions(auth.db, user.id)).map(({ impersonatorId, ...row }) => ({
        ...row,
        isCurrent: row.id === session.id,
        isImpersonated: impersonatorId !== null,
      }))
      const page = <SessionsPage sessions={sessions} now={auth.now()} flash={takeFlash(c, deps)} />
      return showPage(c, deps, page, { title: wordsOf(c)('account.sessions') })
    })
    .post(paths.accountSessions, requireFresh(deps.guards), async (c) => {
      const { user, session } = await ownerOf(c, deps)
      const id = (await readForm(c))('session')
      if (id === 'others') {
        await endOtherSessions(auth, user, session, visitorOf(c))
        return done(c, deps, 'sessions-ended', paths.accountSessions)
      }
      await endSession(auth, user, id, visitorOf(c))
      return done(c, deps, 'session-ended', paths.accountSessions)
    })
    .get(paths.confirm, async (c) => showConfirm(c, await ownerOf(c, deps), emptyForm))
    .post(paths.confirm, async (c) => {
      const t = wordsOf(c)
      const owner = await ownerOf(c, deps)
      const field = await readForm(c)
      const request = { ...visitorOf(c), password: field('password'), code: field('code') }
      const outcome = await proveAgain(auth, owner.user, owner.session, request)
      switch (outcome.status) {
        case 'proven':
          cookies.write(c, 'sid', outcome.token)
          return c.redirect(nextOf(c, deps) ?? localised(c.var.locale, paths.account), 303)
        case 'wrong': {
          const problem = t(owner.user.totpSecret === null ? 'auth.wrongPassword' : 'auth.wrongProof')
          return showConfirm(c, owner, { ...emptyForm, problem }, 401)
        }
        case 'slow-down':
          return showConfirm(c, owner, { ...emptyForm, problem: slowDownText(c, outcome.waitMs) }, 429)
        case 'busy':
          return showConfirm(c, owner, { ...emptyForm, problem: t('auth.busy') }, 503)
      }
    })
}
