import type { Db } from '../../db/client.ts'
import type { Audience } from './audience.ts'
import { countAudience, hasSubscribers } from './audience-queries.ts'

/** Max number of audiences whose size is cached */
const maxRemembered = 200
/** Time that a size is cached, ms: typing in a form requests the same size again and again */
const freshMs = 5000

export type EmptyAudienceKey = 'broadcast.nobody' | 'broadcast.noSubscribers'

interface CachedSize {
  at: number
  size: Promise<number>
  /** Whether the audience is empty; then the size is cached more briefly: pages poll for the first subscriber. */
  isNobody: boolean
}

export interface AudienceSizes {
  /** Counts an audience. @param within  max age of a cached size, ms */
  count(audience: Audience, within?: number): Promise<number>
  /** Returns the message key for an empty audience: nobody matches, or there are no subscribers yet. */
  emptyAudienceKey(size: number): Promise<EmptyAudienceKey | undefined>
}

/** Caches audience sizes for display. Decisions that depend on a size count again. */
export function createAudienceSizes({ db, now }: { db: Db; now(): number }): AudienceSizes {
  const cache = new Map<string, CachedSize>()
  return {
    emptyAudienceKey: async (size) => {
      if (size > 0) return undefined
      return (await hasSubscribers(db)) ? 'broadcast.nobody' : 'broadcast.noSubscribers'
    },
    count: (audience, within = freshMs) => {
      const key = JSON.stringify(audience)
      const found = cache.get(key)
      const at = now()
      const believed = found?.isNobody ? Math.min(within, freshMs) : within
      if (found && at - found.at < believed && at >= found.at) return found.size
      const size = countAudience(db, audience, at)
      cache.delete(key)
      const entry: CachedSize = { at, size, isNobody: false }
      cache.set(key, entry)
      for (const oldest of cache.keys()) if (cache.size > maxRemembered) cache.delete(oldest)
      size.then(
        (count) => {
          entry.isNobody = count === 0
        },
        // A failure is not cached. A newer count may have replaced this entry meanwhile, so only this entry is deleted.
        () => {
          if (cache.get(key) === entry) cache.delete(key)
        },
      )
      return size
    },
  }
}
