import type { RedisConnection } from './connection.ts'
import { endOfStream, isAfter, parseEvent, type RedisEvent, readMissed } from './event-stream.ts'
import type { RedisPlace } from './place.ts'

/** Max bytes of new events buffered while missed ones are read (8 MiB); later ones are lost too */
const maxHeldBytes = 8 << 20

export interface Inbox {
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

export interface InboxOptions {
  place: RedisPlace
  /** Messages of this sender are ignored. */
  sender: string
  onMessage(message: string): void
}

/** Delivers each stored event once and in stream order, whether it comes from the subscription or the stream. */
export function createInbox({ place, sender, onMessage }: InboxOptions): Inbox {
  /** Stream id of the last stored event delivered, or of the end of the stream at the start */
  let position: string | undefined
  /** Buffered events; undefined while events are delivered directly */
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
      // The reader logs invalid messages.
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
