import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { AuthEnv } from '../../auth/middleware.ts'
import { localised } from '../../i18n/locales.ts'
import { requireForm, textField } from '../../pages/parse-form.ts'
import { href, paths } from '../../paths.ts'
import type { BeginFormValues } from './begin-form.tsx'

const typedForm = z.object({ confirmed: textField, at: textField })

/** Puts the typed values into the URL to return to after a password check. */
export const keepFormValues: MiddlewareHandler<AuthEnv> = async (c, next) => {
  const typed = await requireForm(c, typedForm)
  if (typed.confirmed !== '' || typed.at !== '') {
    const page = localised(c.var.locale, href(paths.broadcast, { id: c.req.param('id') ?? '' }))
    c.set('back', `${page}?${new URLSearchParams(typed)}`)
  }
  await next()
}

/** Reads the typed values. @param query  of a URL made by `keepFormValues`, or of any other URL */
export function formValuesIn({ confirmed, at }: Record<string, string>): BeginFormValues | undefined {
  if (confirmed === undefined || at === undefined) return undefined
  return { confirmed: confirmed.slice(0, 20), at: at.slice(0, 20) }
}
