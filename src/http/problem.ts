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

const statusMessages = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  503: 'Service Unavailable',
}

/** Error format that clients of the content protocol (Nuxt, h3) expect, regardless of their Accept header. */
export function jsonError(c: Context, statusCode: keyof typeof statusMessages, message: string): Response {
  const { pathname, search } = new URL(c.req.url)
  const statusMessage = statusMessages[statusCode]
  const body = { error: true, url: pathname + search, statusCode, statusMessage, message, data: { path: pathname } }
  return c.json(body, statusCode, { 'cache-control': 'no-store' })
}
