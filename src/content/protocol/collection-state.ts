import type { Db } from '../../db/client.ts'
import { findContentVersion } from '../queries.ts'
import { type DumpRow, inDumpOrder, type Versions, versionsOf } from './dump.ts'
import { listHashes, queryRunnerOf, type RunQuery } from './queries.ts'
import type { CollectionSchema } from './schema.ts'

export interface CollectionState {
  versions: Versions
  /** IDs and hashes of the rows in the order of the dump */
  rows: DumpRow[]
}

export async function readCollectionState(runQuery: RunQuery, schema: CollectionSchema): Promise<CollectionState> {
  const rows = inDumpOrder(await listHashes(runQuery, schema))
  return { versions: versionsOf(schema, rows), rows }
}

export type ReadVersions = (schema: CollectionSchema) => Promise<Versions>

/**
 * Creates a reader of a collection's versions, which reads them once per content version and shares the result among
 * concurrent callers.
 */
export function createVersionReader(db: Db): ReadVersions {
  const known = new Map<string, { at: number; versions: Promise<Versions> }>()
  return async (schema) => {
    // The content version is read first, so that a change made while hashes are read causes the next call to read
    // again.
    const at = await findContentVersion(db)
    const last = known.get(schema.name)
    if (last?.at === at) return last.versions
    const versions = readCollectionState(queryRunnerOf(db), schema).then((state) => state.versions)
    known.set(schema.name, { at, versions })
    versions.catch(() => known.delete(schema.name))
    return versions
  }
}
