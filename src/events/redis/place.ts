/** Names of one installation in a Redis that others may share. */
export interface RedisPlace {
  url: string
  /** Display name, without the password */
  name: string
  channel: string
  stream: string
  /** Lease of the process that follows prices */
  feedLease: string
}

/** Builds the names. Redis channels are shared by all databases, so the names contain the database number. */
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
