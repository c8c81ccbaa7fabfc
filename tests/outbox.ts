import { createSweeper } from '../src/broadcast/delivery/sweep-queries.ts'
import { type Db, openDb } from '../src/db/client.ts'
import { migrateDb } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'
import type { Leases } from '../src/telegram/api/leases.ts'
import { openMigrated } from './migrated.ts'

/** Opens `app.db` for tests of sending. @param url  in memory by default */
export async function openOutbox(url = ':memory:'): Promise<Db> {
  if (url === ':memory:') return openMigrated('app', undefined, { durability: 'full' })
  const db = await openDb({ url, durability: 'full' })
  await migrateDb(db, migrations.app)
  return db
}

/** Adds subscribers with consecutive IDs that begin with `from`. */
export async function addSubscribers(db: Db, many: number, from = 1): Promise<void> {
  await db.writeRaw([
    {
      sql: `with recursive chats(id) as (select :from union all select id + 1 from chats where id < :last)
        insert into subscribers (chat_id, locale, name, state, created_at, active_at)
        select id, case id % 2 when 0 then 'en' else 'ru' end, 'Reader ' || id, 'active', 0, 0 from chats`,
      args: { from, last: from + many - 1 },
    },
  ])
}

export interface TestBroadcast {
  /** ID of the broadcast, random by default; determines which recipient gets which variant */
  id?: string
  state?: string
  content?: Record<string, unknown>
  audience?: Record<string, unknown>
  onUnknown?: 'hold' | 'resend'
  quietFrom?: number
  quietTo?: number
  isPaid?: boolean
  scheduledAt?: number
  /** Percentage of recipients in the A/B test, when the content has variants */
  trialPercent?: number
  trialMinutes?: number
}

/** Adds a broadcast. @returns its ID */
export async function addBroadcast(db: Db, given: TestBroadcast = {}): Promise<string> {
  const {
    id = crypto.randomUUID(),
    state = 'preparing',
    content,
    audience = {},
    onUnknown = 'hold',
    isPaid = false,
  } = given
  const { quietFrom = null, quietTo = null, scheduledAt = null, trialPercent = null, trialMinutes = null } = given
  const message = { text: { ru: 'Курс <b>вырос</b>', en: 'The rate is up' }, media: [], buttons: [], ...content }
  const whole = { hasLinkPreview: true, isSilent: false, ...message }
  await db.writeRaw([
    {
      sql: `insert into broadcasts (id, name, state, content, audience, on_unknown, quiet_from, quiet_to, is_paid,
        scheduled_at, trial_percent, trial_minutes, started_at, created_at, updated_at)
        values (?, 'A test', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)`,
      args: [
        id,
        state,
        JSON.stringify(whole),
        JSON.stringify(audience),
        onUnknown,
        quietFrom,
        quietTo,
        isPaid,
        scheduledAt,
        trialPercent,
        trialMinutes,
      ],
    },
  ])
  return id
}

export interface BroadcastCounts {
  state: string
  reason: string | null
  error: string | null
  total: number
  sent: number
  failed: number
  unknown: number
  skipped: number
  dropped: number
}

export async function countsOf(db: Db, id: string): Promise<BroadcastCounts> {
  const { rows } = await db.client.execute({ sql: 'select * from broadcasts where id = ?', args: [id] })
  const row = rows[0]
  const text = (value: unknown) => (value === null || value === undefined ? null : String(value))
  return {
    state: String(row?.state),
    reason: text(row?.reason),
    error: text(row?.error),
    total: Number(row?.total),
    sent: Number(row?.sent),
    failed: Number(row?.failed),
    unknown: Number(row?.unknown),
    skipped: Number(row?.skipped),
    dropped: Number(row?.dropped),
  }
}

/** Counts recipients by state, computed from the rows; the last part of each recipient counts. */
export async function statesOf(db: Db, id: string): Promise<Record<string, number>> {
  const { rows } = await db.client.execute({
    sql: `select state, count(*) as n from deliveries as own where broadcast_id = ?
      and not exists (select 1 from deliveries where broadcast_id = own.broadcast_id and chat_id = own.chat_id
        and part > own.part) group by state`,
    args: [id],
  })
  return Object.fromEntries(rows.map(({ state, n }) => [String(state), Number(n)]))
}

/** Runs a sweeper for `watchedMs` with one check per second. */
export async function sweepAfter(db: Db, leases: Leases, watched: { watchedMs: number; now: number }): Promise<void> {
  let at = 0
  const sweeper = createSweeper(db, leases, () => at)
  for (; at <= watched.watchedMs; at += 1000) await sweeper.run(watched.now)
}
