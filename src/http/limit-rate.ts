import type { Context, MiddlewareHandler } from 'hono'
import { createRateLimit, networkOf, type RateLimit, type RateLimitOptions } from '../limits/rate-limit.ts'
import { declareAccess, type Guard } from './access.ts'
import type { AppEnv } from './env.ts'
import { TooManyError } from './errors.ts'
import { problem } from './problem.ts'

interface LimitRateOptions extends RateLimitOptions {
  /** Current time, ms UTC */
  now(): number
}

/**
 * Checks the rate limit before the guard, so that a 429 needs no database query. Routes that share the returned guard
 * share its limit.
 */
export function limitRate<Env extends AppEnv>(guard: Guard<Env>, options: LimitRateOptions): Guard<Env> {
  const take = countCalls<Env>(options)
  return declareAccess<Env>(guard.access, async (c, next) => take(c, networkOf(c.get('address'))) ?? guard(c, next), {
    limit: options,
  })
}

/** Counts a call for a key and sets the rate limit headers. @returns a refusal if the limit is exceeded */
export function countCalls<Env extends AppEnv>({ now, ...options }: LimitRateOptions) {
  const limit = createRateLimit(options)
  const headersOf = rateHeaders('calls', options)
  return (c: Context<Env>, key: string): Response | undefined => {
    const wait = limit.take(key, now())
    for (const [name, value] of headersOf(limit.left(key, now()))) c.header(name, value)
    if (wait === 0) return undefined
    // Throws for pages, which get an HTML error page.
    if (!c.req.path.startsWith('/api/')) throw new TooManyError(wait)
    const seconds = Math.ceil(wait / 1000)
    c.header('retry-after', String(seconds))
    return problem(c, 429, 'Too many requests', { detail: `Ask again in ${seconds} s.` })
  }
}

/**
 * Work in ms that one network may cause: burst, and the time until one ms is restored. A request costs one ms; see
 * `spend`.
 */
const work = { burst: 6000, everyMs: 10 }

/** Limits the work caused by requests that bypass the page cache. @throws TooManyError */
export function limitWork(now: () => number): MiddlewareHandler<AppEnv> {
  const limit = createRateLimit(work)
  const headersOf = rateHeaders('work', work)
  return async (c, next) => {
    const network = networkOf(c.get('address'))
    const headers = () => headersOf(limit.left(network, now()))
    const wait = limit.take(network, now())
    c.set('spend', (ms) => limit.charge(network, now(), ms))
    if (wait > 0) {
      for (const [name, value] of headers()) c.header(name, value)
      throw new TooManyError(wait)
    }
    await next()
    // Sets the headers directly: `c.header` would create a new response for each header.
    const sent = c.res.headers
    // Keeps the headers of a route's own limit.
    if (!sent.has('ratelimit')) for (const [name, value] of headers()) sent.set(name, value)
  }
}

/** Builds rate limit headers: https://www.ietf.org/archive/id/draft-ietf-httpapi-ratelimit-headers-10.html */
function rateHeaders(name: string, { burst, everyMs }: RateLimitOptions) {
  const policy = `"${name}";q=${burst};w=${Math.ceil((burst * everyMs) / 1000)}`
  return ({ count, resetMs }: ReturnType<RateLimit['left']>): [string, string][] => [
    ['ratelimit-policy', policy],
    ['ratelimit', `"${name}";r=${count};t=${Math.ceil(resetMs / 1000)}`],
  ]
}
