import type { Context } from 'hono'
import { isForm, readForm } from './body.ts'
import type { AppEnv } from './env.ts'

export interface SentForm {
  /** The address it was sent to, with its query */
  action: string
  /** As sent, secrets included */
  fields: readonly (readonly [name: string, value: string])[]
}

/** The form whose handler has failed; undefined when it was none. */
export async function sentForm(c: Context<AppEnv>): Promise<SentForm | undefined> {
  // What no handler has read may be longer than any of them takes.
  if (c.req.method !== 'POST' || !isForm(c) || Object.keys(c.req.bodyCache).length === 0) return undefined
  const { pathname, search } = new URL(c.req.url)
  const fields = Object.entries(await readForm(c)).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (typeof one === 'string' ? [[name, one] as const] : [])),
  )
  return { action: pathname + search, fields }
}
