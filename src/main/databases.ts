import { mkdir } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { type Db, openDb } from '../db/client.ts'
import { migrateDb } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'

export interface Databases {
  app: Db
  market: Db
  /** The writer: for ingest */
  content: Db
  /** Read-only: what the site sees */
  contentReader: Db
  close(): Promise<void>
}

/** Opens the three databases and brings their tables up to date. */
export async function openDatabases(config: Config): Promise<Databases> {
  await mkdir(config.dataDir, { recursive: true })
  const open = async (name: 'app' | 'content' | 'market') => {
    const db = await openDb(config.databases[name])
    await migrateDb(db, migrations[name])
    return db
  }
  const app = await open('app')
  const content = await open('content')
  const market = await open('market')
  const contentReader = await openDb({ ...config.databases.content, readOnly: true })
  const opened = [contentReader, market, content, app]
  return {
    app,
    market,
    content,
    contentReader,
    close: async () => {
      for (const db of opened) await db.close()
    },
  }
}
