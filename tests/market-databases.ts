import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '../src/db/client.ts'
import { migrateDb } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'

export interface MarketDatabases {
  /** For other files of the test */
  folder: string
  /** An empty `market.db`, its tables made */
  open(): Promise<Db>
  /** Removes the folder with all of them. */
  remove(): Promise<void>
}

/** A folder of the test's own, with as many market databases as it asks for. */
export async function createMarketDatabases(): Promise<MarketDatabases> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-market-'))
  const open = (name: string) => openDb({ url: `file:${join(folder, name)}` })
  const migrate = async () => {
    const db = await open('empty.db')
    await migrateDb(db, migrations.market)
    await db.close()
  }
  let migrated: Promise<void> | undefined
  let count = 0
  return {
    folder,
    open: async () => {
      const name = `${count++}.db`
      // A copy costs a third of migrating.
      migrated ??= migrate()
      await migrated
      await copyFile(join(folder, 'empty.db'), join(folder, name))
      return open(name)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
