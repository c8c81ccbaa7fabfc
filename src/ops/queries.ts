import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** The smallest write there is, to the row that migrations leave for it. @throws UnwritableError */
export async function touchDatabase(db: Db, now: number): Promise<void> {
  await db.write(async () =>
    db.orm.run(sql`
      insert into _writable (id, at) values (1, ${now}) on conflict (id) do update set at = excluded.at`),
  )
}
