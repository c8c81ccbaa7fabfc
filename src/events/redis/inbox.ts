import type { RedisConnection } from './connection.ts'
import { endOfKept, isAfter, readMissed, readTold, type Told } from './kept-events.ts'
import type { RedisPlace } from './place.ts'

/** Max bytes of new events buffered while missed ones are read (8 MiB); later ones are lost too */
const mostHeldBytes = 8 << 20

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
  heard(message: string): void
}

/** Delivers each stored event once and in stream order, whether it comes from the subscription or the stream. */
export function createInbox({ place, sender, heard }: InboxOptions): Inbox {
  /** Stream id of the last stored event delivered, or of the end of the stream at the start */
  let position: string | undefined
  /** Buffered events; undefined while events are delivered directly */
  let held: Told[] | undefined = []
  let heldBytes = 0
  const handOn = (told: Told) => {
    if (told.sender !== sender) heard(told.message)
  }
  const handOnNew = (told: Told) => {
    if (told.id !== undefined) {
      if (position === undefined || !isAfter(told.id, position)) return
      position = told.id
    }
    handOn(told)
  }
  const hold = () => {
    held = []
    heldBytes = 0
  }
  return {
    take: (text) => {
      const told = readTold(text)
      // The reader logs invalid messages.
      if (!told) return heard('')
      if (!held) return handOnNew(told)
      heldBytes += Buffer.byteLength(text)
      if (heldBytes <= mostHeldBytes) held.push(told)
    },
    catchUp: async (run) => {
      hold()
      let isWhole = true
      if (position === undefined) position = await endOfKept(run, place)
      else ({ isWhole, position } = await readMissed(run, place, position, handOn))
      for (const told of held ?? []) handOnNew(told)
      held = undefined
      return isWhole && heldBytes <= mostHeldBytes
    },
    pause: hold,
  }
}
