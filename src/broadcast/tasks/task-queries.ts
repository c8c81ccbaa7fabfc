import type { InStatement } from '@libsql/client'
import type { Db } from '../../db/client.ts'
import { broadcastTasks } from '../../db/schema/broadcasts.ts'
import { type Locale, storedLocale } from '../../i18n/locales.ts'
import type { Reservation } from '../../telegram/limiter/bucket.ts'
import { hasRoom, readReservation, reserveStatements } from '../../telegram/limiter/bucket-queries.ts'
import { followsAlbum } from '../../telegram/message/requests.ts'
import type { BroadcastTask } from '../broadcast.ts'
import { sliceRows } from '../broadcast-queries.ts'
import { readContent } from '../content.ts'
import { noDueTime } from '../delivery/claim-queries.ts'
import { lastChat } from '../delivery/fill-queries.ts'
import { reopenFinished } from '../delivery/result-queries.ts'

export interface TaskWork {
  id: string
  task: BroadcastTask
  /** Chat id up to which all chats are done */
  cursor: number | null
  content: string
  isRunning: boolean
}

export async function listTasks(db: Db): Promise<TaskWork[]> {
  const rows = await db.readAll(
    'select id, task, task_cursor, content, state from broadcasts where task is not null order by id limit 20',
  )()
  return rows.map(([id, task, cursor, content, state]) => ({
    id: String(id),
    task: taskOf(task),
    cursor: typeof cursor === 'number' ? cursor : null,
    content: String(content),
    isRunning: state === 'running',
  }))
}

function taskOf(value: unknown): BroadcastTask {
  const known = broadcastTasks.find((task) => task === value)
  if (!known) throw new Error(`There is no task ${String(value)}`)
  return known
}

/** SQL that is true until another process has continued the task */
const isMine = 'id = :id and task = :task and task_cursor is :cursor'

/** SQL that is true for rows worth another send. Rows of lost recipients stay failed: "reactivate" finds them. */
const isReachable = `(reason is null or reason not in ('gone', 'unreachable')
  or exists (select 1 from subscribers s where s.chat_id = deliveries.chat_id and s.state = 'active'))`

/** Moves a slice of rows to another state, with the counters, in one write. @returns whether there are more rows */
export async function moveSlice(db: Db, { id, task, cursor, content }: TaskWork, now: number): Promise<boolean> {
  const from = task === 'retry' ? 'failed' : 'unknown'
  const to = task === 'assume' ? "state = 'sent'" : `state = 'pending', attempts = 0, due_at = ${noDueTime}`
  // The query repeats the condition of the partial index, so that SQLite uses the index.
  const inState = `broadcast_id = :id and state = '${from}' and state in ('failed', 'unknown', 'skipped')`
  const own = task === 'retry' ? `${inState} and ${isReachable}` : inState
  const found = await db.readOne(
    `select chat_id from deliveries where ${own.replace(':id', '?')} and chat_id > ? order by chat_id limit 1 offset ${sliceRows - 1}`,
  )(id, cursor ?? -lastChat)
  const end = typeof found?.chat_id === 'number' ? found.chat_id : lastChat
  const slice = `${own} and chat_id > :after and chat_id <= :end`
  const sliceArgs = { id, task, cursor, end, now, after: cursor ?? -lastChat }
  const gained = task === 'assume' ? 'sent = sent + changes(),' : ''
  await db.writeRaw(
    [
      ...(task === 'assume' ? assumeAlbums({ content, slice, isMine, args: sliceArgs }) : []),
      {
        sql: `update deliveries set ${to}, reason = null, error = null, holder = null, lease_until = 0, at = :now
          where ${slice} and exists (select 1 from broadcasts where ${isMine})`,
        args: sliceArgs,
      },
      {
        sql: `update broadcasts set ${from} = ${from} - changes(), ${gained} task_done = task_done + changes(),
            task_cursor = :end, task = :next, updated_at = :now
          where ${isMine}`,
        args: { id, task, cursor, end, now, next: end === lastChat ? null : task },
      },
    ],
    { lane: 'bulk' },
  )
  return end !== lastChat
}

export interface SentRow {
  chatId: number
  part: number
  locale: Locale
  name: string
  variant: number
  messageId: number | null
  /** Number of messages: several for an album */
  messages: number
}

/** Returns whether messages of the broadcast are in flight; their rows change state when the result is written. */
export async function hasInFlight(db: Db, id: string): Promise<boolean> {
  // Repeats the condition of the partial index, so that SQLite uses it.
  const row = await db.readOne(`select 1 from deliveries indexed by deliveries_busy
    where state in ('claimed', 'sending') and state = 'sending' and broadcast_id = ? limit 1`)(id)
  return row !== undefined
}

/** Max chats in one slice of edits or deletions */
const sliceChats = 20

