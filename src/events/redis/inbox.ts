import type { RedisConnection } from './connection.ts'
import { endOfKept, isAfter, readMissed, readTold, type Told } from './kept-events.ts'
import type { RedisPlace } from './place.ts'

/** Told while the missed ones are read; more than this, and they are read once more */
const mostHeld = 10_000

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
  const handOn = (told: Told) => {
    if (told.id !== undefined) {
      if (position === undefined || !isAfter(told.id, position)) return
      position = told.id
    }
    if (told.sender !== sender) heard(told.message)
  }
  return {
    take: (text) => {
      const told = readTold(text)
      // Whoever reads events says that it is none.
      if (!told) heard('')
      else if (!held) handOn(told)
      else if (held.length < mostHeld) held.push(told)
    },
    catchUp: async (run) => {
      held = []
      let isWhole = true
      if (position === undefined) position = await endOfKept(run, place)
      else {
        const missed = await readMissed(run, place, position)
        isWhole = missed.isWhole
        // A stream that began anew may have smaller numbers.
        if (!isWhole) position = '0-0'
        for (const told of missed.told) handOn(told)
      }
      isWhole &&= held.length < mostHeld
      for (const told of held) handOn(told)
      held = undefined
      return isWhole
    },
    pause: () => {
      held = []
    },
  }
}
