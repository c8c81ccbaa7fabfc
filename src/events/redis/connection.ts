import { RedisClient } from 'bun'

/** ms; a connection that answers more slowly counts as lost, even if the network reports it as open */
const answerWithinMs = 3000
const pingEveryMs = 1000
/** 8 MiB may await responses; then the connection is dropped, like a process that reads too slowly */
const maxUnansweredBytes = 8 << 20

export interface RedisConnection {
  /** @throws Error when the command is refused, or the connection ends before the response */
  run(command: string, ...args: string[]): Promise<unknown>
  subscribe(channel: string, listener: (message: string) => void): Promise<void>
  /** Round-trip time of the last ping, ms; undefined before the first */
  pingMs(): number | undefined
  /** Ends the connection without calling `onLost`. */
  close(): void
}

/** Bun's automatic reconnection would go unnoticed and not restore subscriptions, so it is off. */
const options = { autoReconnect: false, enableOfflineQueue: false, connectionTimeout: answerWithinMs }

/**
 * Opens one connection for commands and one for subscriptions. When either ends, both do, and nothing arrives after.
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

/** Pings regularly. Detects half-open connections too, which would otherwise end only after 15 minutes. */
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
