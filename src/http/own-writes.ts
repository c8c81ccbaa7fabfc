import type { MiddlewareHandler } from 'hono'
import { proveAbsence, readLatest } from '../db/read-latest.ts'
import type { Cookies } from './cookies.ts'
import type { AppEnv } from './env.ts'

/** Whoever has just changed something sees it, whichever process they come to next: its copy may not have it yet. */
export function readOwnWrites(cookies: Cookies): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD')
      return cookies.read(c, 'wrote') === undefined ? next() : readLatest(next)
    // While the server is away a change fails anyway: it must not fail as a change of something that does not exist.
    await proveAbsence(() => readLatest(next))
    if (c.res.status < 400) cookies.write(c, 'wrote', '1')
  }
}
