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
    // `c.header` would make the response again for each.
    const sent = c.res.headers
    // A route that has a limit of its own tells of that.
    if (!sent.has('ratelimit')) for (const [name, value] of headers()) sent.set(name, value)
  }
}
