import type { Db } from '../../db/client.ts'
import { findContentVersion } from '../queries.ts'
import { type CollectionState, type ReadVersions, readCollectionState } from './collection-state.ts'
import type { Versions } from './dump.ts'
import { createGrowingBytes, type GrowingBytes } from './growing-bytes.ts'
import { type DumpForm, packDump } from './pack-dump.ts'
import { openSnapshot } from './queries.ts'
import type { CollectionSchema } from './schema.ts'

export interface Dump {
  versions: Versions
  /** Gzip; may still grow */
  bytes: GrowingBytes
}

export interface DumpCache {
  /** Dump of the newest content. @throws Error if it cannot be read; later failures end its bytes */
  find(schema: CollectionSchema, form: DumpForm): Promise<Dump>
  /** Bytes of all cached dumps */
  size(): number
}

interface CacheEntry {
  /** Last content version for which this dump was found current */
  at: number
  dump: Promise<Dump>
}

/** Max bytes of cached dumps; the least recently used are evicted. */
const maxKept = 64 * 1024 * 1024

export interface DumpCacheOptions {
  db: Db
  versionsOf: ReadVersions
  maxBytes?: number
}

/**
 * Caches dumps. Each is made once per version of its collection and shared by concurrent readers; dumps are made one at
 * a time, each from a single snapshot.
 */
export function createDumpCache({ db, versionsOf, maxBytes = maxKept }: DumpCacheOptions): DumpCache {
  const entries = new Map<string, CacheEntry>()
  const sizes = new Map<CacheEntry, GrowingBytes>()
  let last: Promise<unknown> = Promise.resolve()

  const forget = (key: string, entry: CacheEntry) => {
    if (entries.get(key) === entry) entries.delete(key)
    sizes.delete(entry)
  }
  const size = () => [...sizes.values()].reduce((sum, bytes) => sum + bytes.size(), 0)
  const trim = () => {
    for (const [key, entry] of entries) {
      if (size() <= maxBytes) return
      forget(key, entry)
    }
  }
  const begin = (key: string, schema: CollectionSchema, form: DumpForm, at: number): CacheEntry => {
    const begun = Promise.withResolvers<Dump>()
    const entry: CacheEntry = { at, dump: begun.promise }
    last = last.then(async () => {
      const bytes = createGrowingBytes()
      sizes.set(entry, bytes)
      try {
        await make(db, schema, form, bytes, ({ versions }) => begun.resolve({ versions, bytes }))
      } catch (error) {
        forget(key, entry)
        begun.reject(error)
        bytes.end(error instanceof Error ? error : new Error(String(error)))
      }
      if (entries.get(key) !== entry) sizes.delete(entry)
      trim()
    })
    return entry
  }
  const isCurrent = async (entry: CacheEntry, schema: CollectionSchema, at: number) => {
    if (entry.at === at) return true
    const [{ content }, dump] = [await versionsOf(schema), await entry.dump.catch(() => undefined)]
    if (dump?.versions.content !== content) return false
    entry.at = at
    return true
  }
  return {
    find: async (schema, form) => {
      const key = `${schema.name} ${form}`
      const at = await findContentVersion(db)
      const known = entries.get(key)
      const isKnown = known !== undefined && (await isCurrent(known, schema, at))
      // A concurrent call may already have started the newer dump.
      const other = entries.get(key)
      const entry = isKnown ? known : other && other !== known ? other : begin(key, schema, form, at)
      if (known && known !== entry) forget(key, known)
      entries.delete(key)
      entries.set(key, entry)
      return entry.dump
    },
    size,
  }
}

async function make(
  db: Db,
  schema: CollectionSchema,
  form: DumpForm,
  bytes: GrowingBytes,
  onState: (state: CollectionState) => void,
): Promise<void> {
  const snapshot = openSnapshot(db)
  try {
    const state = await readCollectionState(snapshot.runQuery, schema)
    onState(state)
    await packDump(snapshot.runQuery, { ...state, schema, form }, bytes.add)
    bytes.end()
  } finally {
    snapshot.close()
  }
}
