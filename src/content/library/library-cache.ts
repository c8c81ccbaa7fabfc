import type { Db } from '../../db/client.ts'
import type { Events } from '../../events/events.ts'
import { findContentVersion } from '../queries.ts'
import { contentVersion } from '../topics.ts'
import type { Library } from './library.ts'
import { type LibraryReading, readLibrary } from './read-library.ts'

export interface LibraryCache {
  /** Returns the newest version of the library, which is read from the database once per version. */
  current(): Promise<Library>
  /** Returns the last version that was read; undefined before the first. */
  latest(): Library | undefined
  /** Reads a newer version if there is one, and emits `content-version`. */
  refresh(): Promise<void>
}

/**
 * Creates the cache of the library, which takes a megabyte of memory for 1,000 pages. If reading fails, the last
 * version stays, and the next call reads again.
 */
export function createLibraryCache(db: Db, events: Pick<Events, 'emit'>): LibraryCache {
  let library: Promise<Library> | undefined
  let latest: Library | undefined
  let refreshed: Promise<void> = Promise.resolve()

  const readFirst = (): Promise<Library> => {
    const reading = readLibrary(db).then(keepLatest)
    reading.catch(() => {
      if (library === reading) library = undefined
    })
    return reading
  }
  const keepLatest = ({ library }: LibraryReading): Library => {
    latest = library
    return library
  }
  const refresh = async () => {
    const before = await library
    if (before?.version === (await findContentVersion(db))) return
    const reading = await readLibrary(db, before)
    const fresh = keepLatest(reading)
    library = Promise.resolve(fresh)
    events.emit(contentVersion, { version: fresh.version, texts: reading.texts })
  }
  return {
    current: () => (library ??= readFirst()),
    latest: () => latest,
    // Refreshes run one at a time, because an older version must not replace a newer one.
    refresh: () => {
      const next = refreshed.then(refresh)
      refreshed = next.catch(() => {})
      return next
    },
  }
}
