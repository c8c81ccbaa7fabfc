import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { ClickedBroadcast } from './audience-fields.tsx'

/** Max broadcasts that are offered as an audience filter */
const maxOffered = 50

/** Lists broadcasts whose buttons were clicked, newest first. */
export async function listClicked(db: Db): Promise<ClickedBroadcast[]> {
  return db.orm.all<ClickedBroadcast>(
    sql`select id, name from broadcasts where clicks > 0 order by created_at desc limit ${maxOffered}`,
  )
}
