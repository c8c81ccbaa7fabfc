import { sql } from 'drizzle-orm'
import Database from 'libsql'
import type { Db, Reader } from './client.ts'

export interface Migration {
  name: string
  sql: string
}

export interface MigrationState {
  pending: string[]
  edited: string[]
  /** Names of migrations that another version of the program has run and that this version does not have */
  unknown: string[]
}

export interface MigrationStep {
  name: string
  /** Number of migrations that were applied before the current one */
  done: number
  total: number
}

/**
 * Runs each pending migration and records it in the same transaction; several processes may do so at the same time.
 * @param onStep  called before each pending migration @returns the migrations that ran now, with their durations in ms.
 * @throws Error when a migration fails or was edited after it ran
 */
export async function migrateDb(
  db: Db,
  migrations: Migration[],
  onStep?: (step: MigrationStep) => void,
): Promise<Map<string, number>> {
  await db.writeRaw([
    'create table if not exists _migrations (name text primary key, digest text not null, ran_at integer not null)',
    // Table for checks that the database is writable.
    'create table if not exists _writable (id integer primary key, at integer not null)',
  ])
  const ran = await digestsByName(db)
  const applied = new Map<string, number>()
  for (const [done, migration] of migrations.entries()) {
    const known = ran.get(migration.name)
    if (known === undefined) {
      onStep?.({ name: migration.name, done, total: migrations.length })
      const startedAt = performance.now()
      if (await runMigration(db, migration)) applied.set(migration.name, Math.round(performance.now() - startedAt))
    } else if (known !== digestOf(migration)) {
      throw new Error(
        `Migration ${migration.name} was edited after it ran: restore the file and add a new migration instead.`,
      )
    }
  }
  return applied
}

export async function pendingMigrations(db: Reader, migrations: Migration[]): Promise<MigrationState> {
  const [table] = await db.orm.all(sql`select name from sqlite_master where type = 'table' and name = '_migrations'`)
  const ran = table ? await digestsByName(db) : new Map<string, string>()
  const names = new Set(migrations.map(({ name }) => name))
  const known = migrations.filter(({ name }) => ran.has(name))
  return {
    pending: migrations.filter(({ name }) => !ran.has(name)).map(({ name }) => name),
    edited: known.filter((migration) => ran.get(migration.name) !== digestOf(migration)).map(({ name }) => name),
    unknown: [...ran.keys()].filter((name) => !names.has(name)),
  }
}

/** Returns tables that the applied migrations created and that no longer exist. */
export async function missingTables(db: Reader, migrations: Migration[]): Promise<string[]> {
  const { pending } = await pendingMigrations(db, migrations)
  const made = new Database(':memory:')
  try {
    for (const migration of migrations.filter(({ name }) => !pending.includes(name))) {
      for (const statement of statementsOf(migration)) made.exec(statement)
    }
    const listed = `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
    const there = new Set((await db.orm.all<{ name: string }>(sql.raw(listed))).map(({ name }) => name))
    const wanted = made.prepare(listed).all() as { name: string }[]
    return wanted.map(({ name }) => name).filter((name) => !there.has(name))
  } finally {
    made.close()
  }
}

async function digestsByName(db: Reader): Promise<Map<string, string>> {
  const rows = await db.orm.all<{ name: string; digest: string }>(
    sql`select name, digest from _migrations order by name`,
  )
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** @returns false if another process has run the migration meanwhile */
async function runMigration(db: Db, migration: Migration): Promise<boolean> {
  const { name } = migration
  // Inserts the record first: with two processes, one of them fails at the record's primary key and has changed
  // nothing.
  const note = { sql: 'insert into _migrations values (?, ?, ?)', args: [name, digestOf(migration), Date.now()] }
  try {
    await db.writeRaw([note, ...statementsOf(migration)])
    return true
  } catch (error) {
    if ((await digestsByName(db)).get(name) === digestOf(migration)) return false
    throw error
  }
}

function statementsOf({ sql }: Migration): string[] {
  const statements = sql.split('--> statement-breakpoint').map((statement) => statement.trim())
  return statements.filter(Boolean)
}

function digestOf({ sql }: Migration): string {
  return new Bun.CryptoHasher('sha256').update(sql).digest('hex').slice(0, 32)
}
