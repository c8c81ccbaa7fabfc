/** GCRA, the leaky bucket with one number per key: the time at which the bucket would be empty again. */
export interface RateLimit {
  /** @returns the wait in ms; 0 when one was taken */
  take(key: string, now: number): number
  /** Takes more, asked or not, as it turns out what something has cost: at most another burst is owed. */
  charge(key: string, now: number, count: number): void
  /** What could be taken at once, and the ms until all of it is there again. */
  left(key: string, now: number): { count: number; resetMs: number }
  /** For those who turned out to be right. */
  reset(key: string): void
}

export interface RateLimitOptions {
  burst: number
  /** ms until one more is there */
  everyMs: number
  maxKeys?: number
}

export function createRateLimit({ burst, everyMs, maxKeys = 100_000 }: RateLimitOptions): RateLimit {
  const emptyAt = new Map<string, number>()
  const remember = (key: string, time: number) => {
    // Reinserted last, so that the first key is the least recently used.
    emptyAt.delete(key)
    emptyAt.set(key, time)
    const [oldest] = emptyAt.size > maxKeys ? emptyAt.keys() : []
    if (oldest !== undefined) emptyAt.delete(oldest)
  }
  const fullMs = burst * everyMs
  let owedMs = 0
  const emptyFrom = (key: string, now: number) => {
    const latest = now + fullMs + owedMs
    const known = emptyAt.get(key) ?? now
    if (known <= latest) return Math.max(now, known)
    // A clock that was set back would otherwise shut people out for as long as the step: one more is there soon.
    emptyAt.set(key, now + fullMs)
    return now + fullMs
  }
  return {
    take: (key, now) => {
      const from = emptyFrom(key, now)
      const wait = from + everyMs - fullMs - now
      if (wait > 0) return wait
      remember(key, from + everyMs)
      return 0
    },
    charge: (key, now, count) => {
      owedMs = fullMs
      remember(key, Math.min(emptyFrom(key, now) + count * everyMs, now + fullMs + owedMs))
    },
    left: (key, now) => {
      const resetMs = emptyFrom(key, now) - now
      return { count: Math.max(0, Math.floor((fullMs - resetMs) / everyMs)), resetMs }
    },
    reset: (key) => {
      emptyAt.delete(key)
    },
  }
}

/** A whole /64 of IPv6, which is what one connection gets, or one IPv4 address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^(?:::|(?:0+:){5})ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address)
  if (mapped) return mapped[1] ?? [mapped[2], mapped[3]].flatMap(bytesOf).join('.')
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

/** Of a group of an IPv6 address, written in hexadecimal. */
function bytesOf(group = '0'): number[] {
  const bits = Number.parseInt(group, 16)
  return [bits >> 8, bits & 255]
}
