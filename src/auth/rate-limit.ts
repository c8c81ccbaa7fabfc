/**
 * Limits by GCRA, the leaky bucket that needs one number per key: the time at which the bucket would be empty again.
 */
export interface RateLimit {
  /** Takes one; the wait in ms, which is 0 when there was one to take. */
  take(key: string, now: number): number
  /** Gives back what `take` took: for those who turned out to be right. */
  forget(key: string): void
}

export interface RateLimitOptions {
  /** How many at once */
  burst: number
  /** ms until one more is there */
  everyMs: number
  /** Keys remembered; the oldest go first */
  mostKeys?: number
}

export function createRateLimit({ burst, everyMs, mostKeys = 100_000 }: RateLimitOptions): RateLimit {
  const emptyAt = new Map<string, number>()
  const remember = (key: string, time: number) => {
    // Put last again, so that the first key is the one that was used longest ago.
    emptyAt.delete(key)
    emptyAt.set(key, time)
    const [oldest] = emptyAt.size > mostKeys ? emptyAt.keys() : []
    if (oldest !== undefined) emptyAt.delete(oldest)
  }
  return {
    take: (key, now) => {
      const from = Math.max(now, emptyAt.get(key) ?? now)
      const wait = from + everyMs - burst * everyMs - now
      if (wait > 0) return wait
      remember(key, from + everyMs)
      return 0
    },
    forget: (key) => {
      emptyAt.delete(key)
    },
  }
}

/** What an address is limited by: a whole /64 of IPv6, which is what one connection gets, or one address of IPv4. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
