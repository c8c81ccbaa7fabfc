import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentAccount, currentSession } from '../../auth/middleware.ts'
import { listPasskeys } from '../../auth/passkey/passkey-queries.ts'
import { type AddOutcome, addPasskey, namePasskey, removePasskey } from '../../auth/passkey/passkeys.ts'
import { countRecoveryCodes, type UserRow } from '../../auth/queries.ts'
import { originOf, sessionRequestOf } from '../../auth/session/session-request.ts'
import { translator } from '../../i18n/translate.ts'
import { createRateLimit } from '../../limits/rate-limit.ts'
import { emptyForm, type FormState } from '../../pages/form-state.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import { requireForm, textField } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import type { PageStatus } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import type { AccountDeps } from '../account-deps.ts'
import { nextOf, withNext } from '../complete-sign-in.ts'
import { slowDownText } from '../outcome-text.ts'
import { sealFor } from '../sealed.ts'
import { showAccount } from '../show-account.ts'
import { deviceName } from '../user-agent.ts'
import { answerFields } from './passkey-form.tsx'
import { PasskeysPage } from './passkeys-page.tsx'

const nameField = textField.transform((name) => name.trim())
const newForm = z.object({ ...answerFields, name: nameField })
const nameForm = z.object({ id: textField, name: nameField })
const removalForm = z.object({ id: textField })

const refusals = {
  stale: 'passkeys.addStale',
  wrong: 'passkeys.addWrong',
  taken: 'passkeys.addTaken',
  full: 'passkeys.addFull',
} as const

/** Routes of an account's passkeys; all of them require step-up authentication. */
export function passkeysRoutes(deps: AccountDeps) {
  const { auth, cookies, guards, flashes } = deps
  // Limits attempts, because each of them takes milliseconds to verify and adds an audit entry.
  const limit = createRateLimit({ burst: 30, everyMs: 60_000 })
  const changes = [...ownChanges(guards), guards.stepUp] as const
  return new Hono<AuthEnv>()
    .get(paths.passkeys, guards.auth, guards.stepUp, async (c) => show(c, deps, await currentAccount(c, auth.db)))
    .post(paths.passkeys, ...changes, async (c) => {
      const { name, ...sent } = await requireForm(c, newForm)
      const user = await currentAccount(c, auth.db)
      const wait = limit.take(user.id, auth.now())
      if (wait > 0) return show(c, deps, user, { ...emptyForm, problem: slowDownText(c, wait) }, 429)
      const request = {
        ...sessionRequestOf(c),
        ...sent,
        name: name || suggestedName(c),
        subject: currentSession(c).id,
        browser: cookies.read(c, 'passkey') ?? '',
      }
      return answerAdded(c, deps, user, await addPasskey(auth, user, request))
    })
    .get(paths.passkeyName, guards.auth, guards.stepUp, (c) => redirectTo(c, paths.passkeys))
    .post(paths.passkeyName, ...changes, async (c) => {
      const { id, name } = await requireForm(c, nameForm)
      if (name) await namePasskey(auth, await currentAccount(c, auth.db), id, name)
      return redirectTo(c, paths.passkeys)
    })
    .get(paths.passkeyRemoval, guards.auth, guards.stepUp, (c) => redirectTo(c, paths.passkeys))
    .post(paths.passkeyRemoval, ...changes, async (c) => {
      const { id } = await requireForm(c, removalForm)
      const user = await currentAccount(c, auth.db)
      const outcome = await removePasskey(auth, user, { ...originOf(c), id })
      if (outcome.status === 'kept') {
        const problem = translator(c.var.locale)('passkeys.kept')
        return show(c, deps, user, { ...emptyForm, problem }, 403)
      }
      if (outcome.status === 'removed') flashes.leave(c, 'passkeys.flashRemoved')
      return redirectTo(c, paths.passkeys)
    })
}

function suggestedName(c: Context<AuthEnv>): string {
  const t = translator(c.var.locale)
  return deviceName(c.req.header('user-agent') ?? '', t) ?? t('passkeys.passkey')
}

async function show(
  c: Context<AuthEnv>,
  deps: AccountDeps,
  user: UserRow,
  form: FormState = emptyForm,
  status?: PageStatus,
) {
  const page = (
    <PasskeysPage
      passkeys={await listPasskeys(deps.db, user.id)}
      codesLeft={await countRecoveryCodes(deps.db, user.id)}
      form={form}
      action={withNext(c, paths.passkeys, nextOf(c, deps))}
      suggestedName={suggestedName(c)}
      flash={deps.flashes.take(c)}
    />
  )
  return showAccount(c, deps, page, { title: translator(c.var.locale)('passkeys.title'), status })
}

function answerAdded(c: Context<AuthEnv>, deps: AccountDeps, user: UserRow, outcome: AddOutcome) {
  if (outcome.status !== 'added') {
    const problem = translator(c.var.locale)(refusals[outcome.status])
    return show(c, deps, user, { ...emptyForm, problem }, 422)
  }
  const { cookies, flashes, auth } = deps
  cookies.write(c, 'sid', outcome.token)
  if (outcome.recoveryCodes) {
    cookies.write(c, 'codes', sealFor(auth.seal, user.id, outcome.recoveryCodes.join(' ')))
    return c.redirect(withNext(c, paths.recoveryCodes, nextOf(c, deps)), 303)
  }
  flashes.leave(c, 'passkeys.flashAdded')
  return redirectTo(c, paths.passkeys)
}
