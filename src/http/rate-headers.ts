import type { RateLimit, RateLimitOptions } from '../limits/rate-limit.ts'

/** Builds rate limit headers: https://www.ietf.org/archive/id/draft-ietf-httpapi-ratelimit-headers-10.html */
export function rateHeaders(name: string, { burst, everyMs }: RateLimitOptions) {
  const policy = `"${name}";q=${burst};w=${Math.ceil((burst * everyMs) / 1000)}`
  return ({ count, resetMs }: ReturnType<RateLimit['left']>): [string, string][] => [
    ['ratelimit-policy', policy],
    ['ratelimit', `"${name}";r=${count};t=${Math.ceil(resetMs / 1000)}`],
  ]
}
