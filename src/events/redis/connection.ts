import { RedisClient } from 'bun'

/** ms; one that takes longer counts as gone, whatever the network says */
const answerWithinMs = 3000
const pingEveryMs = 1000
/** 8 MiB may wait for its answers; then it is let go, as a process that reads too slowly is */
export const maxUnansweredBytes = 8 << 20

export interface RedisConnection {
  /** @throws Error: refused, or the connection ended before the answer */
  run(command: string, ...args: string[]): Promise<unknown>
  subscribe(channel: string, listener: (message: string) => void): Promise<void>
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
  let isOver = false
  let unanswered = 0
  const close = () => {
    isOver = true
    clearInterval(pinging)
    for (const client of clients) client.close()
  }
  const lose = (fault: string) => {
    if (isOver) return
    close()
    onLost(fault)
  }
  const pinging = setInterval(createPings(clients, lose), pingEveryMs)
  try {
    // The first answer: a password or a database that it refuses shows only here.
    await Promise.all(clients.map((client) => client.connect().then(() => client.send('PING', []))))
  } catch (error) {
    close()
    throw error
  }
  for (const client of clients) client.onclose = (error) => lose(error.message)
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
    close: () => {
      if (!isOver) close()
    },
  }
}

/** A half-open connection ends by itself after a quarter of an hour only. */
function createPings(clients: readonly RedisClient[], lose: (fault: string) => void): () => void {
  const askedAt = new Map<RedisClient, number>()
  const ask = (client: RedisClient) => {
    askedAt.set(client, performance.now())
    const answered = () => void askedAt.delete(client)
    client.send('PING', []).then(answered, answered)
  }
  return () => {
    for (const client of clients) {
      const since = askedAt.get(client)
      if (since === undefined) ask(client)
      else if (performance.now() - since > answerWithinMs) lose('it does not answer')
    }
  }
}
