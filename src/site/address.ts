import type { Context } from 'hono'
import type { AppEnv } from '../http/env.ts'

/** Returns path and query exactly as requested. */
export function fullPath(c: Context<AppEnv>): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}
