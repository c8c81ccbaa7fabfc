import type { Logger } from '../../log/logger.ts'
import { connectRedis, type RedisConnection, type RedisPlace } from './connection.ts'

const firstPauseMs = 50
/** Maximum pause between attempts to connect to Redis, ms */
const maxPauseMs = 1000

export interface ReconnectingRedisOptions {
  place: RedisPlace
  log: Pick<Logger, 'info' | 'warn'>
  random: () => number
  /** Prepares a new connection, which counts as joined only once this has succeeded. */
  prepare(connection: RedisConnection): Promise<void>
  joined(): void
  /** Called once per disconnection, also if the first attempt to connect fails */
  left(): void
}

export interface ReconnectingRedis {
  /** Starts connecting. Resolves after the first attempt, whether the attempt succeeds or fails. */
  open(): Promise<void>
  /** The connection in use; undefined without one, or while it is being prepared */
  joined(): RedisConnection | undefined
  count(): number
  /** Runs a Redis command. @throws Error when the command is refused or there is no connection */
  run: RedisConnection['run']
  lose(connection: RedisConnection, error: unknown): void
  close(): void
}

/** Connects to Redis, and reconnects with backoff whenever the connection is lost. Logs each change once. */
export function openReconnectingRedis({ place, log, random, ...calls }: ReconnectingRedisOptions): ReconnectingRedis {
  let connection: RedisConnection | undefined
  let isJoined = false
  let isClosed = false
  let failures = 0
  let count = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const lose = (lost: RedisConnection | undefined, error: unknown) => {
    if (isClosed || lost !== connection) return
    connection?.close()
    connection = undefined
    const isFirstReport = isJoined || failures === 0
    isJoined = false
    if (isFirstReport) {
      const fault = error instanceof Error ? error.message : String(error)
      log.warn('No connection to Redis: no events pass between processes. Reconnecting.', { redis: place.name, fault })
      calls.left()
    }
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** failures++) * (0.5 + random() / 2)
    retry = setTimeout(open, pauseMs)
  }
  const open = async () => {
    let opened: RedisConnection | undefined
    try {
      opened = await connectRedis(place.url, (fault) => lose(opened, fault))
      if (isClosed) return opened.close()
      connection = opened
      await calls.prepare(opened)
      if (connection !== opened) return
      isJoined = true
      count++
      failures = 0
      log.info('connected to Redis: receiving events of other processes', { redis: place.name })
      calls.joined()
    } catch (error) {
      lose(opened, error)
    }
  }
  return {
    open,
    joined: () => (isJoined ? connection : undefined),
    count: () => count,
    run: async (...words) => {
      if (!connection) throw new Error(`No connection to Redis at ${place.name}`)
      return connection.run(...words)
    },
    lose,
    close: () => {
      isClosed = true
      clearTimeout(retry)
      connection?.close()
      connection = undefined
    },
  }
}
