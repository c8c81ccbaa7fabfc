import { mkdir } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { type Db, openDb } from '../db/client.ts'
import { migrateDb } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import type { Logger } from '../log/logger.ts'

export const databaseNames = ['app', 'content', 'market'] as const
export type DatabaseName = (typeof databaseNames)[number]

/** Its tables are up to date. */
export async function openDatabase(config: Config, name: DatabaseName, log?: Logger): Promise<Db> {
  await mkdir(config.dataDir, { recursive: true })
  const db = await openDb({ ...config.databases[name], log })
  await migrateDb(db, migrations[name])
  return db
}
