/** Names that one installation uses in a Redis server that others may share */
export interface RedisPlace {
  url: string
  /** Name of the server for display, without the password */
  name: string
  channel: string
  stream: string
  /** Key of the lease of the process that follows prices */
  feedLease: string
}

/** Builds the names. All databases of a Redis server share its channels, so the names contain the database number. */
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
