import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv } from '../auth/middleware.ts'
import { originOf } from '../auth/session/session-request.ts'
import { limitBody } from '../http/body.ts'
import { translator } from '../i18n/translate.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { parseForm, says, textField } from '../pages/parse-form.ts'
import { findContact } from '../pages/settings-queries.ts'
import type { PageStatus } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { nextOf, withFlag, withNext } from './complete-sign-in.ts'
import { LostPasswordPage } from './lost-password-pages.tsx'
import { slowDownText } from './outcome-text.ts'
import { showAccount } from './show-account.ts'

const lostPasswordForm = z.object({
  login: textField.transform((login) => login.trim()).refine(Boolean, says('auth.required')),
})

export function lostPasswordRoutes(deps: AccountDeps) {
  const { guards, sendPasswordLink } = deps
  return new Hono<AuthEnv>()
    .get(paths.lostPassword, guards.guest, (c) => show(c, deps, emptyForm))
    .post(paths.lostPassword, guards.guest, limitBody(), async (c) => {
      const form = await parseForm(c, lostPasswordForm)
      if (form.status === 'faulty' || !sendPasswordLink) {
        return show(c, deps, form.status === 'faulty' ? form.form : emptyForm, 422)
      }
      const { login } = form.fields
      const outcome = await sendPasswordLink({ ...originOf(c), login })
      if (outcome.status === 'slow-down') {
        return show(c, deps, { values: { login }, errors: {}, problem: slowDownText(c, outcome.waitMs) }, 429)
      }
      return c.redirect(withFlag(withNext(c, paths.lostPassword, nextOf(c, deps)), 'asked'), 303)
    })
}

async function show(c: Context<AuthEnv>, deps: AccountDeps, form: FormState, status?: PageStatus) {
  const next = nextOf(c, deps)
  const page = (
    <LostPasswordPage
      form={form}
      action={deps.sendPasswordLink && withNext(c, paths.lostPassword, next)}
      isAsked={c.req.query('asked') !== undefined && status === undefined}
      loginHref={withNext(c, paths.login, next)}
      contact={await findContact(deps.auth)}
    />
  )
  return showAccount(c, deps, page, { title: translator(c.var.locale)('auth.lostTitle'), status })
}
