import { join } from 'node:path'
import type { Role } from '../../config/roles.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import { type OpenDatabaseOptions, openDatabase } from '../databases.ts'
import { openReplica } from './replica.ts'
import { makeReplicaFolder } from './replica-folder.ts'
import { readFromReplica } from './replicated-db.ts'
import { readServerState } from './server-state.ts'

/** Roles that may read from a copy. The others make decisions and need the current state of the server. */
const readers: readonly Role[] = ['web', 'ticker']

/**
 * Opens `app.db`. If it is on a server, a process that only serves pages reads from a copy in its data folder.
 * @throws DataError
 */
export async function openAppDatabase(config: Config, options: OpenDatabaseOptions & { log: Logger }): Promise<Db> {
  const { dataDir, ROLES } = config
  const db = await openDatabase(config, 'app', options)
  if (db.file !== undefined || !ROLES.every((role) => readers.includes(role))) return db
  const folder = makeReplicaFolder(dataDir)
  const path = join(folder.path, 'app.db')
  const server = config.databases.app
  const replica = openReplica({ path, ...server }, { askServer: () => readServerState(server), log: options.log })
  const copied = readFromReplica(db, replica)
  return {
    ...copied,
    close: async () => {
      await copied.close()
      folder.remove()
    },
  }
}
