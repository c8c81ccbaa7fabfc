import type { Db } from '../../db/client.ts'
import { findContentVersion } from '../queries.ts'
import type { KnownFiles } from './known-files.ts'

/** What is known of files between runs over some of them: of thousands it takes longer to read than one of them. */
export interface KnownMemory {
  /** Undefined once another process has written */
  recall(db: Db): Promise<KnownFiles | undefined>
  keep(db: Db, files: KnownFiles): Promise<void>
}

export function createKnownMemory(): KnownMemory {
  let kept: { version: number; files: KnownFiles } | undefined
  return {
    recall: async (db) => (kept?.version === (await findContentVersion(db)) ? kept.files : undefined),
    keep: async (db, files) => {
      kept = { version: await findContentVersion(db), files }
    },
  }
}
