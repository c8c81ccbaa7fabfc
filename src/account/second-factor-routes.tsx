import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentAccount, currentUser } from '../auth/middleware.ts'
import { countRecoveryCodes, type UserRow } from '../auth/queries.ts'
import { countPasskeys } from '../auth/second-factor/factor-queries.ts'
import { hasSecondFactor } from '../auth/second-factor/factors.ts'
import { removeSecondFactor, renewRecoveryCodes, turnOnSecondFactor } from '../auth/second-factor/second-factor.ts'
import { newTotpKey, readableKey, totpUri } from '../auth/second-factor/totp.ts'
import { originOf, sessionRequestOf } from '../auth/session/session-request.ts'
import type { AppEnv } from '../http/env.ts'
import { localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { ownChanges } from '../pages/own-changes.ts'
import { requireForm, textField } from '../pages/parse-form.ts'
import { redirectTo } from '../pages/redirects.ts'
import type { PageStatus } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { nextOf, withNext } from './complete-sign-in.ts'
import { slowDownText } from './outcome-text.ts'
import { RecoveryCodesPage } from './recovery-codes-page.tsx'
import { openFor, sealFor } from './sealed.ts'
import { SecondFactorPage, SecondFactorSetupPage } from './second-factor-pages.tsx'
import { showAccount } from './show-account.ts'

const setupForm = z.object({ key: textField, code: textField })
const removalForm = z.object({ password: textField })

/** Routes of an account's second factor; all of them require step-up authentication. */
export function secondFactorRoutes(deps: AccountDeps) {
  const { auth, cookies, guards } = deps
  const { seal } = auth
  const own = [guards.auth, guards.stepUp] as const
  const changes = [...ownChanges(guards), guards.stepUp] as const
  const backToPage = (c: Context<AppEnv>) => redirectTo(c, paths.secondFactor)

  /**
   * Redirects with the recovery codes in a sealed cookie, so that reloading the page that shows them resubmits nothing.
   */
  const toCodes = (c: Context<AppEnv>, { id }: UserRow, codes: string[]) => {
    cookies.write(c, 'codes', sealFor(seal, id, codes.join(' ')))
    return c.redirect(withNext(c, paths.recoveryCodes, nextOf(c, deps)), 303)
  }

  return new Hono<AuthEnv>()
    .get(paths.secondFactor, ...own, async (c) => {
      const user = await currentAccount(c, auth.db)
      if (user.totpSecret !== null) return showState(c, deps, user, emptyForm)
      return showSetup(c, deps, user, newTotpKey(), emptyForm)
    })
    .post(paths.secondFactor, ...changes, async (c) => {
      const user = await currentAccount(c, auth.db)
      const { key: sealed, code } = await requireForm(c, setupForm)
      const opened = openFor(seal, user.id, sealed)
      // Handles a form that was submitted twice or too late: the page shows the current state.
      if (user.totpSecret !== null || opened === undefined) return backToPage(c)
      const key = Buffer.from(opened, 'base64')
      const outcome = await turnOnSecondFactor(auth, user, { ...sessionRequestOf(c), key, code })
      if (outcome.status === 'wrong-code') {
        const errors = { code: translator(c.var.locale)('auth.wrongCode') }
        return showSetup(c, deps, user, key, { values: {}, errors }, 422)
      }
      if (outcome.status === 'ended') return backToPage(c)
      cookies.write(c, 'sid', outcome.token)
      return toCodes(c, user, outcome.recoveryCodes)
    })
    .get(paths.recoveryCodes, ...own, async (c) => {
      const codes = openFor(seal, currentUser(c).id, cookies.read(c, 'codes'))
      if (codes === undefined) return backToPage(c)
      cookies.remove(c, 'codes')
      const { totpSecret } = await currentAccount(c, auth.db)
      const part = totpSecret === null ? paths.passkeys : paths.secondFactor
      const nextHref = nextOf(c, deps) ?? localised(c.var.locale, part)
      const page = <RecoveryCodesPage codes={codes.split(' ')} nextHref={nextHref} />
      return showAccount(c, deps, page, { title: translator(c.var.locale)('account.codesTitle') })
    })
    .post(paths.recoveryCodes, ...changes, async (c) => {
      const user = await currentAccount(c, auth.db)
      if (!(await hasSecondFactor(auth.db, user))) return backToPage(c)
      return toCodes(c, user, await renewRecoveryCodes(auth, user, originOf(c)))
    })
    .get(paths.secondFactorRemoval, ...own, backToPage)
    .post(paths.secondFactorRemoval, ...changes, async (c) => {
      const user = await currentAccount(c, auth.db)
      if (user.totpSecret === null) return backToPage(c)
      const { password } = await requireForm(c, removalForm)
      return answerRemoval(c, deps, user, password)
    })
}

async function showSetup(
  c: Context<AppEnv>,
  deps: AccountDeps,
  user: UserRow,
  key: Uint8Array,
  form: FormState,
  status?: PageStatus,
) {
  const hasPasskeys = (await countPasskeys(deps.db, user.id)) > 0
  const page = (
    <SecondFactorSetupPage
      form={form}
      action={withNext(c, paths.secondFactor, nextOf(c, deps))}
      address={totpUri(key, user.login)}
      readableKey={readableKey(key)}
      sealedKey={sealFor(deps.auth.seal, user.id, Buffer.from(key).toString('base64'))}
      isNeeded={user.role === 'admin' && !hasPasskeys}
      hasPasskeys={hasPasskeys}
      passkeysHref={withNext(c, paths.passkeys, nextOf(c, deps))}
      flash={deps.flashes.take(c)}
    />
  )
  return showAccount(c, deps, page, { title: translator(c.var.locale)('account.secondFactor'), status })
}

async function showState(c: Context<AppEnv>, deps: AccountDeps, user: UserRow, form: FormState, status?: PageStatus) {
  const page = (
    <SecondFactorPage
      form={form}
      login={user.login}
      codesLeft={await countRecoveryCodes(deps.db, user.id)}
      canTurnOff={user.role !== 'admin' || (await countPasskeys(deps.db, user.id)) > 0}
      flash={deps.flashes.take(c)}
    />
  )
  return showAccount(c, deps, page, { title: translator(c.var.locale)('account.secondFactor'), status })
}

async function answerRemoval(c: Context<AuthEnv>, deps: AccountDeps, user: UserRow, password: string) {
  const t = translator(c.var.locale)
  const outcome = await removeSecondFactor(deps.auth, user, { ...originOf(c), password })
  const hasPasskeys = outcome.status === 'off' && (await countPasskeys(deps.db, user.id)) > 0
  switch (outcome.status) {
    case 'off':
      deps.flashes.leave(c, hasPasskeys ? 'account.flashCodesOff' : 'account.flashSecondFactorOff')
      return redirectTo(c, paths.secondFactor)
    case 'kept':
      return showState(c, deps, user, emptyForm, 403)
    case 'wrong':
      return showState(c, deps, user, { values: {}, errors: { password: t('auth.wrongPassword') } }, 422)
    case 'slow-down':
      return showState(c, deps, user, { ...emptyForm, problem: slowDownText(c, outcome.waitMs) }, 429)
    case 'busy':
      return showState(c, deps, user, { ...emptyForm, problem: t('auth.busy') }, 503)
  }
}
