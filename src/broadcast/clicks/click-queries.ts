import { sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import type { BroadcastClick } from '../../telegram/bot/bot-deps.ts'

/** Counts a click once per person and button, and only for recipients of the broadcast, not for those of a test. */
export function clickStatements(db: Db, { broadcastId, button, chatId, now }: BroadcastClick): BatchStatement[] {
  return [
    db.orm.run(sql`
      insert into broadcast_clicks (broadcast_id, button, chat_id, at)
      select ${broadcastId}, ${button}, ${chatId}, ${now}
      where exists (select 1 from deliveries where broadcast_id = ${broadcastId} and chat_id = ${chatId})
      on conflict do nothing`),
    db.orm.run(sql`update broadcasts set clicks = clicks + 1 where id = ${broadcastId} and changes() > 0`),
  ]
}
