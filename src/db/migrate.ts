import type { Db } from './client.ts'

export interface Migration {
  /** File name without `.sql`; migrations run in the order of their list. */
  name: string
  sql: string
}

/**
 * Brings a database up to its list of migrations. Each runs as one transaction together with the note that it ran,
 * so an interrupted start repeats nothing and loses nothing.
 * @returns the names that ran now
 * @throws Error when a migration that already ran has changed since, or when one fails
 */
export async function migrateDb(db: Db, migrations: Migration[]): Promise<string[]> {
  await db.write(() =>
    db.client.execute(
      'create table if not exists _migrations (name text primary key, digest text not null, ran_at integer not null)',
    ),
  )
  const { rows } = await db.client.execute('select name, digest from _migrations')
  const ran = new Map(rows.map((row) => [String(row.name), String(row.digest)]))
  const applied: string[] = []
  for (const { name, sql } of migrations) {
    const digest = digestOf(sql)
    const known = ran.get(name)
    if (known === digest) continue
    if (known)
      throw new Error(`Migration ${name} was edited after it ran: restore the file and add a new migration instead.`)
    const statements = sql.split('--> statement-breakpoint').map((statement) => statement.trim())
    const note = { sql: 'insert into _migrations values (?, ?, ?)', args: [name, digest, Date.now()] }
    await db.write(() => db.client.batch([...statements.filter(Boolean), note], 'write'))
    applied.push(name)
  }
  return applied
}

function digestOf(sql: string): string {
  return new Bun.CryptoHasher('sha256').update(sql).digest('hex').slice(0, 32)
}
