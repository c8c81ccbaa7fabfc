import type { InStatement, ResultSet, Row } from '@libsql/client'
import type { Db } from '../../db/client.ts'
import { type Locale, storedLocale } from '../../i18n/locales.ts'
import type { Reservation } from '../../telegram/limiter/bucket.ts'
import {
  hasRoom,
  isThawed,
  type Lane,
  readReservation,
  reserveStatements,
  slotsWithin,
} from '../../telegram/limiter/bucket-queries.ts'

/** A row claimed by this process, with the data for its message */
export interface Claim {
  broadcastId: string
  /** Revision of the broadcast at claim time: if the broadcast is edited, its rows are claimed again */
  revision: number
  lane: Lane
  /** Handling of the row if its send is cut off, so that the outcome is unknown */
  onUnknown: 'hold' | 'resend'
  chatId: number
  part: number
  locale: Locale
  name: string
  variant: number
  attempts: number
}

/** `due_at` of rows without a due time: these sort after all rows that have a due time */
export const noDueTime = 2 ** 52
/** Max time that a row is due ahead, ms. A later due time means that the clock was set back. */
export const farDue = 120_000

export interface ClaimRequest {
  broadcast: { id: string; revision: number; lane: Lane; onUnknown: Claim['onUnknown'] }
  leaseOwner: string
  now: number
  leaseMs: number
  /** Max rows to claim, in seconds of the lane's current rate; at least one row */
  seconds: number
  botId: number
  /** Configured rate of the lane, messages per second */
  most: number
}

const due = (condition: string) => `select * from (select chat_id, part from deliveries
  where broadcast_id = :id and state = 'pending' and due_at ${condition} order by due_at, chat_id limit ${slotsWithin})`
/** SQL: the next pending rows. Rows with a due time come first. */
const next = `(${due('<= :now')} union all ${due(`> :now + ${farDue}`)} limit ${slotsWithin}) as next`
const isNext = 'deliveries.broadcast_id = :id and deliveries.chat_id = next.chat_id and deliveries.part = next.part'
const isActive = `exists (select 1 from subscribers where chat_id = deliveries.chat_id and state = 'active')`
const runs = `exists (select 1 from broadcasts where id = :id and state = 'running' and revision = :revision)`

/**
 * Atomically claims rows of a broadcast and reserves slots of the rate limit. Recipients who unsubscribed are marked
 * `skipped`.
 * @returns no rows while the lane has no free slots, or when the broadcast no longer runs at this revision
 */
export async function claim(db: Db, request: ClaimRequest): Promise<{ rows: Claim[]; slots: Reservation }> {
  const { broadcast, leaseOwner, now, leaseMs, seconds, botId, most } = request
  const { id, revision, lane, onUnknown } = broadcast
  const skips = { id, revision, now, seconds, botId, lane, most }
  const results = await db.writeRaw([
    {
      sql: `update deliveries set state = 'skipped', at = :now, error = null,
          reason = coalesce((select state from subscribers where chat_id = deliveries.chat_id), 'gone')
        from ${next} where ${isNext} and state = 'pending' and not ${isActive} and ${runs} and ${hasRoom}`,
      args: skips,
    },
    { sql: 'update broadcasts set skipped = skipped + changes() where id = :id and changes() > 0', args: { id } },
    {
      sql: `update deliveries set state = 'claimed', holder = :holder, lease_until = :until, at = :now
        from ${next} where ${isNext} and state = 'pending' and ${isActive} and ${runs} and ${hasRoom}
        returning deliveries.chat_id, deliveries.part, locale, name, variant, attempts`,
      args: { ...skips, holder: leaseOwner, until: now + leaseMs },
    },
    ...reserveStatements({ botId, lane, now, most }),
  ])
  const rows = (results[2]?.rows ?? []).map((row) => ({ ...claimOf(row), broadcastId: id, revision, lane, onUnknown }))
  const { slots } = readReservation(results[3], { now, count: rows.length, most })
  return { rows, slots: { from: slots.from - now, everyMs: slots.everyMs } }
}

function claimOf(row: Row) {
  const { locale, name, chat_id, part, variant, attempts } = row
  return {
    chatId: Number(chat_id),
    part: Number(part),
    locale: storedLocale(locale),
    name: String(name),
    variant: Number(variant),
    attempts: Number(attempts),
  }
}

/** JSON keys of rows of one broadcast, as `listed` reads them */
const keysOf = (rows: readonly { chatId: number; part: number }[]) =>
  JSON.stringify(rows.map(({ chatId, part }) => [chatId, part]))

/**
 * SQL: a table of the arrays in `:rows`. The no-op `limit -1` keeps the table out of the join: otherwise SQLite would
 * scan all rows of the broadcast for each array, a fifth of a second for a million rows.
 */
export function jsonRows(...columns: string[]): string {
  const values = columns.map((column, index) => `value ->> ${index} as ${column}`)
  return `(select ${values.join(', ')} from json_each(:rows) limit -1)`
}

/** SQL: rows of the broadcast `:id` whose keys are in `:rows` */
export const listedRows = `${jsonRows('chat_id', 'part')} as listed
  where deliveries.broadcast_id = :id and deliveries.chat_id = listed.chat_id and deliveries.part = listed.part`

/**
 * Records the intent to send rows of one broadcast and revision. The intent must be on the disk before any request.
 * @returns rows that may be sent: still leased, of a running broadcast, while Telegram does not make the bot wait. Each
 * row once, even if it was claimed again after its first lease.
 */
export async function recordIntents(
  db: Db,
  rows: readonly Claim[],
  { leaseOwner, now, leaseMs, botId }: { leaseOwner: string; now: number; leaseMs: number; botId: number },
): Promise<Claim[]> {
  const [first] = rows
  if (!first) return []
  const { broadcastId: id, revision } = first
  const [result] = await db.writeRaw([
    {
      sql: `update deliveries set state = 'sending', attempts = attempts + 1, lease_until = :until, at = :now
        from ${listedRows} and state = 'claimed' and holder = :holder and ${runs} and ${isThawed}
        returning deliveries.chat_id, deliveries.part`,
      args: { id, revision, rows: keysOf(rows), holder: leaseOwner, now, until: now + leaseMs, botId },
    },
  ])
  const intended = keySet(result)
  return rows.filter((row) => intended.delete(keyOf(row)))
}

/** Resets claimed rows that were not sent: their state is `pending` again. */
export async function release(db: Db, rows: readonly Claim[], leaseOwner: string): Promise<void> {
  const byBroadcast = Map.groupBy(rows, ({ broadcastId }) => broadcastId)
  await db.writeRaw(
    [...byBroadcast].map(
      ([id, own]): InStatement => ({
        sql: `update deliveries set state = 'pending', holder = null, lease_until = 0
        from ${listedRows} and state = 'claimed' and holder = :holder`,
        args: { id, rows: keysOf(own), holder: leaseOwner },
      }),
    ),
  )
}

export const keyOf = ({ chatId, part }: { chatId: number; part: number }) => `${chatId}/${part}`

function keySet(result: ResultSet | undefined): Set<string> {
  return new Set(result?.rows.map((row) => keyOf({ chatId: Number(row.chat_id), part: Number(row.part) })))
}