/** Lists messages in the next chats, with all parts of each chat. */
export async function listSentRows(db: Db, { id, cursor }: TaskWork): Promise<SentRow[]> {
  const rows = await db.readAll(
    `select chat_id, part, locale, name, variant, message_id, messages from deliveries
      where broadcast_id = ? and state = 'sent' and chat_id > ? order by chat_id, part limit ${2 * sliceChats}`,
  )(id, cursor ?? -lastChat)
  const sent = rows.map(([chatId, part, locale, name, variant, messageId, messages]) => ({
    chatId: Number(chatId),
    part: Number(part),
    locale: storedLocale(locale),
    name: String(name),
    variant: Number(variant),
    messageId: typeof messageId === 'number' ? messageId : null,
    messages: Number(messages),
  }))
  const last = sent.at(-1)?.chatId
  // Some parts of the last chat may be missing, so this chat is left to the next slice.
  const whole = sent.length < 2 * sliceChats ? sent : sent.filter(({ chatId }) => chatId !== last)
  return whole.slice(0, lastOf(whole))
}

function lastOf(rows: readonly SentRow[]): number {
  const chats = [...new Set(rows.map(({ chatId }) => chatId))].slice(0, sliceChats)
  return rows.filter(({ chatId }) => chats.includes(chatId)).length
}

export interface SlotsRequest {
  botId: number
  now: number
  most: number
}

/**
 * Reserves a slot in the lane of broadcasts for each row.
 * @returns undefined if the lane has no free slots, or another process has continued the task
 */
export async function reserveRows(
  db: Db,
  work: TaskWork,
  rows: readonly SentRow[],
  slots: SlotsRequest,
): Promise<Reservation | undefined> {
  const { id, task, cursor } = work
  const { botId, now, most } = slots
  const keys = JSON.stringify(rows.map(({ chatId, part }) => [chatId, part]))
  const isFree = `exists (select 1 from broadcasts where ${isMine})`
  const results = await db.writeRaw([
    {
      sql: `update deliveries set lease_until = lease_until where broadcast_id = :id and (chat_id, part) in
          (select value ->> 0, value ->> 1 from json_each(:keys)) and ${isFree} and ${hasRoom}`,
      args: { id, task, cursor, keys, botId, lane: 'bulk', now },
    },
    ...reserveStatements({ ...slots, lane: 'bulk' }),
  ])
  const count = results[0]?.rowsAffected ?? 0
  return count > 0 ? readReservation(results[1], { now, count, most }).slots : undefined
}

export interface SliceDone {
  /** Id of the last chat in the slice; undefined if no chats were left */
  end: number | undefined
  /** Number of chats that are done, as in the counters of the broadcast */
  done: number
  failed: number
  deleted: readonly number[]
}

/** The first slice also counts the total anew: messages that were in flight when the task was set are sent now. */
export async function finishSlice(db: Db, work: TaskWork, { end, done, failed, deleted }: SliceDone, now: number) {
  const { id, task, cursor } = work
  const next = end === undefined ? null : task
  await db.writeRaw([
    {
      sql: `update deliveries set reason = 'deleted', at = :now
        where broadcast_id = :id and chat_id in (select value from json_each(:deleted))`,
      args: { id, now, deleted: JSON.stringify(deleted) },
    },
    {
      sql: `update broadcasts set task_done = task_done + :done, task_failed = task_failed + :failed,
          task_total = iif(task_cursor is null, sent, task_total), task_cursor = :end, task = :next, updated_at = :now
        where ${isMine}`,
      args: { id, task, cursor, done, failed, end: end ?? cursor, next, now },
    },
  ])
}

interface AlbumSlice {
  /** Content of the broadcast: JSON, as stored in the column */
  content: string
  /** SQL that is true for the unknown rows of the slice */
  slice: string
  /** SQL that is true until another process has continued the task */
  isMine: string
  args: Record<string, string | number | null>
}

/**
 * Counts albums as sent if their text and buttons are a separate message: this message is sent now, and the recipient
 * is counted with it. Must precede the statements that count the other rows of the slice as sent.
 */
function assumeAlbums({ content, slice, isMine, args }: AlbumSlice): InStatement[] {
  if (!followsAlbum(readContent(content))) return []
  const albums = `${slice} and part = 0 and exists (select 1 from broadcasts where ${isMine})`
  return [
    {
      sql: `insert or ignore into deliveries (broadcast_id, chat_id, part, locale, name, variant, is_trial, due_at, at)
        select broadcast_id, chat_id, 1, locale, name, variant, is_trial, ${noDueTime}, :now from deliveries where ${albums}`,
      args,
    },
    {
      sql: `update broadcasts set ${reopenFinished} where changes() > 0 and ${isMine}`,
      args,
    },
    {
      sql: `update deliveries set state = 'sent', reason = null, error = null, holder = null, lease_until = 0, at = :now
        where ${albums}`,
      args,
    },
    {
      sql: `update broadcasts set unknown = unknown - changes(), task_done = task_done + changes()
        where changes() > 0 and ${isMine}`,
      args,
    },
  ]
}
