import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '../../config/roles.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import { type OpenDatabaseOptions, openDatabase } from '../databases.ts'
import { openReplica } from './replica.ts'
import { readFromReplica } from './replicated-db.ts'

/** Whoever runs bots, sends or follows prices decides by what the server has, not by a copy that may be behind. */
const readers: readonly Role[] = ['web', 'ticker']

/** On a server, a process that only shows pages reads it from a copy in its data folder. @throws DataError */
export async function openAppDatabase(config: Config, options: OpenDatabaseOptions & { log: Logger }): Promise<Db> {
  const { dataDir, ROLES } = config
  const db = await openDatabase(config, 'app', options)
  if (db.file !== undefined || !ROLES.every((role) => readers.includes(role))) return db
  removeLeft(dataDir)
  const path = join(dataDir, `replica-${process.pid}`, 'app.db')
  const ask = db.client.execute.bind(db.client)
  const replica = openReplica({ path, ...config.databases.app }, { askServer: () => ask('select 1'), log: options.log })
  return readFromReplica(db, replica)
}

/** Copies of processes that were killed */
function removeLeft(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const [, pid] = /^replica-(\d+)$/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // After a container has started anew its process has the number of the one before.
    return pid !== process.pid
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
