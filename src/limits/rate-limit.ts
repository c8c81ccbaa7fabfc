/** GCRA rate limit: a leaky bucket with one number per key, the time at which the bucket would be empty again. */
export interface RateLimit {
  /** Takes a token of a key. @returns the wait for the next token, ms; 0 if a token was taken */
  take(key: string, now: number): number
  /** Charges more tokens unconditionally, once the cost of an action is known; the debt is at most another burst. */
  charge(key: string, now: number, count: number): void
  /** Returns the tokens available now, and the time until the full burst is available again, ms. */
  left(key: string, now: number): { count: number; resetMs: number }
  /** Clears the limit of a key, for an attempt that turned out to be legitimate. */
  reset(key: string): void
}

export interface RateLimitOptions {
  burst: number
  /** Time until one more token is available, ms */
  everyMs: number
  maxKeys?: number
}

export function createRateLimit({ burst, everyMs, maxKeys = 100_000 }: RateLimitOptions): RateLimit {
  const emptyAt = new Map<string, number>()
  const remember = (key: string, time: number) => {
    // The key is reinserted last, so that the first key is always the least recently used.
    emptyAt.delete(key)
    emptyAt.set(key, time)
    const [oldest] = emptyAt.size > maxKeys ? emptyAt.keys() : []
    if (oldest !== undefined) emptyAt.delete(oldest)
  }
  const fullMs = burst * everyMs
  let [latest, setBackMs] = [0, 0]
  /** Returns a time that continues from the latest if the clock was set back; tolerates being a full burst late. */
  const steady = (now: number) => {
    const time = now + setBackMs
    if (time >= latest - fullMs) {
      latest = Math.max(latest, time)
      return time
    }
    setBackMs = latest - now
    return latest
  }
  const emptyFrom = (key: string, time: number) => Math.max(time, emptyAt.get(key) ?? time)
  return {
    take: (key, now) => {
      const time = steady(now)
      const from = emptyFrom(key, time)
      const wait = from + everyMs - fullMs - time
      if (wait > 0) return wait
      remember(key, from + everyMs)
      return 0
    },
    charge: (key, now, count) => {
      const time = steady(now)
      remember(key, Math.min(emptyFrom(key, time) + count * everyMs, time + 2 * fullMs))
    },
    left: (key, now) => {
      const time = steady(now)
      const resetMs = emptyFrom(key, time) - time
      return { count: Math.max(0, Math.floor((fullMs - resetMs) / everyMs)), resetMs }
    },
    reset: (key) => {
      emptyAt.delete(key)
    },
  }
}

/** Returns the IPv4 address, or the /64 network of an IPv6 address, which one connection usually has for itself. */
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

/** Returns the two bytes of one hexadecimal group of an IPv6 address. */
function bytesOf(group = '0'): number[] {
  const bits = Number.parseInt(group, 16)
  return [bits >> 8, bits & 255]
}
