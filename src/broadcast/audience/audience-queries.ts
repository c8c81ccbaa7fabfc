import { type SQL, sql } from 'drizzle-orm'
import type { Db, Reader } from '../../db/client.ts'
import type { Audience } from './audience.ts'

const dayMs = 24 * 3600_000

/**
 * SQL condition on rows of `subscribers` that are in the audience now. For audiences without `chats`, `role` and
 * `clicked`, the index `subscribers_audience` alone suffices.
 */
export function audienceWhere(audience: Audience, now: number): SQL {
  const { locale, activeWithinDays, role, isLinked, clicked, chats } = audience
  const conditions = [
    sql`subscribers.state = 'active'`,
    locale && sql`subscribers.locale = ${locale}`,
    activeWithinDays !== undefined && sql`subscribers.active_at >= ${now - activeWithinDays * dayMs}`,
    isLinked !== undefined && (isLinked ? sql`subscribers.user_id is not null` : sql`subscribers.user_id is null`),
    // Administrators are few, so they are looked up by id; all other roles are filtered.
    role === 'admin' && sql`subscribers.user_id in (select id from users where role = 'admin')`,
    role === 'user' &&
      sql`subscribers.user_id is not null and subscribers.user_id not in (select id from users where role = 'admin')`,
    clicked && hasClicked(clicked),
    chats && sql`subscribers.chat_id in (select value from json_each(${JSON.stringify(chats)}))`,
  ]
  return sql.join(
    conditions.flatMap((condition) => (condition ? [condition] : [])),
    sql` and `,
  )
}

function hasClicked({ broadcast, button }: NonNullable<Audience['clicked']>): SQL {
  const which = button === undefined ? sql`` : sql` and button = ${button}`
  return sql`subscribers.chat_id in (select chat_id from broadcast_clicks where broadcast_id = ${broadcast}${which})`
}

/** Whether there is any active subscriber */
export async function hasSubscribers(db: Db | Reader): Promise<boolean> {
  const rows = await db.orm.all(sql`select 1 from subscribers where state = 'active' limit 1`)
  return rows.length > 0
}

export async function countAudience(db: Db | Reader, audience: Audience, now: number): Promise<number> {
  const [row] = await db.orm.all<{ count: number }>(
    sql`select count(*) as count from subscribers where ${audienceWhere(audience, now)}`,
  )
  return row?.count ?? 0
}
