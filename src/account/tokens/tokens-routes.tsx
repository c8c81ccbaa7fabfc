import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { createToken, ownTokens, revokeToken } from '../../auth/api-token/api-tokens.ts'
import { type AuthEnv, currentSession, currentUser } from '../../auth/middleware.ts'
import { originOf } from '../../auth/session/session-request.ts'
import { readForm } from '../../http/body.ts'
import { translator } from '../../i18n/translate.ts'
import { createRateLimit } from '../../limits/rate-limit.ts'
import { formKeyOf } from '../../pages/form-key.tsx'
import { emptyForm, type FormState } from '../../pages/form-state.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import { parseForm, requireForm, textField } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import type { PageStatus } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import type { AccountDeps } from '../account-deps.ts'
import { slowDownText } from '../outcome-text.ts'
import { openFor, sealFor } from '../sealed.ts'
import { showAccount } from '../show-account.ts'
import { CreatedTokenPage, NewTokenPage } from './new-token-page.tsx'
import { tokenForm } from './token-form.ts'
import { TokensPage } from './tokens-page.tsx'

/** Routes of API tokens; creating and revoking them requires step-up authentication. */
export function tokensRoutes(deps: AccountDeps) {
  const { auth, cookies, guards, flashes } = deps
  // Limits changes, because each of them adds an audit entry.
  const limit = createRateLimit({ burst: 30, everyMs: 60_000 })
  const changes = [...ownChanges(guards), guards.stepUp] as const
  const showForm = (c: Context<AuthEnv>, form: FormState, status?: PageStatus) => {
    const title = translator(c.var.locale)('tokens.newTitle')
    return showAccount(c, deps, <NewTokenPage form={form} now={auth.now()} />, { title, status })
  }
  return new Hono<AuthEnv>()
    .get(paths.accountTokens, guards.auth, async (c) => {
      const tokens = await ownTokens(auth, currentUser(c).id)
      const page = <TokensPage tokens={tokens} now={auth.now()} flash={flashes.take(c)} />
      return showAccount(c, deps, page, { title: translator(c.var.locale)('tokens.title') })
    })
    .post(paths.accountTokens, ...changes, async (c) => {
      const { token } = await requireForm(c, z.object({ token: textField }))
      if (await revokeToken(auth, currentSession(c), token, originOf(c))) flashes.leave(c, 'tokens.flashRevoked')
      return redirectTo(c, paths.accountTokens)
    })
    .get(paths.newToken, guards.auth, guards.stepUp, (c) => showForm(c, { ...emptyForm, values: { lifetime: '30' } }))
    .post(paths.newToken, ...changes, async (c) => {
      const form = await parseForm(c, tokenForm(auth.now()))
      const values = await sentValues(c)
      if (form.status === 'faulty') return showForm(c, { ...form.form, values }, 422)
      const wait = limit.take(currentUser(c).id, auth.now())
      if (wait > 0) return showForm(c, { ...emptyForm, values, problem: slowDownText(c, wait) }, 429)
      const made = await createToken(auth, currentSession(c), {
        ...originOf(c),
        ...form.fields,
        key: await formKeyOf(c),
      })
      if (made.status === 'too-many') {
        return showForm(c, { ...emptyForm, values, problem: translator(c.var.locale)('tokens.tooMany') }, 422)
      }
      // Passes the token in a sealed cookie and redirects, so that the page that shows it is not resubmitted on reload.
      cookies.write(c, 'token', sealFor(auth.seal, currentUser(c).id, made.text))
      return redirectTo(c, paths.madeToken)
    })
    .get(paths.madeToken, guards.auth, guards.stepUp, (c) => {
      const token = openFor(auth.seal, currentUser(c).id, cookies.read(c, 'token'))
      if (token === undefined) return redirectTo(c, paths.accountTokens)
      cookies.remove(c, 'token')
      return showAccount(c, deps, <CreatedTokenPage token={token} />, {
        title: translator(c.var.locale)('tokens.madeTitle'),
      })
    })
}

/** Returns the values for a redisplayed form; the values of checked boxes are joined to one text. */
async function sentValues(c: Context<AuthEnv>): Promise<FormState['values']> {
  const fields = Object.entries(await readForm(c)).map(([name, value]) => {
    const texts = [value].flat().filter((part) => typeof part === 'string')
    return [name, texts.join(' ').slice(0, 4000)]
  })
  return Object.fromEntries(fields)
}
