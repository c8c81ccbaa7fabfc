import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv } from '../../auth/middleware.ts'
import { translator } from '../../i18n/translate.ts'
import { stepUpAdminChanges } from '../../pages/admin-changes.ts'
import { emptyForm, type FormState } from '../../pages/form-state.ts'
import { parseForm, says, textField } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { findContact } from '../../pages/settings-queries.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import { actRequest, type UsersDeps } from '../act.ts'
import { maxContact, saveContact } from './contact.ts'
import { ContactPage } from './contact-page.tsx'

const contactForm = z.object({
  contact: textField
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .refine((text) => text.length <= maxContact, says('users.contact.tooLong')),
})

export function contactRoutes(deps: UsersDeps) {
  const { guards, flashes, auth } = deps
  const show = (c: Context<AuthEnv>, form: FormState, status?: PageStatus) => {
    const page = <ContactPage form={form} flash={flashes.take(c)} />
    return showPage(c, deps, page, { title: translator(c.var.locale)('users.contact.title'), status })
  }
  return new Hono<AuthEnv>()
    .get(paths.adminContact, guards.admin, async (c) =>
      show(c, { ...emptyForm, values: { contact: (await findContact(auth)) ?? '' } }),
    )
    .post(paths.adminContact, ...stepUpAdminChanges(guards), async (c) => {
      const form = await parseForm(c, contactForm)
      if (form.status === 'faulty') return show(c, form.form, 422)
      await saveContact(deps, { ...actRequest(c), ...form.fields })
      flashes.leave(c, 'users.flashContact')
      return redirectTo(c, paths.adminContact)
    })
}
