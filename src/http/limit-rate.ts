import type { Context } from 'hono'
import { createRateLimit, networkOf, type RateLimitOptions } from '../limits/rate-limit.ts'
import { declareAccess, type Guard } from './access.ts'
import type { AppEnv } from './env.ts'
import { TooManyError } from './errors.ts'
import { problem } from './problem.ts'
import { rateHeaders } from './rate-headers.ts'

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
