import { mkdir } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { openDb } from '../db/client.ts'
import { migrateDb } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { databaseNames } from './databases.ts'

export async function runMigrations(config: Config): Promise<number> {
  await mkdir(config.dataDir, { recursive: true })
  for (const name of databaseNames) {
    const db = await openDb(config.databases[name])
    const ran = await migrateDb(db, migrations[name])
    await db.close()
    process.stdout.write(`${name}: ${ran.length > 0 ? ran.join(', ') : 'up to date'}\n`)
  }
  return 0
}
