import { type Context, Hono } from 'hono'
import type { AppEnv } from '../http/env.ts'
import { wireError } from '../http/wire-error.ts'
import { paths } from '../paths.ts'
import { fullPath } from './page-context.ts'

export interface BuildDeps {
  /** Changes with every build */
  buildId: string
  /** When this build began to be served, ms UTC; now unless given */
  servedSince?: number
}

/** Which build is served: open pages compare its id with the one they came from and so learn of a newer one. */
export function buildRoutes({ buildId: id, servedSince: timestamp = Date.now() }: BuildDeps) {
  const routes = new Hono<AppEnv>()
  const latest = (c: Context<AppEnv>) =>
    c.json({ id, timestamp }, 200, { 'cache-control': 'public, max-age=1, immutable' })
  const meta = (c: Context<AppEnv>) => {
    if (c.req.param('file') !== `${id}.json`) return wireError(c, 404, `Page not found: ${fullPath(c)}`)
    // No address of the site is redirected or prerendered in the client's sense.
    const rules = { matcher: { static: {}, wildcard: {}, dynamic: {} }, prerendered: [] }
    return c.json({ id, timestamp, ...rules }, 200, { 'cache-control': 'public, max-age=31536000, immutable' })
  }
  for (const builds of [paths.builds, paths.nuxtBuilds]) {
    routes.get(`${builds}/latest.json`, latest).get(`${builds}/meta/:file`, meta)
  }
  return routes
}
