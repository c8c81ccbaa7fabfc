import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '../src/db/client.ts'
import { migrateDb } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'

export interface MarketDatabases {
  /** Folder of the databases; the test may put other files there */
  folder: string
  /** Opens an empty `market.db` with its tables */
  open(): Promise<Db>
  /** Removes the folder with all its databases. */
  remove(): Promise<void>
}

/** Creates a temporary folder for any number of market databases. */
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
      // Copying a migrated database costs a third of migrating a new one.
      migrated ??= migrate()
      await migrated
      await copyFile(join(folder, 'empty.db'), join(folder, name))
      return open(name)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
