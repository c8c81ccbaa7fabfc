import { RedisClient } from 'bun'

/** ms; one that takes longer counts as gone, whatever the network says */
const answerWithinMs = 3000
const pingEveryMs = 1000
/** 8 MiB may wait for its answers; then it is let go, as a process that reads too slowly is */
const maxUnansweredBytes = 8 << 20

export interface RedisConnection {
  /** @throws Error: refused, or the connection ended before the answer */
  run(command: string, ...args: string[]): Promise<unknown>
  subscribe(channel: string, listener: (message: string) => void): Promise<void>
  /** How long the answer to the last ping took, ms; nothing before the first */
  pingMs(): number | undefined
  /** Ends it without calling `onLost`. */
  close(): void
}

/** Each reconnecting by itself would be silent: Bun's client subscribes to nothing again. */
const options = { autoReconnect: false, enableOfflineQueue: false, connectionTimeout: answerWithinMs }

/**
 * One connection for commands and one for what is subscribed to; when either ends, both do, and nothing comes after it.
 * @param onLost  once, of one that was opened
 * @throws Error: there is none
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
    // A password or a database that it refuses shows only here.
    await Promise.all(clients.map((client) => client.send('PING', [])))
    isOpened = true
  } catch (error) {
    close()
    throw error
  }
  return {
    run: async (command, ...args) => {
      const bytes = args.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
      if (unanswered + bytes > maxUnansweredBytes) lose('it reads too slowly')
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

/** Also of one that is there and answers nothing: a half-open connection would end by itself after a quarter of an hour. */
function watch(client: RedisClient, on: { lose(fault: string): void; onPing(ms: number): void }): () => void {
  const { lose, onPing } = on
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    const askedAt = performance.now()
    timer = setTimeout(lose, answerWithinMs, 'it does not answer')
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
