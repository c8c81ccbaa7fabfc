import type { Db } from '../../db/client.ts'
import type { Reservation } from '../../telegram/limiter/bucket.ts'
import { readReservation, reserveStatements } from '../../telegram/limiter/bucket-queries.ts'

/** What is asked for with messages that stand in chats */
export interface SentTask {
  id: string
  task: 'edit' | 'delete'
  revision: number
  content: string
  /** Chats up to this one are done */
  cursor: number | null
}

export interface SentRow {
  chatId: number
  part: number
  messageId: number | null
  messages: number
  locale: 'ru' | 'en'
  name: string
}

export async function findSentTask(db: Db): Promise<SentTask | undefined> {
  const [row] = await db.readAll(
    `select id, task, revision, content, task_cursor from broadcasts
      where task is not null and task in ('edit', 'delete') order by updated_at limit 1`,
  )()
  if (!row) return undefined
  const [id, task, revision, content, cursor] = row
  return {
    id: String(id),
    task: task === 'edit' ? 'edit' : 'delete',
    revision: Number(revision),
    content: String(content),
    cursor: cursor === null ? null : Number(cursor),
  }
}

/** The next chats with all of their parts. */
export async function listSent(db: Db, { id, cursor }: SentTask, chats: number): Promise<SentRow[]> {
  const rows = await db.readAll(
    `select chat_id, part, message_id, messages, locale, name from deliveries
      where broadcast_id = ?1 and chat_id in (select distinct chat_id from deliveries
        where broadcast_id = ?1 and chat_id > ?2 and state = 'sent' order by chat_id limit ?3) and state = 'sent'
      order by chat_id, part`,
  )(id, cursor ?? Number.MIN_SAFE_INTEGER, chats)
  return rows.map(([chatId, part, messageId, messages, locale, name]) => ({
    chatId: Number(chatId),
    part: Number(part),
    messageId: messageId === null ? null : Number(messageId),
    messages: Number(messages),
    locale: locale === 'ru' ? 'ru' : 'en',
    name: String(name),
  }))
}

/** Slots of the broadcasts' lane. @returns nothing while there is no room */
export async function reserveSlots(
  db: Db,
  { botId, count, most, now }: { botId: number; count: number; most: number; now: number },
): Promise<Reservation | undefined> {
  const results = await db.writeRaw(reserveStatements({ botId, lane: 'bulk', now, most, count }))
  if (!results[0]?.rows.length) return undefined
  const { from, everyMs } = readReservation(results.at(-1), count, most)
  return { from: from - now, everyMs }
}

/** What was done up to a chat, if nobody else has been faster. @param deleted  rows whose messages are gone */
export async function recordSentTask(
  db: Db,
  { id, task, revision, cursor }: SentTask,
  { upTo, done, failed, deleted, now }: { upTo: number; done: number; failed: number; deleted: SentRow[]; now: number },
): Promise<void> {
  const keys = JSON.stringify(deleted.map(({ chatId, part }) => [chatId, part]))
  await db.writeRaw([
    {
      sql: `update deliveries set message_id = null, reason = 'deleted', at = :now
        from (select value ->> 0 as chat_id, value ->> 1 as part from json_each(:keys)) as gone
        where deliveries.broadcast_id = :id and deliveries.chat_id = gone.chat_id and deliveries.part = gone.part`,
      args: { id, keys, now },
    },
    {
      sql: `update broadcasts set task_cursor = :upTo, task_done = task_done + :done, task_failed = task_failed + :failed
        where id = :id and task = :task and revision = :revision and task_cursor is :cursor`,
      args: { id, task, revision, cursor, upTo, done, failed },
    },
  ])
}

export async function endSentTask(db: Db, { id, task, revision, cursor }: SentTask): Promise<void> {
  const sql = `update broadcasts set task = null, task_cursor = null
    where id = ? and task = ? and revision = ? and task_cursor is ?`
  await db.writeRaw([{ sql, args: [id, task, revision, cursor] }])
}
