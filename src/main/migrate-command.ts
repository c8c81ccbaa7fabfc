import type { Config } from '../config.ts'
import { databaseNames } from './data-problem.ts'
import { openDatabase } from './databases.ts'

export async function runMigrations(config: Config): Promise<number> {
  for (const name of databaseNames) {
    const ran: string[] = []
    const db = await openDatabase(config, name, { onMigrated: (migrations) => ran.push(...migrations.keys()) })
    await db.close()
    process.stdout.write(`${name}: ${ran.length > 0 ? ran.join(', ') : 'up to date'}\n`)
  }
  return 0
}
