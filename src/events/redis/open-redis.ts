import type { Logger } from '../../log/logger.ts'
import { maxFrameBytes } from '../socket/frames.ts'
import type { Transport, TransportListener } from '../transport.ts'
import type { RedisConnection } from './connection.ts'
import { publish, storeAndPublish } from './event-stream.ts'
import { createInbox } from './inbox.ts'
import type { RedisPlace } from './place.ts'
import { openReconnectingRedis, type ReconnectingRedis } from './reconnecting-redis.ts'
import { createUnsent } from './unsent.ts'

export interface RedisOptions {
  place: RedisPlace
  log: Pick<Logger, 'info' | 'warn'>
  random?: () => number
}

export interface RedisStatus {
  isConnected: boolean
  connects: number
  /** Round-trip time of the last ping, ms; undefined without a connection */
  pingMs: number | undefined
  /** Number of `kept` events not yet confirmed by Redis */
  waiting: number
}

export interface RedisTransport extends Transport, Pick<ReconnectingRedis, 'run'> {
  status(): RedisStatus
}

/**
 * Connects all processes of the installation, on any machine. Without Redis, `kept` events wait; others are lost.
 * Settles after the first attempt, whether or not it has connected.
 */
export async function openRedis(options: RedisOptions, listener: TransportListener): Promise<RedisTransport> {
  const { place, log, random = Math.random } = options
  const redis = place.name
  const sender = crypto.randomUUID()
  const inbox = createInbox({ place, sender, onMessage: listener.onMessage })
  const unsent = createUnsent({
    onFull: () => log.warn('Redis queue full: dropping the oldest events', { redis }),
    onDrained: (dropped) => log.warn('Redis queue sent, without the events that were dropped', { redis, dropped }),
  })
  const sendQueued = ({ run }: RedisConnection) =>
    unsent.send((message) => storeAndPublish(run, place, sender, message))
  const sendKept = oncePerConnection(sendQueued)
  const link = openReconnectingRedis({
    place,
    log,
    random,
    prepare: async (connection) => {
      await connection.subscribe(place.channel, inbox.take)
      if (!(await inbox.catchUp(connection.run)))
        log.warn('Some events were trimmed from Redis while disconnected; the database has their data', { redis })
      await sendKept(connection)
    },
    joined: listener.onJoined,
    left: () => {
      inbox.pause()
      listener.onLeft()
    },
  })
  await link.open()
  return {
    run: link.run,
    status: () => ({
      isConnected: link.joined() !== undefined,
      connects: link.count(),
      pingMs: link.joined()?.pingMs(),
      waiting: unsent.size(),
    }),
    hasOthers: () => link.joined() !== undefined,
    send: (message, isKept = false) => {
      const bytes = Buffer.byteLength(message)
      if (bytes > maxFrameBytes) return log.warn('Event too long: not sent to other processes', { bytes })
      if (isKept) unsent.add(message)
      const connection = link.joined()
      if (!connection) return
      const sent = isKept ? sendKept(connection) : publish(connection.run, place, sender, message)
      sent.catch((error: unknown) => link.lose(connection, error))
    },
    close: async () => {
      const connection = link.joined()
      // Flush events that still wait, so that they are not lost with the process.
      if (connection && !unsent.isEmpty()) await sendQueued(connection).catch(() => undefined)
      link.close()
    },
  }
}

/** Coalesces calls on the same connection. On a lost one `send` may never settle, so a new connection starts again. */
function oncePerConnection(send: (connection: RedisConnection) => Promise<void>): typeof send {
  let sendingOn: RedisConnection | undefined
  return async (connection) => {
    if (sendingOn === connection) return
    sendingOn = connection
    try {
      await send(connection)
    } finally {
      if (sendingOn === connection) sendingOn = undefined
    }
  }
}
