import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../src/db/client.ts'
import { migrateDb } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'

type Name = keyof typeof migrations

const bytes = new Map<Name, Promise<Uint8Array>>()

/** Puts a database without rows into a folder, as its migrations leave it: they take longer than a short test. */
export async function putMigrated(name: Name, folder: string): Promise<void> {
  const known = bytes.get(name) ?? migrate(name)
  bytes.set(name, known)
  await Bun.write(join(folder, `${name}.db`), await known)
}

async function migrate(name: Name): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-migrated-'))
  const path = join(folder, `${name}.db`)
  try {
    const db = await openDb({ url: `file:${path}` })
    await migrateDb(db, migrations[name])
    await db.close()
    return await Bun.file(path).bytes()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
