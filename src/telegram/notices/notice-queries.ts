import type { ResultSet } from '@libsql/client'
import type { Db } from '../../db/client.ts'
import { ownerHasEnded } from '../../jobs/lease-owner.ts'
import type { Reservation } from '../limiter/bucket.ts'
import { hasRoom, isThawed, readReservation, reserveStatements } from '../limiter/bucket-queries.ts'

export interface ClaimedNotice {
  id: number
  chatId: number
  method: string
  params: Record<string, unknown>
  attempts: number
  /** Whether the notice answers a person who has just written; other notices are sent unasked. */
  isAnswer: boolean
}

/** Max time that a notice is due ahead, ms. A later due time means that the clock was set back. */
const farDue = 120_000
const dueAt = (now: string) =>
  `state = 'pending' and (due_at <= ${now} or due_at > ${now} + ${farDue}) and expires_at > ${now}`

/**
 * SQL for answers to clicks, which are not messages, so that Telegram does not limit them. Source:
 * github.com/tdlib/telegram-bot-api/issues/648
 */
const isClickAnswer = "method = 'answerCallbackQuery'"

/** Returns which kinds of notices are due: messages, and answers to clicks. */
export async function dueNotices(db: Db, now: number): Promise<{ messages: boolean; clicks: boolean }> {
  const has = (which: string) => `exists (select 1 from notices where ${dueAt('?1')} and ${which})`
  const sql = `select ${has(`not ${isClickAnswer}`)} as messages, ${has(isClickAnswer)} as clicks`
  const row = await db.readOne(sql)(now)
  return { messages: row?.messages === 1, clicks: row?.clicks === 1 }
}

interface LeaseRequest {
  leaseOwner: string
  now: number
  leaseMs: number
  botId: number
}

/** SQL: no other process sends to the chat; otherwise the next notice for the chat could overtake that one. */
const isNobodyElses = `chat_id not in (select chat_id from notices where state in ('claimed', 'sending') and holder <> :holder)`

/** SQL: no message to the chat is being sent or was sent a moment ago; otherwise the next one has to wait. */
const isItsTime = `chat_id not in (select value from json_each(:busy))
  and chat_id not in (select chat_id from notices where state in ('claimed', 'sending') and not ${isClickAnswer})`

/** Returns SQL that claims due notices. @param next  SQL that selects which of them, how many and in which sequence */
const claimSql = (next: string, isAllowed: string) => `update notices
  set state = 'claimed', holder = :holder, lease_until = :until
  where id in (select id from notices where ${dueAt(':now')} and ${isNobodyElses} and ${next}) and ${isAllowed}
  returning id, chat_id, method, payload, attempts, reason`

/**
 * Claims the oldest message to a chat that is not `busy`, together with a slot; answers to strangers come after notices
 * with a reason.
 * @returns no message while the lane has no free slot
 */
export async function claimMessage(
  db: Db,
  { most, busy, ...request }: LeaseRequest & { most: number; busy: readonly number[] },
): Promise<{ notices: ClaimedNotice[]; slots: Reservation }> {
  const { leaseOwner, now, leaseMs, botId } = request
  const results = await db.writeRaw([
    {
      sql: claimSql(`not ${isClickAnswer} and ${isItsTime} order by reason is null, due_at, id limit 1`, hasRoom),
      args: { holder: leaseOwner, now, until: now + leaseMs, botId, lane: 'reply', busy: JSON.stringify(busy) },
    },
    ...reserveStatements({ botId, lane: 'reply', now, most }),
  ])
  const notices = noticesOf(results[0])
  const { from, everyMs } = readReservation(results[1], { now, count: notices.length, most }).slots
  return { notices, slots: { from: from - now, everyMs } }
}

/** Claims the oldest answers to clicks, which need no slots. @returns no answers while Telegram makes the bot wait */
export async function claimClickAnswers(
  db: Db,
  { leaseOwner, now, leaseMs, botId, limit }: LeaseRequest & { limit: number },
): Promise<ClaimedNotice[]> {
  const [result] = await db.writeRaw([
    {
      sql: claimSql(`${isClickAnswer} order by due_at, id limit :limit`, isThawed),
      args: { holder: leaseOwner, now, until: now + leaseMs, limit, botId },
    },
  ])
  return noticesOf(result)
}

