import { createHash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { type AuthEnv, currentUser } from '../auth/middleware.ts'
import { readForm } from '../http/body.ts'
import { splitLocale } from '../i18n/locales.ts'

const fieldName = 'formKey'

/**
 * Hidden field with an idempotency key: submitting a form twice has one effect. Required in every form that creates
 * something.
 */
export function FormKey() {
  return <input type="hidden" name={fieldName} value={randomUUID()} />
}

/**
 * Returns the idempotency key of a form, equal for all submits with the same fields: going back, changing a field and
 * submitting again is a new request. The language of the page does not matter. Undefined without the field, as from API
 * clients.
 */
export async function formKeyOf(c: Context<AuthEnv>): Promise<string | undefined> {
  const sent = await readForm(c)
  if (typeof sent[fieldName] !== 'string' || sent[fieldName] === '') return undefined
  const whole = JSON.stringify([currentUser(c).id, splitLocale(c.req.path).path, Object.entries(sent).sort()])
  return createHash('sha256').update(whole).digest('hex')
}
