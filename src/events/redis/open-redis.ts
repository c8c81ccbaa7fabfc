import type { Logger } from '../../log/logger.ts'
import { maxFrameBytes } from '../socket/frames.ts'
import type { Transport, TransportListener } from '../transport.ts'
import type { RedisConnection, RedisPlace } from './connection.ts'
import {
  endOfStream,
  isAfter,
  parseEvent,
  publish,
  type RedisEvent,
  readMissed,
  storeAndPublish,
} from './event-stream.ts'
import { openReconnectingRedis, type ReconnectingRedis } from './reconnecting-redis.ts'

/** Maximum bytes of new events buffered while missed ones are read (8 MiB); events beyond that are lost */
const maxHeldBytes = 8 << 20

interface Inbox {
  /** Handles a message of the subscription */
  take(text: string): void
  /**
   * Delivers stored events since the last one received, then those buffered meanwhile. Call it once the subscription is
   * active. @returns whether no stored event was missed
   */
  catchUp(run: RedisConnection['run']): Promise<boolean>
  /** Buffers all events until the next `catchUp`. */
  pause(): void
}

interface InboxOptions {
  place: RedisPlace
  /** Id of this process: its own messages are ignored. */
  sender: string
  onMessage(message: string): void
}

/** Delivers each stored event once and in stream order, whether it comes from the subscription or the stream. */
function createInbox({ place, sender, onMessage }: InboxOptions): Inbox {
  /** Stream id of the last stored event that was delivered; at the start, of the end of the stream */
  let position: string | undefined
  /** Events buffered while missed ones are read; undefined while events are delivered directly */
  let buffered: RedisEvent[] | undefined = []
  let bufferedBytes = 0
  const deliver = (event: RedisEvent) => {
    if (event.sender !== sender) onMessage(event.message)
  }
  const deliverNew = (event: RedisEvent) => {
    if (event.id !== undefined) {
      if (position === undefined || !isAfter(event.id, position)) return
      position = event.id
    }
    deliver(event)
  }
  const startBuffering = () => {
    buffered = []
    bufferedBytes = 0
  }
  return {
    take: (text) => {
      const event = parseEvent(text)
      // An empty message is passed on, because the receiver logs invalid messages.
      if (!event) return onMessage('')
      if (!buffered) return deliverNew(event)
      bufferedBytes += Buffer.byteLength(text)
      if (bufferedBytes <= maxHeldBytes) buffered.push(event)
    },
    catchUp: async (run) => {
      startBuffering()
      let isWhole = true
      if (position === undefined) position = await endOfStream(run, place)
      else ({ isWhole, position } = await readMissed(run, place, position, deliver))
      for (const event of buffered ?? []) deliverNew(event)
      buffered = undefined
      return isWhole && bufferedBytes <= maxHeldBytes
    },
    pause: startBuffering,
  }
}

/** Maximum bytes of unsent events (8 MiB). Then the oldest are dropped: others must read the database anyway. */
const maxUnsentBytes = 8 << 20

/** Queue of `kept` events that Redis has not confirmed to be in the stream, in order. */
export interface Unsent {
  add(message: string): void
  isEmpty(): boolean
  size(): number
  /** Sends the queued events one by one until the queue is empty. @throws what `store` throws; the rest stays queued */
  send(store: (message: string) => Promise<void>): Promise<void>
}

export interface UnsentListener {
  /** Called when an event is dropped because the queue is full, and not again until `onDrained` */
  onFull(): void
  /** Called when all queued events are sent after some were dropped. @param dropped  events dropped since `onFull` */
  onDrained(dropped: number): void
}

export function createUnsent({ onFull, onDrained }: UnsentListener): Unsent {
  const messages: string[] = []
  let bytes = 0
  let dropped = 0
  const drop = () => {
    bytes -= Buffer.byteLength(messages.shift() ?? '')
  }
  return {
    add: (message) => {
      messages.push(message)
      bytes += Buffer.byteLength(message)
      if (bytes > maxUnsentBytes && dropped === 0) onFull()
      for (; bytes > maxUnsentBytes; dropped++) drop()
    },
    isEmpty: () => messages.length === 0,
    size: () => messages.length,
    send: async (store) => {
      for (let next = messages[0]; next !== undefined; next = messages[0]) {
        await store(next)
        // The queue may have dropped this event while it was being stored.
        if (messages[0] === next) drop()
      }
      if (dropped > 0) onDrained(dropped)
      dropped = 0
    },
  }
}

export interface RedisOptions {
  place: RedisPlace
  log: Pick<Logger, 'info' | 'warn'>
  random?: () => number
}

interface RedisStatus {
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
 * Connects all processes of the installation, on any machine, through Redis. Without a connection to Redis, `kept`
 * events wait and other events are lost. Settles after the first attempt, whether or not it has connected.
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
      // Queued events are sent before closing, so that they are not lost with the process.
      if (connection && !unsent.isEmpty()) await sendQueued(connection).catch(() => undefined)
      link.close()
    },
  }
}

/** Coalesces calls on one connection. On a lost one `send` may never settle, so a new connection starts another. */
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
