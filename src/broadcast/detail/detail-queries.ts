import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'

export interface ReasonCount {
  state: 'failed' | 'unknown' | 'skipped'
  reason: string | null
  count: number
}

/** Counts reasons why recipients got no message, most frequent first: Telegram's reasons and ours. */
export async function countReasons(db: Db, id: string): Promise<ReasonCount[]> {
  return db.orm.all<ReasonCount>(
    sql`select state, nullif(reason, '') as reason, count from delivery_reasons
      where broadcast_id = ${id} and count > 0 order by count desc limit 60`,
  )
}

/** Finds the logins of those accounts that still exist. */
export async function findLogins(db: Db, ids: (string | null)[]): Promise<Map<string, string>> {
  const rows = await db.orm.all<{ id: string; login: string }>(
    sql`select id, login from users where id in (select value from json_each(${JSON.stringify(ids)}))`,
  )
  return new Map(rows.map(({ id, login }) => [id, login]))
}

export interface ButtonClicks {
  button: number
  count: number
}

/** Counts the people who clicked each button; buttons are numbered across all rows of the keyboard. */
export async function countClicks(db: Db, id: string): Promise<ButtonClicks[]> {
  return db.orm.all<ButtonClicks>(
    sql`select button, count from click_counts where broadcast_id = ${id} order by button limit 100`,
  )
}

export interface OwnChat {
  chatId: number
  name: string
}

/** Finds the chat linked with the signed-in user, if the bot can write to this chat. */
export async function findOwnChat(db: Db, userId: string): Promise<OwnChat | undefined> {
  const [chat] = await db.orm.all<OwnChat>(
    sql`select chat_id as chatId, name from subscribers where user_id = ${userId} and state = 'active'`,
  )
  return chat
}
