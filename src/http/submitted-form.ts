import type { Context } from 'hono'
import { isForm, readForm } from './body.ts'
import type { AppEnv } from './env.ts'

export interface SubmittedForm {
  /** URL path to which the form was sent, with its query */
  action: string
  /** Raw values of the form's fields, secrets included */
  fields: readonly (readonly [name: string, value: string])[]
}

/** Returns the form whose handler failed, to show it again; undefined if the request was no form. */
export async function submittedForm(c: Context<AppEnv>): Promise<SubmittedForm | undefined> {
  // Uses only a body that a handler has read: an unread body may exceed the size limits.
  if (c.req.method !== 'POST' || !isForm(c) || Object.keys(c.req.bodyCache).length === 0) return undefined
  const { pathname, search } = new URL(c.req.url)
  const fields = Object.entries(await readForm(c)).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (typeof one === 'string' ? [[name, one] as const] : [])),
  )
  return { action: pathname + search, fields }
}
