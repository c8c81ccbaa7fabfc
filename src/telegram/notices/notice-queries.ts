import type { Db } from '../../db/client.ts'
import { hasEnded } from '../../jobs/holder.ts'
import type { Reservation } from '../limiter/bucket.ts'
import { hasRoom, isThawed, readReservation, reserveStatements } from '../limiter/bucket-queries.ts'

export interface ClaimedNotice {
  id: number
  chatId: number
  method: string
  params: Record<string, unknown>
  attempts: number
}

/** ms. No notice is due so far ahead: the clock has been set back since. */
const farDue = 120_000
const isDue = `state = 'pending' and (due_at <= :now or due_at > :now + ${farDue}) and expires_at > :now`

export async function hasNotices(db: Db, now: number): Promise<boolean> {
  const sql = `select 1 from notices where state = 'pending' and (due_at <= ?1 or due_at > ?1 + ${farDue}) and expires_at > ?1 limit 1`
  return (await db.readOne(sql)(now)) !== undefined
}

interface Holding {
  holder: string
  now: number
  leaseMs: number
  botId: number
}

/** Where another process tells a chat something, the next for that chat would overtake it. */
const isNobodyElses = `chat_id not in (select chat_id from notices where state in ('claimed', 'sending') and holder <> :holder)`
/** It is shown above a chat, and counts as no message in it. */
const isNoMessage = `method = 'answerCallbackQuery'`
/** A chat that is told something, or was a moment ago, waits for its next message. */
const isItsTime = `(${isNoMessage} or chat_id not in (select value from json_each(:busy))
  and chat_id not in (select chat_id from notices where state in ('claimed', 'sending') and not ${isNoMessage}))`

/**
 * The oldest one with the slot that it is sent in, of chats that are not `busy`; what strangers have asked for is behind
 * what has a reason.
 * @returns none while there is no room
 */
export async function claimNotices(
  db: Db,
  { most, busy, ...holding }: Holding & { most: number; busy: readonly number[] },
): Promise<{ notices: ClaimedNotice[]; slots: Reservation }> {
  const { holder, now, leaseMs, botId } = holding
  const results = await db.writeRaw([
    {
      sql: `update notices set state = 'claimed', holder = :holder, lease_until = :until
        where id = (select id from notices where ${isDue} and ${isNobodyElses} and ${isItsTime}
          order by reason is null, due_at, id limit 1) and ${hasRoom}
        returning id, chat_id, method, payload, attempts`,
      args: { holder, now, until: now + leaseMs, botId, lane: 'reply', busy: JSON.stringify(busy) },
    },
    ...reserveStatements({ botId, lane: 'reply', now, most }),
  ])
  const notices = (results[0]?.rows ?? []).map(({ id, chat_id, method, payload, attempts }) => ({
    id: Number(id),
    chatId: Number(chat_id),
    method: String(method),
    params: readParams(String(payload)),
    attempts: Number(attempts),
  }))
  const { from, everyMs } = readReservation(results[1], { now, count: notices.length, most }).slots
  return { notices: notices.toSorted((a, b) => a.id - b.id), slots: { from: from - now, everyMs } }
}

/** What `say` has written. */
function readParams(payload: string): Record<string, unknown> {
  return JSON.parse(payload)
}

const ids = '(select value from json_each(:ids))'
const idsOf = (notices: readonly { id: number }[]) => JSON.stringify(notices.map(({ id }) => id))

/** @returns those that may be sent: their intent is on the disk */
export async function intendNotices(
  db: Db,
  notices: readonly ClaimedNotice[],
  { holder, now, leaseMs, botId }: Holding,
): Promise<ClaimedNotice[]> {
  const [result] = await db.writeRaw([
    {
      sql: `update notices set state = 'sending', attempts = attempts + 1, lease_until = :until
        where id in ${ids} and state = 'claimed' and holder = :holder and ${isThawed} returning id`,
      args: { ids: idsOf(notices), holder, now, until: now + leaseMs, botId },
    },
  ])
  const intended = new Set(result?.rows.map(({ id }) => Number(id)))
  // Claimed again after its first lease it may be here twice.
  return notices.filter(({ id }) => intended.delete(id))
}

export async function releaseNotices(db: Db, notices: readonly ClaimedNotice[], holder: string): Promise<void> {
  if (notices.length === 0) return
  const sql = `update notices set state = 'pending', holder = null where id in ${ids} and state = 'claimed' and holder = :holder`
  await db.writeRaw([{ sql, args: { ids: idsOf(notices), holder } }])
}

export interface NoticeResult {
  id: number
  chatId: number
  state: 'pending' | 'sent' | 'failed' | 'unknown'
  error: string | null
  dueAt: number
  subscriber?: 'blocked' | 'gone' | 'unreachable' | undefined
}

export async function recordNotice(db: Db, result: NoticeResult, holder: string): Promise<void> {
  const { id, chatId, state, error, dueAt, subscriber } = result
  await db.writeRaw([
    {
      sql: `update notices set state = :state, error = :error, due_at = :dueAt, lease_until = 0
        where id = :id and state in ('sending', 'unknown') and holder = :holder`,
      args: { id, state, error, dueAt, holder },
    },
    ...(subscriber
      ? [
          {
            sql: "update subscribers set state = ? where chat_id = ? and state = 'active'",
            args: [subscriber, chatId],
          },
        ]
      : []),
  ])
}

/** What was held by a process that has died: not begun waits again, begun is unknown and stays so. */
export async function sweepNotices(db: Db, now: number): Promise<void> {
  const isHeld = "state in ('claimed', 'sending')"
  const holders = await db.readAll(`select distinct holder from notices where ${isHeld} limit 1000`)()
  if (holders.length === 0) return
  const ended = JSON.stringify(holders.map(([holder]) => String(holder)).filter(hasEnded))
  const busy = `${isHeld} and (lease_until <= :now or lease_until > :now + ${farDue}
    or holder in (select value from json_each(:ended)))`
  const args = { now, ended }
  await db.writeRaw([
    { sql: `update notices set state = 'pending', holder = null where state = 'claimed' and ${busy}`, args },
    { sql: `update notices set state = 'unknown' where state = 'sending' and ${busy}`, args },
  ])
}

/** ms: a week, for whoever asks what was sent. A reason is known for as long, and not told again. */
const keptMs = 7 * 24 * 3600_000
const slice = 1000

/** Drops what has expired unsent, and what is over. */
export async function trimNotices(db: Db, now: number): Promise<void> {
  await db.writeRaw(
    [
      {
        sql: `delete from notices where id in (select id from notices where state = 'pending' and expires_at <= ? limit ${slice})`,
        args: [now],
      },
      {
        sql: `delete from notices where id in (select id from notices where created_at < ?
          and state in ('sent', 'failed', 'unknown') order by created_at limit ${slice})`,
        args: [now - keptMs],
      },
    ],
    { lane: 'bulk' },
  )
}
