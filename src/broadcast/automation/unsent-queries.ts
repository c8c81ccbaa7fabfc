import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { broadcasts } from '../../db/schema/broadcasts.ts'

/** Counts unsent messages of active broadcasts; of an incomplete audience only recipients added so far */
export async function countUnsent(db: Pick<Db, 'orm'>): Promise<number> {
  const { total, sent, failed, unknown, skipped } = broadcasts
  const [row] = await db.orm
    .select({ unsent: sql<number>`coalesce(sum(${total} - ${sent} - ${failed} - ${unknown} - ${skipped}), 0)` })
    .from(broadcasts)
    .where(inArray(broadcasts.state, ['preparing', 'running', 'paused']))
  return row?.unsent ?? 0
}
