import { join } from 'node:path'
import type { Role } from '../../config/roles.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import { type OpenDatabaseOptions, openDatabase } from '../databases.ts'
import { openReplica } from './replica.ts'
import { makeReplicaFolder } from './replica-folder.ts'
import { readFromReplica } from './replicated-db.ts'
import { serverStanding } from './server-standing.ts'

/** Whoever runs bots, sends or follows prices decides by what the server has, not by a copy that may be behind. */
const readers: readonly Role[] = ['web', 'ticker']

/** On a server, a process that only shows pages reads it from a copy in its data folder. @throws DataError */
export async function openAppDatabase(config: Config, options: OpenDatabaseOptions & { log: Logger }): Promise<Db> {
  const { dataDir, ROLES } = config
  const db = await openDatabase(config, 'app', options)
  if (db.file !== undefined || !ROLES.every((role) => readers.includes(role))) return db
  const folder = makeReplicaFolder(dataDir)
  const path = join(folder.path, 'app.db')
  const server = config.databases.app
  const replica = openReplica({ path, ...server }, { askServer: () => serverStanding(server), log: options.log })
  const copied = readFromReplica(db, replica)
  return {
    ...copied,
    close: async () => {
      await copied.close()
      folder.remove()
    },
  }
}
