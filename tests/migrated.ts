import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, type DbOptions, openDb } from '../src/db/client.ts'
import { migrateDb } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'

type Name = keyof typeof migrations

const bytes = new Map<Name, Promise<Uint8Array>>()
const scripts = new Map<Name, Promise<string>>()

/** Opens a database with tables but no rows. @param folder  folder for its file; in memory by default */
export async function openMigrated(
  name: Name,
  folder?: string,
  options: Pick<DbOptions, 'durability'> = {},
): Promise<Db> {
  if (folder !== undefined) {
    await putMigrated(name, folder)
    return openDb({ ...options, url: `file:${join(folder, `${name}.db`)}` })
  }
  const known = scripts.get(name) ?? scriptOf(name)
  scripts.set(name, known)
  const db = await openDb({ ...options, url: ':memory:' })
  await db.client.executeMultiple(await known)
  return db
}

/** Returns one SQL script that creates the final schema; it runs in a sixth of the time of the migrations */
async function scriptOf(name: Name): Promise<string> {
  const db = await openDb({ url: ':memory:' })
  try {
    await migrateDb(db, migrations[name])
    // Skips shadow tables of full-text indexes: creating the index creates them too.
    const { rows } = await db.client.execute(`select sql from sqlite_master where sql is not null and name not in
        (select name from pragma_table_list where type = 'shadow') and name not like 'sqlite_%' order by rowid`)
    const notes = await db.client.execute(`select 'insert into _migrations values (' || quote(name) || ', ' ||
        quote(digest) || ', ' || ran_at || ')' as sql from _migrations`)
    return ['begin', ...[...rows, ...notes.rows].map(({ sql }) => String(sql)), 'commit'].join(';\n')
  } finally {
    await db.close()
  }
}

/** Copies a migrated empty database into a folder, because running the migrations takes longer than a short test. */
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
