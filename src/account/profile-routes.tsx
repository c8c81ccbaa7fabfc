import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { changeProfile } from '../auth/account/account.ts'
import { type AuthEnv, currentAccount, currentUser } from '../auth/middleware.ts'
import { nameFault } from '../auth/names.ts'
import { nameFaultWords } from '../auth/problem-text.ts'
import { originOf } from '../auth/session/session-request.ts'
import type { AppEnv } from '../http/env.ts'
import { isLocale } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { ownChanges } from '../pages/own-changes.ts'
import { parseForm, says, textField } from '../pages/parse-form.ts'
import { redirectTo } from '../pages/redirects.ts'
import type { PageStatus } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { slowDownText } from './outcome-text.ts'
import { ProfilePage } from './profile-page.tsx'
import { showAccount } from './show-account.ts'

/**
 * Schema of the profile form. @param current  the user's current name, which stays valid even if it breaks today's
 * rules
 */
const profileForm = (current: string) =>
  z
    .object({
      name: textField
        .transform((name) => name.trim())
        .superRefine((name, context) => {
          const fault = name === current ? undefined : nameFault(name)
          if (fault) context.addIssue({ code: 'custom', message: says(nameFaultWords[fault]) })
        }),
      locale: textField.refine(isLocale, says('account.badLocale')),
      hasAccent: textField,
      accent: textField.transform((accent) => accent.toLowerCase()),
    })
    .refine(({ hasAccent, accent }) => hasAccent !== 'yes' || /^#[0-9a-f]{6}$/.test(accent), {
      path: ['accent'],
      error: says('account.badAccent'),
      // Runs this check even if other fields are invalid.
      when: () => true,
    })

export function profileRoutes(deps: AccountDeps) {
  const { auth, guards, flashes } = deps
  // Limits changes, because each of them adds an audit entry.
  const limit = createRateLimit({ burst: 30, everyMs: 60_000 })
  const show = (c: Context<AppEnv>, form: FormState, status?: PageStatus) => {
    const page = <ProfilePage form={form} flash={flashes.take(c)} />
    return showAccount(c, deps, page, { title: translator(c.var.locale)('account.profile'), status })
  }
  return new Hono<AuthEnv>()
    .get(paths.account, guards.auth, (c) => {
      const { name, locale, accent } = currentUser(c)
      const values = { name, locale, accent: accent ?? '', hasAccent: accent ? 'yes' : 'no' }
      return show(c, { ...emptyForm, values })
    })
    .post(paths.account, ...ownChanges(guards), async (c) => {
      const form = await parseForm(c, profileForm(currentUser(c).name))
      if (form.status === 'faulty') return show(c, form.form, 422)
      const { name, locale, hasAccent, accent } = form.fields
      const waitMs = limit.take(currentUser(c).id, auth.now())
      if (waitMs > 0) return show(c, { values: form.fields, errors: {}, problem: slowDownText(c, waitMs) }, 429)
      const profile = { name, locale, accent: hasAccent === 'yes' ? accent : null }
      await changeProfile(auth, await currentAccount(c, auth.db), profile, originOf(c))
      flashes.leave(c, 'account.flashProfile')
      return redirectTo(c, paths.account, locale)
    })
}
