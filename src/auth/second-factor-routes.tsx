import { Hono } from 'hono'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { visitorOf } from './api-routes.ts'
import { emptyForm, type FormState } from './form-state.ts'
import { type AuthEnv, requireFresh } from './middleware.ts'
import {
  type AccountPageDeps,
  type AuthContext,
  done,
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
import { countRecoveryCodes } from './queries.ts'
import { RecoveryCodesPage } from './recovery-codes-page.tsx'
import { removeSecondFactor } from './remove-second-factor.ts'
import { openFor, sealFor } from './sealed.ts'
import { renewRecoveryCodes, turnOnSecondFactor } from './second-factor.ts'
import { SecondFactorPage } from './second-factor-page.tsx'
import { SecondFactorSetupPage } from './second-factor-setup-page.tsx'
import { newTotpKey, readableKey, totpAddress } from './totp.ts'

/** The second factor of an account; stands behind the guard of `accountRoutes`, and wants a fresh sign-in. */
export function secondFactorRoutes(deps: AccountPageDeps) {
  const { auth, cookies } = deps.guards
  const { seal } = auth

  const showSetup = (
    c: AuthContext,
    { user }: Owner,
    key: Uint8Array,
    form: FormState,
    status?: ShownPage['status'],
  ) => {
    const page = (
      <SecondFactorSetupPage
        form={form}
        action={withNext(c, paths.secondFactor, nextOf(c, deps))}
        address={totpAddress(key, user.login)}
        readableKey={readableKey(key)}
        sealedKey={sealFor(seal, user.id, Buffer.from(key).toString('base64'))}
        isNeeded={user.role === 'admin'}
        flash={takeFlash(c, deps)}
      />
    )
    return showPage(c, deps, page, { title: wordsOf(c)('account.secondFactor'), status })
  }

  const showState = async (c: AuthContext, { user }: Owner, form: FormState, status?: ShownPage['status']) => {
    const codesLeft = await countRecoveryCodes(auth.db, user.id)
    const canTurnOff = user.role !== 'admin'
    const page = <SecondFactorPage {...{ form, codesLeft, canTurnOff }} login={user.login} flash={takeFlash(c, deps)} />
    return showPage(c, deps, page, { title: wordsOf(c)('account.secondFactor'), status })
  }

  /** The codes go on in a cookie that nobody else can read, so that the page which shows them can be left and not be sent again. */
  const toCodes = (c: AuthContext, { user }: Owner, codes: string[]) => {
    cookies.write(c, 'codes', sealFor(seal, user.id, codes.join(' ')))
    return c.redirect(withNext(c, paths.recoveryCodes, nextOf(c, deps)), 303)
  }

  const backToPage = (c: AuthContext) => c.redirect(localised(c.var.locale, paths.secondFactor), 303)

  return new Hono<AuthEnv>()
    .use(`${paths.secondFactor}/*`, requireFresh(deps.guards))
    .get(paths.secondFactor, async (c) => {
      const owner = await ownerOf(c, deps)
      if (owner.user.totpSecret !== null) return showState(c, owner, emptyForm)
      return showSetup(c, owner, newTotpKey(), emptyForm)
    })
    .post(paths.secondFactor, async (c) => {
      const owner = await ownerOf(c, deps)
      const field = await readForm(c)
      const opened = openFor(seal, owner.user.id, field('key'))
      // Sent twice, or kept too long: the page shows how things stand.
      if (owner.user.totpSecret !== null || opened === undefined) return backToPage(c)
      const key = Buffer.from(opened, 'base64')
      const outcome = await turnOnSecondFactor(auth, owner.user, { ...visitorOf(c), key, code: field('code') })
      if (outcome.status === 'wrong-code') {
        const errors = { code: wordsOf(c)('auth.wrongCode') }
        return showSetup(c, owner, key, { values: {}, errors }, 422)
      }
      cookies.write(c, 'sid', outcome.token)
      return toCodes(c, owner, outcome.recoveryCodes)
    })
    .get(paths.recoveryCodes, async (c) => {
      const { user } = await ownerOf(c, deps)
      const codes = openFor(seal, user.id, cookies.read(c, 'codes'))
      if (codes === undefined) return backToPage(c)
      cookies.remove(c, 'codes')
      const nextHref = nextOf(c, deps) ?? localised(c.var.locale, paths.secondFactor)
      const page = <RecoveryCodesPage codes={codes.split(' ')} nextHref={nextHref} />
      return showPage(c, deps, page, { title: wordsOf(c)('account.codesTitle') })
    })
    .post(paths.recoveryCodes, async (c) => {
      const owner = await ownerOf(c, deps)
      if (owner.user.totpSecret === null) return backToPage(c)
      return toCodes(c, owner, await renewRecoveryCodes(auth, owner.user, visitorOf(c)))
    })
    .get(paths.secondFactorRemoval, backToPage)
    .post(paths.secondFactorRemoval, async (c) => {
      const t = wordsOf(c)
      const owner = await ownerOf(c, deps)
      if (owner.user.totpSecret === null) return backToPage(c)
      const password = (await readForm(c))('password')
      const outcome = await removeSecondFactor(auth, owner.user, { ...visitorOf(c), password })
      switch (outcome.status) {
        case 'off':
          return done(c, deps, 'second-factor-off', paths.secondFactor)
        case 'kept':
          return showState(c, owner, emptyForm, 403)
        case 'wrong':
          return showState(c, owner, { values: {}, errors: { password: t('auth.wrongPassword') } }, 422)
        case 'slow-down':
          return showState(c, owner, { ...emptyForm, problem: slowDownText(c, outcome.waitMs) }, 429)
        case 'busy':
          return showState(c, owner, { ...emptyForm, problem: t('auth.busy') }, 503)
      }
    })
}
