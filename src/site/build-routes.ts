import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type RouteRule, rulePath } from '../config/route-rule.ts'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { jsonError } from '../http/problem.ts'
import { described, documented, type OperationDescription } from '../openapi/operation.ts'
import { paths } from '../paths.ts'
import { fullPath } from '../shell/address.ts'

const build = z.object({ id: z.string(), timestamp: z.int().meta(described('api.fields.time')) })

const latestBuild: Omit<OperationDescription, 'id'> = {
  section: 'service',
  summary: 'api.operations.latestBuild',
  answer: { status: 200, schema: build },
}
const findBuild: Omit<OperationDescription, 'id'> = {
  section: 'service',
  params: { file: z.string().regex(/\.json$/) },
  summary: 'api.operations.findBuild',
  answer: {
    status: 200,
    schema: build.extend({ matcher: z.record(z.string(), z.unknown()), prerendered: z.array(z.string()) }),
  },
  refusals: [404],
  hasProtocolErrors: true,
}

/** Paths where builds are published, each with the name that distinguishes its operations */
const published = [
  [paths.builds, 'Build'],
  [paths.nuxtBuilds, 'NuxtBuild'],
] as const

export interface BuildDeps {
  buildId: string
  routeRules?: readonly RouteRule[]
  /** Time since when the build is served, ms UTC; defaults to now */
  servedSince?: number
}

/** Creates routes that return the ID of the current build. Open pages poll them to detect a newer one. */
export function buildRoutes({ buildId: id, routeRules = [], servedSince: timestamp = Date.now() }: BuildDeps) {
  const routes = new Hono<AppEnv>()
  const matcher = matcherOf(routeRules)
  // The file contains redirect rules. If there are any, it is cached for an hour only, because they can change without
  // a new build ID.
  const metaCacheControl = `public, max-age=${routeRules.length > 0 ? '3600' : '31536000, immutable'}`
  const latest = (c: Context<AppEnv>) =>
    c.json({ id, timestamp }, 200, { 'cache-control': 'public, max-age=1, immutable' })
  const meta = (c: Context<AppEnv>) => {
    if (c.req.param('file') !== `${id}.json`) return jsonError(c, 404, `Page not found: ${fullPath(c)}`)
    return c.json({ id, timestamp, matcher, prerendered: [] }, 200, { 'cache-control': metaCacheControl })
  }
  for (const [builds, name] of published) {
    routes
      .get(`${builds}/latest.json`, documented(anyone, { ...latestBuild, id: `latest${name}` }), latest)
      .get(`${builds}/meta/:file`, documented(anyone, { ...findBuild, id: `find${name}` }), meta)
  }
  return routes
}

type Targets = Record<string, { redirect: string }>

/** Formats redirect rules as Nuxt's client expects them: the key of a wildcard rule is its path without the stars. */
function matcherOf(rules: readonly RouteRule[]) {
  const matcher: Record<'static' | 'wildcard' | 'dynamic', Targets> = { static: {}, wildcard: {}, dynamic: {} }
  for (const { from, to } of rules) {
    const { base, includesBelow: takesBelow } = rulePath(from)
    matcher[takesBelow ? 'wildcard' : 'static'][base] = { redirect: to }
  }
  return matcher
}
