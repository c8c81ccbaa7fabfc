import type { Db } from '../../db/client.ts'
import type { Audience } from './audience.ts'
import { countAudience, hasSubscribers } from './audience-queries.ts'

/** Audiences whose size is remembered */
const mostRemembered = 200
/** ms for which it is: whoever types in a form asks for the same again and again */
const freshMs = 5000

export type NobodyKey = 'broadcast.nobody' | 'broadcast.noSubscribers'

interface KnownSize {
  at: number
  size: Promise<number>
  /** Whoever waits for the first subscriber looks again and again. */
  isNobody: boolean
}

export interface AudienceSizes {
  /** @param within  ms that the answer may be old */
  count(audience: Audience, within?: number): Promise<number>
  /** What to say of an audience of that size where it is none: that nobody fits, or that there is nobody yet */
  nobodyOf(size: number): Promise<NobodyKey | undefined>
}

/** Sizes to show. What is decided by a size counts anew. */
export function createAudienceSizes({ db, now }: { db: Db; now(): number }): AudienceSizes {
  const known = new Map<string, KnownSize>()
  return {
    nobodyOf: async (size) => {
      if (size > 0) return undefined
      return (await hasSubscribers(db)) ? 'broadcast.nobody' : 'broadcast.noSubscribers'
    },
    count: (audience, within = freshMs) => {
      const key = JSON.stringify(audience)
      const found = known.get(key)
      const at = now()
      const believed = found?.isNobody ? Math.min(within, freshMs) : within
      if (found && at - found.at < believed && at >= found.at) return found.size
      const size = countAudience(db, audience, at)
      known.delete(key)
      const counted: KnownSize = { at, size, isNobody: false }
      known.set(key, counted)
      for (const oldest of known.keys()) if (known.size > mostRemembered) known.delete(oldest)
      size.then(
        (count) => {
          counted.isNobody = count === 0
        },
        // A failure is nobody's size.
        () => known.delete(key),
      )
      return size
    },
  }
}
