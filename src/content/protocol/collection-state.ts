import type { Db } from '../../db/client.ts'
import { findContentVersion } from '../queries.ts'
import { type DumpRow, inDumpOrder, type Versions, versionsOf } from './dump.ts'
import { listHashes, queryRunnerOf, type RunQuery } from './queries.ts'
import type { CollectionSchema } from './schema.ts'

export interface CollectionState {
  versions: Versions
  /** Ids and hashes in the order of the dump */
  rows: DumpRow[]
}

export async function readCollectionState(runQuery: RunQuery, schema: CollectionSchema): Promise<CollectionState> {
  const rows = inDumpOrder(await listHashes(runQuery, schema))
  return { versions: versionsOf(schema, rows), rows }
}

export type ReadVersions = (schema: CollectionSchema) => Promise<Versions>

/** Reads the versions once per content version, shared by concurrent callers. */
export function createVersionReader(db: Db): ReadVersions {
  const known = new Map<string, { at: number; versions: Promise<Versions> }>()
  return async (schema) => {
    // Read first: a change made while hashes are read causes the next call to read again.
    const at = await findContentVersion(db)
    const last = known.get(schema.name)
    if (last?.at === at) return last.versions
    const versions = readCollectionState(queryRunnerOf(db), schema).then((state) => state.versions)
    known.set(schema.name, { at, versions })
    versions.catch(() => known.delete(schema.name))
    return versions
  }
}
