import { desc, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { broadcasts } from '../../db/schema/broadcasts.ts'
import type { BroadcastRow } from '../broadcast.ts'

/** Lists broadcasts, newest first, without those that are steps of series. */
export async function listNewest(db: Db, limit: number): Promise<BroadcastRow[]> {
  return db.orm
    .select()
    .from(broadcasts)
    .where(isNull(broadcasts.seriesId))
    .orderBy(desc(broadcasts.createdAt), desc(broadcasts.id))
    .limit(limit)
}
