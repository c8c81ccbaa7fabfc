import type { Context } from 'hono'
import { createRateLimit, networkOf, type RateLimitOptions } from '../limits/rate-limit.ts'
import { declareAccess, type Guard } from './access.ts'
import type { AppEnv } from './env.ts'
import { TooManyError } from './errors.ts'
import { problem } from './problem.ts'
import { rateHeaders } from './rate-headers.ts'

interface LimitRateOptions extends RateLimitOptions {
  /** ms UTC */
  now(): number
}

/** In front of the guard: a 429 costs no look into the database. Routes that are given the same one share its limit. */
export function limitRate<Env extends AppEnv>(guard: Guard<Env>, options: LimitRateOptions): Guard<Env> {
  const take = countCalls<Env>(options)
  return declareAccess<Env>(guard.access, async (c, next) => take(c, networkOf(c.get('address'))) ?? guard(c, next))
}

/** Takes one call of whoever the key stands for, and tells them how they stand. @returns the refusal, if it is one too many */
export function countCalls<Env extends AppEnv>({ now, ...options }: LimitRateOptions) {
  const limit = createRateLimit(options)
  const headersOf = rateHeaders('calls', options)
  return (c: Context<Env>, key: string): Response | undefined => {
    const wait = limit.take(key, now())
    for (const [name, value] of headersOf(limit.left(key, now()))) c.header(name, value)
    if (wait === 0) return undefined
    // Whoever looks at a page gets a page.
    if (!c.req.path.startsWith('/api/')) throw new TooManyError(wait)
    const seconds = Math.ceil(wait / 1000)
    c.header('retry-after', String(seconds))
    return problem(c, 429, 'Too many requests', { detail: `Ask again in ${seconds} s.` })
  }
}
