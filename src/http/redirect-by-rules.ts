import type { MiddlewareHandler } from 'hono'
import { type RouteRule, rulePath, stepsOf } from '../config/route-rule.ts'
import type { AppEnv } from './env.ts'
import { detectLocale } from './locale.ts'

export type FindRedirect = (path: string, search: string) => Redirect | undefined

interface Redirect {
  location: string
  status: RouteRule['status']
}

/** Finds the rule for a path: an exact rule first, then the `/**` rule with the longest path. */
export function findRedirects(rules: readonly RouteRule[]): FindRedirect {
  const exact = new Map<string, RouteRule>()
  const below = new Map<string, RouteRule>()
  for (const rule of rules) {
    const { base, includesBelow: takesBelow } = rulePath(rule.from)
    const kept = takesBelow ? below : exact
    kept.set((stepsOf(base) ?? []).join('/'), rule)
  }
  return (path, search) => {
    const steps = stepsOf(path)
    if (!steps) return undefined
    const own = exact.get(steps.join('/'))
    if (own) return redirectOf(own, [], search)
    for (let length = steps.length; length > 0; length--) {
      const rule = below.get(steps.slice(0, length).join('/'))
      if (rule) return redirectOf(rule, steps.slice(length), search)
    }
    return undefined
  }
}

/** Appends the visitor's path and query to the rule's target, so that visitors cannot choose the site. */
function redirectOf({ to, status }: RouteRule, rest: string[], search: string): Redirect {
  const { base, includesBelow: takesBelow } = rulePath(to)
  const target = new URL(base, 'http://site')
  const below = takesBelow ? rest.map((step) => `/${step}`).join('') : ''
  const path = below === '' ? target.pathname : target.pathname.replace(/\/$/, '') + below
  const query = [target.search, search].map((part) => part.slice(1)).filter(Boolean)
  const origin = to.startsWith('/') ? '' : target.origin
  const location = origin + path + (query.length > 0 ? `?${query.join('&')}` : '') + target.hash
  return { location, status }
}

/**
 * Returns the Cache-Control of a redirect: permanent redirects are cached for an hour only, so that a corrected rule
 * takes effect soon.
 */
const cacheControlOf = (status: RouteRule['status']) =>
  status === 301 || status === 308 ? 'public, max-age=3600' : 'no-store'

/**
 * Redirects by the configured rules. Runs before all routes, after static files. At `/` the redirect to the reader's
 * language has priority.
 */
export function redirectByRules(rules: readonly RouteRule[]): MiddlewareHandler<AppEnv> {
  const find = findRedirects(rules)
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const found = isRead ? find(pathname, search) : undefined
    if (!found) return next()
    const redirect = () => {
      c.header('cache-control', cacheControlOf(found.status))
      return c.redirect(found.location, found.status)
    }
    if (pathname !== '/') return redirect()
    let answer: Response | undefined
    const detected = await detectLocale(c, async () => {
      answer = redirect()
    })
    return detected ?? answer
  }
}
