import type { MiddlewareHandler } from 'hono'
import { createRateLimit, networkOf } from '../limits/rate-limit.ts'
import type { AppEnv } from './env.ts'
import { TooManyError } from './errors.ts'
import { rateHeaders } from './rate-headers.ts'

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
