import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

export interface ProblemMore {
  detail?: string | undefined
  errors?: readonly object[]
  [member: string]: unknown
}

/** Returns a JSON error for API clients (RFC 9457), never cached. */
export function problem(
  c: Context,
  status: ContentfulStatusCode,
  title: string,
  { detail, errors, ...members }: ProblemMore = {},
): Response {
  const body = { type: 'about:blank', title, status, detail, errors, instance: c.req.path, ...members }
  return c.json(body, status, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
}
