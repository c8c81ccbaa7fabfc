import type { InStatement } from '@libsql/client'
import type { Db } from '../../db/client.ts'
import type { Reason } from '../broadcast.ts'
import { jsonRows, keyOf, listedRows, noDueTime } from './claim-queries.ts'
import type { RowChange } from './outcome-change.ts'

/** Pause between an album and the message after it, ms: Telegram accepts about one message a second in a chat. */
const nextPartMs = 1100

export interface Result extends RowChange {
  /** Whether another part follows once this one is sent; the recipient is counted with the last part. */
  hasNext: boolean
}

/**
 * Writes results of sends and the counters of their broadcasts in one write. Also corrects rows that were marked
 * unknown in the meantime because their lease had expired.
 */
export async function recordResults(
  db: Db,
  results: readonly Result[],
  { leaseOwner, now }: { leaseOwner: string; now: number },
): Promise<void> {
  const groups = [...Map.groupBy(results, groupOf).values()].map((group) => {
    return { group, statements: groupStatements(group, { leaseOwner, now, was: 'sending' }) }
  })
  const written = await db.writeRaw(groups.flatMap(({ statements }) => statements))
  const late = groups.flatMap(({ group, statements }) => {
    const [changed] = written.splice(0, statements.length)
    if (changed?.rows.length === group.length) return []
    const keys = new Set(changed?.rows.map((row) => keyOf({ chatId: Number(row.chat_id), part: Number(row.part) })))
    return [group.filter(({ row }) => !keys.has(keyOf(row)))]
  })
  await db.writeRaw(late.flatMap((group) => groupStatements(group, { leaseOwner, now, was: 'unknown' })))
}

function groupOf({ row, state, hasNext, subscriber, migrateTo }: Result): string {
  return [row.broadcastId, state, hasNext, subscriber, migrateTo].join()
}

const resultRows = jsonRows('chat_id', 'part', 'reason', 'error', 'message_id', 'messages', 'due_at', 'refund')

function groupStatements(
  group: readonly Result[],
  { leaseOwner, now, was }: { leaseOwner: string; now: number; was: 'sending' | 'unknown' },
): InStatement[] {
  const [first] = group
  if (!first) return []
  const id = first.row.broadcastId
  const rows = JSON.stringify(
    group.map(({ row, reason, error, messageId, messages, dueAt, isRefunded }) => {
      return [row.chatId, row.part, reason, error, messageId, messages, dueAt, Number(isRefunded)]
    }),
  )
  const leaseOwnerAfter = first.state === 'pending' ? 'null' : 'holder'
  const update = {
    sql: `update deliveries set state = :state, reason = result.reason, error = result.error,
        message_id = result.message_id, messages = result.messages, due_at = result.due_at,
        attempts = attempts - result.refund, at = :now, lease_until = 0, holder = ${leaseOwnerAfter}
      from ${resultRows} as result
      where deliveries.broadcast_id = :id and deliveries.chat_id = result.chat_id
        and deliveries.part = result.part and state = :was and holder = :holder
      returning deliveries.chat_id, deliveries.part`,
    args: { id, rows, now, state: first.state, was, holder: leaseOwner },
  }
  return [update, ...countStatements(first, was), ...furtherStatements(group, first, now)]
}

/** SQL: reopens a broadcast that finished while the outcome of these rows was unknown. */
export const reopenFinished = `finished_at = iif(state = 'finished', null, finished_at), state = iif(state = 'finished', 'running', state)`

/** Adds to the counters of the broadcast as many rows as the previous statement changed. */
function countStatements({ row, state, hasNext, migrateTo }: Result, was: 'sending' | 'unknown'): InStatement[] {
  if (state === was) return []
  const isCounted = state !== 'pending' && !(state === 'sent' && hasNext)
  const isSentToAgain = !isCounted || migrateTo !== undefined
  const set = [
    ...(was === 'unknown' ? ['unknown = unknown - changes()'] : []),
    ...(was === 'unknown' && isSentToAgain ? [reopenFinished] : []),
    ...(isCounted ? [`${state} = ${state} + changes()`] : []),
  ]
  if (set.length === 0) return []
  return [
    { sql: `update broadcasts set ${set.join(', ')} where id = :id and changes() > 0`, args: { id: row.broadcastId } },
  ]
}

function furtherStatements(group: readonly Result[], first: Result, now: number): InStatement[] {
  const id = first.row.broadcastId
  const rows = JSON.stringify(group.map(({ row }) => [row.chatId, row.part]))
  const { subscriber, migrateTo, state, hasNext } = first
  if (subscriber) {
    const chats = 'select value ->> 0 from json_each(:rows)'
    const sql = `update subscribers set state = :subscriber where state = 'active' and chat_id in (${chats})`
    return [{ sql, args: { subscriber, rows } }]
  }
  if (migrateTo !== undefined) return migrateStatements(first, migrateTo, now)
  if (state !== 'sent' || !hasNext) return []
  return [
    {
      sql: `insert or ignore into deliveries (broadcast_id, chat_id, part, locale, name, variant, is_trial, due_at, at)
        select broadcast_id, deliveries.chat_id, deliveries.part + 1, locale, name, variant, is_trial, :due, :now
        from deliveries, ${listedRows} and state = 'sent'`,
      args: { id, rows, now, due: now + nextPartMs },
    },
  ]
}

/** Moves a row to the chat's new id, to be sent there. If a row with the new id exists, that row stays as it is. */
function migrateStatements({ row }: Result, migrateTo: number, now: number): InStatement[] {
  const args = { id: row.broadcastId, part: row.part, chat: row.chatId, to: migrateTo }
  const isOld = `broadcast_id = :id and chat_id = :chat and part = :part and state = 'failed' and reason = 'migrated'`
  return [
    {
      sql: 'update or ignore subscribers set chat_id = :to where chat_id = :chat',
      args: { to: migrateTo, chat: row.chatId },
    },
    {
      sql: `update or ignore deliveries set chat_id = :to, state = 'pending', reason = null, error = null, due_at = ${noDueTime},
        at = :now, holder = null where ${isOld}`,
      args: { ...args, now },
    },
    { sql: 'update broadcasts set failed = failed - changes() where id = :id', args: { id: row.broadcastId } },
  ]
}

/**
 * Pauses broadcasts that run, so that an earlier reason for a pause stays. @param which  a broadcast at the revision
 * that was sent: a failure of an older revision comes too late. @returns whether this call paused any
 */
export async function pauseRunning(
  db: Db,
  which: { id: string; revision: number } | 'all',
  { reason, error, now }: { reason: Reason; error: string; now: number },
): Promise<boolean> {
  const [result] = await db.writeRaw([
    {
      sql: `update broadcasts set state = 'paused', reason = :reason, error = :error, updated_at = :now
        where state in ('running', 'preparing') ${which === 'all' ? '' : 'and id = :id and revision = :revision'}`,
      args: { reason, error, now, ...(which !== 'all' && { id: which.id, revision: which.revision }) },
    },
  ])
  return (result?.rowsAffected ?? 0) > 0
}
