import { sql } from 'drizzle-orm'
import type { Db, Reader } from '../db/client.ts'

/** The smallest write there is, to the row that migrations leave for it. @throws UnwritableError */
export async function touchDatabase(db: Db, now: number): Promise<void> {
  await db.write(async () =>
    db.orm.run(sql`
      insert into _writable (id, at) values (1, ${now}) on conflict (id) do update set at = excluded.at`),
  )
}

/** @returns when it was last written so, ms UTC; 0 when it never was */
export async function readTouched({ orm }: Reader): Promise<number> {
  const [row] = await orm.all<{ at: number }>(sql`select at from _writable where id = 1`)
  return row?.at ?? 0
}
