import type { MiddlewareHandler } from 'hono'
import { confirmAbsence, readLatest } from '../db/read-latest.ts'
import type { Cookies } from './cookies.ts'
import type { AppEnv } from './env.ts'

/** Lets users see their own writes in every process, although the local database copy of a process may be stale. */
export function readOwnWrites(cookies: Cookies): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD')
      return cookies.read(c, 'wrote') === undefined ? next() : readLatest(next)
    // While the database server is away a write fails anyway, but not with the error that its target does not exist.
    await confirmAbsence(() => readLatest(next))
    if (c.res.status < 400) cookies.write(c, 'wrote', '1')
  }
}
