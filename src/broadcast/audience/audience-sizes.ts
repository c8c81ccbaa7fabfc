import type { Db } from '../../db/client.ts'
import type { Audience } from './audience.ts'
import { countAudience, hasSubscribers } from './audience-queries.ts'

/** Audiences whose size is remembered */
const mostRemembered = 200
/** ms for which it is: whoever types in a form asks for the same again and again */
const freshMs = 5000

export type NobodyKey = 'broadcast.nobody' | 'broadcast.noSubscribers'

export interface AudienceSizes {
  /** @param within  ms that the answer may be old */
  count(audience: Audience, within?: number): Promise<number>
  /** What to say of an audience of that size where it is none: that nobody fits, or that there is nobody yet */
  nobodyOf(size: number): Promise<NobodyKey | undefined>
}

/** Sizes to show. What is decided by a size counts anew. */
export function createAudienceSizes({ db, now }: { db: Db; now(): number }): AudienceSizes {
  const known = new Map<string, { at: number; size: Promise<number> }>()
  return {
    nobodyOf: async (size) => {
      if (size > 0) return undefined
      return (await hasSubscribers(db)) ? 'broadcast.nobody' : 'broadcast.noSubscribers'
    },
    count: (audience, within = freshMs) => {
      const key = JSON.stringify(audience)
      const found = known.get(key)
      const at = now()
      if (found && at - found.at < within && at >= found.at) return found.size
      const size = countAudience(db, audience, at)
      known.delete(key)
      known.set(key, { at, size })
      for (const oldest of known.keys()) if (known.size > mostRemembered) known.delete(oldest)
      // A failure is nobody's size.
      size.catch(() => known.delete(key))
      return size
    },
  }
}
