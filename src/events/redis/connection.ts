import { RedisClient } from 'bun'

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

/** Maximum time of an answer, ms; a slower connection counts as lost, even if the network reports it as open */
const answerWithinMs = 3000
const pingEveryMs = 1000
/** Maximum bytes of commands without a response (8 MiB). With more, the connection is dropped as too slow. */
const maxUnansweredBytes = 8 << 20

export interface RedisConnection {
  /** Runs a Redis command. @throws Error when the command is refused, or the connection ends before the response */
  run(command: string, ...args: string[]): Promise<unknown>
  subscribe(channel: string, listener: (message: string) => void): Promise<void>
  /** Round-trip time of the last ping, ms; undefined before the first */
  pingMs(): number | undefined
  /** Closes the connection without calling `onLost`. */
  close(): void
}

/** Bun's automatic reconnection is off: it would go unnoticed and not restore subscriptions. */
const options = { autoReconnect: false, enableOfflineQueue: false, connectionTimeout: answerWithinMs }

/**
 * Opens one connection for commands and one for subscriptions. When either ends, both are closed, and no message
 * arrives afterwards.
 * @param onLost  called once, if an opened connection ends
 * @throws Error when no connection can be made
 */
export async function connectRedis(url: string, onLost: (fault: string) => void): Promise<RedisConnection> {
  const [commands, subscription] = [new RedisClient(url, options), new RedisClient(url, options)]
  const clients = [commands, subscription]
  const watches: (() => void)[] = []
  let [isOpened, isOver] = [false, false]
  let unanswered = 0
  let pingMs: number | undefined
  const close = () => {
    isOver = true
    for (const stop of watches) stop()
    for (const client of clients) client.close()
  }
  const lose = (fault: string) => {
    if (isOver) return
    close()
    if (isOpened) onLost(fault)
  }
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const onPing = (ms: number) => {
      pingMs = ms
    }
    for (const client of clients) watches.push(watch(client, { lose, onPing }))
    // Redis rejects a wrong password or database only at the first command.
    await Promise.all(clients.map((client) => client.send('PING', [])))
    isOpened = true
  } catch (error) {
    close()
    throw error
  }
  return {
    run: async (command, ...args) => {
      const bytes = args.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
      if (unanswered + bytes > maxUnansweredBytes) lose('Redis reads too slowly')
      if (isOver) throw new Error('The connection to Redis has ended')
      unanswered += bytes
      try {
        return await commands.send(command, args)
      } finally {
        unanswered -= bytes
      }
    },
    subscribe: async (channel, listener) => {
      await subscription.subscribe(channel, (message) => {
        if (!isOver) listener(message)
      })
    },
    pingMs: () => pingMs,
    close: () => {
      if (!isOver) close()
    },
  }
}

/** Pings regularly, so that half-open connections are detected at once, not after 15 minutes as by the system. */
function watch(client: RedisClient, on: { lose(fault: string): void; onPing(ms: number): void }): () => void {
  const { lose, onPing } = on
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    const askedAt = performance.now()
    timer = setTimeout(lose, answerWithinMs, 'Redis does not answer')
    client.send('PING', []).then(
      () => {
        clearTimeout(timer)
        onPing(performance.now() - askedAt)
        if (!isStopped) timer = setTimeout(ask, pingEveryMs)
      },
      (error: unknown) => lose(String(error)),
    )
  }
  client.onclose = (error) => lose(error.message)
  ask()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
