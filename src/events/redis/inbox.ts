import type { RedisConnection } from './connection.ts'
import { endOfKept, isAfter, readMissed, readTold, type Told } from './kept-events.ts'
import type { RedisPlace } from './place.ts'

/** 8 MiB may be told while the missed ones are read; the rest is missed too */
const mostHeldBytes = 8 << 20

export interface Inbox {
  /** What the subscription tells */
  take(text: string): void
  /**
   * Hands on what was kept since the last one heard, then what has come meanwhile. To be called once everything said from
   * now on is taken. @returns whether nothing kept was missed
   */
  catchUp(run: RedisConnection['run']): Promise<boolean>
  /** Nothing is handed on until the next `catchUp`. */
  pause(): void
}

export interface InboxOptions {
  place: RedisPlace
  /** Its own messages are not heard. */
  sender: string
  heard(message: string): void
}

/** Hands on each kept event once and in the order of the stream, however it comes. */
export function createInbox({ place, sender, heard }: InboxOptions): Inbox {
  /** Of the last kept event handed on, or passed over at the start */
  let position: string | undefined
  /** Nothing while everything is handed on at once */
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
      // Whoever reads events says that it is none.
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
