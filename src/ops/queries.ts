import { sql } from 'drizzle-orm'
import type { Db, Reader } from '../db/client.ts'

/** Makes the smallest possible write, to a row reserved for it by the migrations. @throws UnwritableError */
export async function touchDatabase(db: Db, now: number): Promise<void> {
  await db.write(async () =>
    db.orm.run(sql`
      insert into _writable (id, at) values (1, ${now}) on conflict (id) do update set at = excluded.at`),
  )
}

/** @returns the time of the last write by `touchDatabase`, ms UTC; 0 if there was none */
export async function readTouched({ orm }: Reader): Promise<number> {
  const [row] = await orm.all<{ at: number }>(sql`select at from _writable where id = 1`)
  return row?.at ?? 0
}
