import { createHash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { type AuthEnv, currentUser } from '../auth/middleware.ts'
import { readForm } from '../http/body.ts'

const fieldName = 'formKey'

/** Makes two sends of one form one thing. Belongs into every form that creates something. */
export function FormKey() {
  return <input type="hidden" name={fieldName} value={randomUUID()} />
}

/**
 * The idempotency key of a form, equal for all sends of it with the same fields: who goes back, changes a field and sends
 * it again wants another thing. Undefined without the field, as from programs.
 */
export async function formKeyOf(c: Context<AuthEnv>): Promise<string | undefined> {
  const sent = await readForm(c)
  if (typeof sent[fieldName] !== 'string' || sent[fieldName] === '') return undefined
  const whole = JSON.stringify([currentUser(c).id, c.req.path, Object.entries(sent).sort()])
  return createHash('sha256').update(whole).digest('hex')
}