function noticesOf(result: ResultSet | undefined): ClaimedNotice[] {
  const notices = (result?.rows ?? []).map(({ id, chat_id, method, payload, attempts, reason }) => ({
    id: Number(id),
    chatId: Number(chat_id),
    method: String(method),
    params: readParams(String(payload)),
    attempts: Number(attempts),
    isAnswer: reason === null,
  }))
  return notices.toSorted((a, b) => a.id - b.id)
}

/** Parses the parameters that `noticeStatement` has written. */
function readParams(payload: string): Record<string, unknown> {
  return JSON.parse(payload)
}

const ids = '(select value from json_each(:ids))'
const idsOf = (notices: readonly { id: number }[]) => JSON.stringify(notices.map(({ id }) => id))

/** Writes the intents to send notices. @returns notices that may be sent, because their intents are on the disk */
export async function intendNotices(
  db: Db,
  notices: readonly ClaimedNotice[],
  { leaseOwner, now, leaseMs, botId }: LeaseRequest,
): Promise<ClaimedNotice[]> {
  const [result] = await db.writeRaw([
    {
      sql: `update notices set state = 'sending', attempts = attempts + 1, lease_until = :until
        where id in ${ids} and state = 'claimed' and holder = :holder and ${isThawed} returning id`,
      args: { ids: idsOf(notices), holder: leaseOwner, now, until: now + leaseMs, botId },
    },
  ])
  const intended = new Set(result?.rows.map(({ id }) => Number(id)))
  // A notice whose lease expired and that was claimed again may be in the list twice, so it is returned once.
  return notices.filter(({ id }) => intended.delete(id))
}

export async function releaseNotices(db: Db, notices: readonly ClaimedNotice[], leaseOwner: string): Promise<void> {
  if (notices.length === 0) return
  const sql = `update notices set state = 'pending', holder = null where id in ${ids} and state = 'claimed' and holder = :holder`
  await db.writeRaw([{ sql, args: { ids: idsOf(notices), holder: leaseOwner } }])
}

export interface NoticeResult {
  id: number
  chatId: number
  state: 'pending' | 'sent' | 'failed' | 'unknown'
  error: string | null
  dueAt: number
  subscriber?: 'blocked' | 'gone' | 'unreachable' | undefined
}

export async function recordNotice(db: Db, result: NoticeResult, leaseOwner: string): Promise<void> {
  const { id, chatId, state, error, dueAt, subscriber } = result
  await db.writeRaw([
    {
      sql: `update notices set state = :state, error = :error, due_at = :dueAt, lease_until = 0
        where id = :id and state in ('sending', 'unknown') and holder = :holder`,
      args: { id, state, error, dueAt, holder: leaseOwner },
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

/** Resets notices of dead processes: claimed ones become pending; those being sent become unknown and stay so. */
export async function sweepNotices(db: Db, now: number): Promise<void> {
  const isHeld = "state in ('claimed', 'sending')"
  const holders = await db.readAll(`select distinct holder from notices where ${isHeld} limit 1000`)()
  if (holders.length === 0) return
  const ended = JSON.stringify(holders.map(([leaseOwner]) => String(leaseOwner)).filter(ownerHasEnded))
  const busy = `${isHeld} and (lease_until <= :now or lease_until > :now + ${farDue}
    or holder in (select value from json_each(:ended)))`
  const args = { now, ended }
  await db.writeRaw([
    { sql: `update notices set state = 'pending', holder = null where state = 'claimed' and ${busy}`, args },
    { sql: `update notices set state = 'unknown' where state = 'sending' and ${busy}`, args },
  ])
}

/**
 * Time that finished notices are stored, ms: a week, to look up what was sent. Their reasons are not sent again
 * meanwhile.
 */
const keptMs = 7 * 24 * 3600_000
const slice = 1000

/** Deletes expired notices that were not sent, and old finished notices. */
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
