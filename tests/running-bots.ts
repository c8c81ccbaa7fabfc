import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wholeMoney } from '../src/bots/engine/money.ts'
import type { Minute } from '../src/bots/engine/portfolio.ts'
import type { BotCommand, LogEntry } from '../src/bots/engine/run-state.ts'
import { type Plan, setupOf } from '../src/bots/plan.ts'
import { type BotRunnerOptions, runBots } from '../src/bots/running/run-bots.ts'
import type { Db } from '../src/db/client.ts'
import { createEvents } from '../src/events/events.ts'
import { createLogger } from '../src/log/logger.ts'
import { columnsFrom } from '../src/market/columns.ts'
import type { Market } from '../src/market/market.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { candlesCorrected, closeSettled } from '../src/market/topics.ts'
import { columnsOf, minute, noCosts, run, termsOf } from './bot-runs.ts'
import { openMigrated } from './migrated.ts'

/* Runs bots on minutes that a test settles, over a separate database. */

export const begin = Date.UTC(2026, 0, 5)
const capital = 10_000 * 1e8
const scale = { ...termsOf().scale, volumeDigits: 3 }
export const cross: Plan = { strategy: 'ma-cross', params: { fast: 2, slow: 5 }, costs: noCosts, order: 'nearest' }
export const priceAt = (n: number) => Math.round(10_000 + 300 * Math.sin(n / 5) + 40 * Math.sin(n * n))
export const minutes = Array.from({ length: 400 }, (_, n) => {
  const [open, close] = [priceAt(n - 1), priceAt(n)]
  return minute(begin + n * minuteMs, [open, Math.max(open, close) + 2, Math.min(open, close) - 2, close])
})
export const openTimeAt = (n: number) => begin + n * minuteMs

export async function openBotsDb(): Promise<{ db: Db; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-run-bots-'))
  const db = await openMigrated('app', folder)
  return {
    db,
    close: async () => {
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a market that knows its first minutes and settles more on request; each test uses a separate asset. */
export function openPlace(
  db: Db,
  asset: string,
  { priceDigits = 2, all = minutes }: { priceDigits?: number; all?: readonly Minute[] } = {},
) {
  const log = createLogger({ level: 'silent', write: () => {} })
  const events = createEvents(log)
  let known = 0
  let clock = begin
  let isStale = false
  const market: BotRunnerOptions['market'] = {
    feed: { id: 'demo' },
    state: () => ({ name: 'live', isBackfilling: false, ...(isStale && { stale: { [asset]: clock } }) }),
    instrument: () => ({ asset, base: 'A', quote: 'USDT', name: asset, priceDigits, volumeDigits: 3 }),
    listing: () => ({ asset, status: 'trading', priceStep: '0.01', quantityStep: '0.001', minNotional: '0' }),
    closes: async (_, __, after, limit = 500) =>
      all
        .slice(0, known)
        .filter(({ openTime }) => openTime > after)
        .slice(0, limit),
    columns: async ({ from, to = Number.MAX_SAFE_INTEGER }) =>
      columnsFrom(columnsOf(all.filter(({ openTime }) => openTime < to)), from),
  } satisfies Pick<Market, 'closes' | 'columns' | 'instrument' | 'listing' | 'feed' | 'state'>
  const start = (own = db) => runBots({ db: own, market, events, log, now: () => clock })
  return {
    start,
    market,
    /** Marks the price source as stale or fresh. */
    setStale: (now: boolean) => {
      isStale = now
    },
    /** Publishes a correction of the candles between two minutes. */
    correct: (from: number, to: number) => {
      events.emit(candlesCorrected, { asset, from: openTimeAt(from), to: openTimeAt(to) })
    },
    /** Advances the clock by so many ms, without a new minute */
    wait: (ms: number) => {
      clock += ms
    },
    settle: (count: number) => {
      known = count
      clock = Math.max(clock, openTimeAt(count))
      events.emit(closeSettled, { asset, tf: 1, openTime: openTimeAt(count - 1) })
    },
  }
}

export async function addBot(
  db: Db,
  asset: string,
  plan: Plan,
  more: Record<string, string | number | null> = {},
): Promise<string> {
  const id = crypto.randomUUID()
  const at = begin - minuteMs
  const row = {
    id,
    name: 'A bot',
    asset,
    tf: 1,
    capital,
    state: 'running',
    revision: 1,
    played_revision: 1,
    created_at: 0,
    updated_at: 0,
    started_at: at,
    source: 'demo',
    price_digits: 2,
    volume_digits: 3,
    cursor: at,
    equity: capital,
    ...more,
  }
  const names = Object.keys(row)
  await db.writeRaw([
    { sql: `insert into bots (${names}) values (${names.map(() => '?')})`, args: Object.values(row) },
    { sql: 'insert into bot_revisions values (?, 1, ?, 0, null)', args: [id, JSON.stringify(plan)] },
  ])
  return id
}

export async function addCommand(db: Db, id: string, act: BotCommand): Promise<void> {
  await db.writeRaw([
    {
      sql: 'insert into bot_acts select ?, next_act, ?, 0, null from bots where id = ?',
      args: [id, JSON.stringify(act), id],
    },
    { sql: 'update bots set next_act = next_act + 1 where id = ?', args: [id] },
  ])
}

export async function traded(db: Db, id: string) {
  const { rows } = await db.client.execute({ sql: 'select * from bot_trades where bot_id = ? order by id', args: [id] })
  return rows.map(({ id: number, time, side, price, quantity }) => ({ number, time, side, price, quantity }))
}

export async function rowOf(db: Db, id: string) {
  const { rows } = await db.client.execute({
    sql: 'select state, reason, cursor, equity from bots where id = ?',
    args: [id],
  })
  return rows[0]
}

/** Replays so many minutes without a database and returns the bot's trades */
export function replayed(plan: Plan, count: number) {
  const setup = setupOf(plan, { tf: 1, capital: wholeMoney(capital), scale })
  return run({ setup, tf: 1, minutes: columnsOf(minutes.slice(0, count)) }).fills.map(
    ({ time, order: { side }, price, quantity }, at) => ({ number: at + 1, time, side, price, quantity }),
  )
}

/** Returns the bot's log, newest last */
export async function logged(db: Db, id: string): Promise<{ time: number; entry: LogEntry }[]> {
  const { rows } = await db.client.execute({
    sql: 'select time, entry from bot_log where bot_id = ? order by time, part',
    args: [id],
  })
  return rows.map(({ time, entry }) => ({ time: Number(time), entry: JSON.parse(String(entry)) }))
}
