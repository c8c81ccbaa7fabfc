import { type Context, Hono } from 'hono'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { jsonError } from '../http/json-error.ts'
import { paths } from '../paths.ts'
import { fullPath } from './address.ts'

export interface BuildDeps {
  buildId: string
  /** ms UTC; now by default */
  servedSince?: number
}

/** Open pages compare the id with their own and so learn of a newer build. */
export function buildRoutes({ buildId: id, servedSince: timestamp = Date.now() }: BuildDeps) {
  const routes = new Hono<AppEnv>()
  const latest = (c: Context<AppEnv>) =>
    c.json({ id, timestamp }, 200, { 'cache-control': 'public, max-age=1, immutable' })
  const meta = (c: Context<AppEnv>) => {
    if (c.req.param('file') !== `${id}.json`) return jsonError(c, 404, `Page not found: ${fullPath(c)}`)
    // No redirects or prerendering in the client's sense.
    const rules = { matcher: { static: {}, wildcard: {}, dynamic: {} }, prerendered: [] }
    return c.json({ id, timestamp, ...rules }, 200, { 'cache-control': 'public, max-age=31536000, immutable' })
  }
  for (const builds of [paths.builds, paths.nuxtBuilds]) {
    routes.get(`${builds}/latest.json`, anyone, latest).get(`${builds}/meta/:file`, anyone, meta)
  }
  return routes
}
