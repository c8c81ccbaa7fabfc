import type { Db } from '../../db/client.ts'
import type { ImportedSubscriber } from './subscriber-lines.ts'

const rows = `(select value ->> 0 as chat_id, value ->> 1 as locale, value ->> 2 as name from json_each(?)) given`

/**
 * Writes a slice of subscribers in one transaction. Known chats get the name and the language of their last row; chats
 * that are stopped or blocked stay so. New chats count as active from now on.
 */
export async function writeSubscribers(
  db: Db,
  slice: readonly ImportedSubscriber[],
  now: number,
): Promise<{ added: number; changed: number }> {
  const last = new Map(slice.map(({ chatId, locale, name }) => [chatId, [chatId, locale, name]]))
  const json = JSON.stringify([...last.values()])
  const [changed, added] = await db.writeRaw(
    [
      {
        sql: `update subscribers set locale = given.locale, name = given.name from ${rows}
          where subscribers.chat_id = given.chat_id and (subscribers.locale <> given.locale or subscribers.name <> given.name)`,
        args: [json],
      },
      {
        sql: `insert into subscribers (chat_id, locale, name, state, created_at, active_at)
          select chat_id, locale, name, 'active', ?, ? from ${rows} where true on conflict do nothing`,
        args: [now, now, json],
      },
    ],
    { lane: 'bulk' },
  )
  return { added: added?.rowsAffected ?? 0, changed: changed?.rowsAffected ?? 0 }
}
