import type { MiddlewareHandler } from 'hono'
import { createRateLimit, networkOf } from '../limits/rate-limit.ts'
import type { AppEnv } from './env.ts'
import { TooManyError } from './errors.ts'
import { rateHeaders } from './rate-headers.ts'

/** ms of work that one network may cause at once, and until one comes back. A request is one of them; see `spend`. */
const work = { burst: 6000, everyMs: 10 }

/** For everything that is not answered from memory. @throws TooManyError */
export function limitWork(now: () => number): MiddlewareHandler<AppEnv> {
  const limit = createRateLimit(work)
  return async (c, next) => {
    const network = networkOf(c.var.address)
    const headers = () => rateHeaders('work', work, limit.left(network, now()))
    const wait = limit.take(network, now())
    c.set('spend', (ms) => limit.charge(network, now(), ms))
    if (wait > 0) {
      for (const [name, value] of headers()) c.header(name, value)
      throw new TooManyError(wait)
    }
    await next()
    // A route that has a limit of its own tells of that.
    if (!c.res.headers.has('ratelimit')) for (const [name, value] of headers()) c.header(name, value)
  }
}
