import type { Context } from 'hono'
import type { AppEnv } from '../http/env.ts'

/** Returns the path and query of a request exactly as the client sent them. */
export function fullPath(c: Context<AppEnv>): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}
