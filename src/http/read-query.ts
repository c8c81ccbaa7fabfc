import type { Context } from 'hono'
import type { z } from 'zod'
import { problem } from './problem.ts'

export type ReadQuery<Fields> = { status: 'read'; fields: Fields } | { status: 'refused'; response: Response }

interface BadParameter {
  parameter: string
  value?: string | undefined
  expected: string
}

/**
 * Parses the query of an API call. An invalid query is answered with a 400 that names each wrong parameter and the
 * expected value.
 */
export function readQuery<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  title: string,
): ReadQuery<z.infer<Schema>> {
  const sent = c.req.query()
  const query = schema.safeParse(sent)
  if (query.success) return { status: 'read', fields: query.data }
  const errors = errorsOf(query.error, sent)
  const detail = errors.map(({ parameter, expected }) => `${parameter}: expected ${expected}`).join('; ')
  return { status: 'refused', response: problem(c, 400, title, { detail, errors }) }
}

function errorsOf({ issues }: z.ZodError, sent: Record<string, string>): BadParameter[] {
  const byName = new Map(issues.map(({ path, message }) => [String(path[0]), message]))
  return [...byName].map(([parameter, expected]) => ({ parameter, value: sent[parameter], expected }))
}
