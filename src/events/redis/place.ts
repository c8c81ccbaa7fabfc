/** What one installation calls its own in a Redis that others may use too. */
export interface RedisPlace {
  url: string
  /** For people and logs: without a password */
  name: string
  channel: string
  stream: string
  /** Who follows prices */
  feedLease: string
}

/** Keys are of one database, channels of all: their names have its number. */
export function redisPlaceOf(url: string, prefix: string): RedisPlace {
  const { host, pathname } = new URL(url)
  const own = `${prefix}:${pathname.slice(1) || '0'}`
  return {
    url,
    name: `${host}${pathname.slice(1) && pathname}`,
    channel: `${own}:events`,
    stream: `${own}:kept`,
    feedLease: `${own}:feed`,
  }
}
