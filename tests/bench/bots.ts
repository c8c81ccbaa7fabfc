import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBots } from '../../src/bots/running/run-bots.ts'
import { openDb } from '../../src/db/client.ts'
import { migrateDb } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations.ts'
import { createEvents } from '../../src/events/events.ts'
import { createLogger } from '../../src/log/logger.ts'
import type { MinuteUpdate } from '../../src/market/candle.ts'
import { defaultInstruments, type Instrument } from '../../src/market/instrument.ts'
import { openMarket } from '../../src/market/open-market.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import { wholeUnits } from '../../src/market/units.ts'
import { createTestFeed } from '../doubles/feed.ts'
import { until } from '../until.ts'
import { seeded } from './generate.ts'
import { percentile } from './load.ts'
import type { Report } from './report.ts'
import { createThreadClock } from './thread-time.ts'

const botCount = 1000
const minutes = 40
/** Minutes of warm-up, in which the bots' processing gets faster each minute. */
const warmUp = 15
/** Number of ticks per minute: four a second */
const ticks = 240
/** Ticks between two claims of bots: two seconds */
const claimEvery = 8
const begin = Date.UTC(2026, 5, 10, 12)

const plans = [
  { strategy: 'ma-cross', params: { fast: 2, slow: 5 } },
  { strategy: 'rsi', params: { length: 5, buyBelow: 40, sellAbove: 60 } },
  { strategy: 'breakout', params: { length: 5, atrLength: 5, atrMultiple: 1 } },
  { strategy: 'dca', params: { amount: 20, every: 3, safetyOrders: 3, dip: 0.2, scale: 1.5, takeProfit: 0.3 } },
]
const costs = { takerFee: 1000, makerFee: 1000, spread: 100, slippage: 500 }
const risk = { stopLoss: 50_000, maxDrawdown: 150_000, dailyLoss: 50_000 }

/**
 * Runs a thousand bots on twelve assets that tick four times a second and all close at the same moment each minute.
 * Time is the feed's: the next minute follows as soon as everything is written.
 */
export async function benchBots(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-bench-bots-'))
  const log = createLogger({ level: 'error', write: (lines) => process.stderr.write(lines) })
  const events = createEvents(log)
  const app = await openDb({ url: `file:${join(folder, 'app.db')}` })
  const db = await openDb({ url: `file:${join(folder, 'market.db')}` })
  await migrateDb(app, migrations.app)
  await migrateDb(db, migrations.market)
  let now = begin
  const feed = createTestFeed({ instruments: defaultInstruments })
  const market = await openMarket({
    db,
    feed: { ...feed, now: () => now },
    historyDays: 1,
    events,
    log,
    now: () => now,
  })
  await until(() => !market.state().isBackfilling)
  const random = seeded(3)
  const walks = defaultInstruments.map((instrument) => walkOf(instrument, random))
  for (const walk of walks) feed.emit(walk.close(begin - minuteMs))
  await addBots(app)

  const threadTime = createThreadClock()
  const decided = createLatencies(threadTime)
  const written = createLatencies(threadTime)
  let stored = 0
  const watched: typeof app = {
    ...app,
    writeRaw: async (statements, options) => {
      const results = await app.writeRaw(statements, options)
      written.note()
      stored++
      return results
    },
  }
  const closes: typeof market.closes = async (...query) => notedAfter(await market.closes(...query), decided.note)
  const bots = runBots({ db: watched, market: { ...market, closes }, events, log, now: () => now })
  await bots.claim()
  await bots.idle()

  const usage = { ticks: 0, closes: 0 }
  for (let minute = 0; minute < minutes; minute++) {
    const openTime = begin + minute * minuteMs
    let before = process.cpuUsage()
    for (let tick = 1; tick <= ticks; tick++) {
      now = openTime + (tick * minuteMs) / (ticks + 1)
      for (const walk of walks) feed.emit(walk.tick(openTime, now))
      if (tick % claimEvery === 0) await bots.claim()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const tickCost = process.cpuUsage(before)
    now = openTime + minuteMs
    before = process.cpuUsage()
    decided.begin()
    written.begin()
    for (const walk of walks) feed.emit(walk.close(openTime))
    await until(async () => (await openCursors(app, openTime)) === 0)
    await bots.idle()
    const closeCost = process.cpuUsage(before)
    if (minute < warmUp) continue
    usage.ticks += tickCost.user + tickCost.system
    usage.closes += closeCost.user + closeCost.system
    decided.keep()
    written.keep()
  }
  const { rows } = await app.client.execute('select count(*) as n from bot_trades')
  await bots.close()
  await market.close()
  await app.close()
  await db.close()
  await rm(folder, { recursive: true, force: true })
  const share = (micros: number) => (micros / 1e6 / ((minutes - warmUp) * 60)) * 100
  report('1,000 bots: trades in forty minutes', Number(rows[0]?.n), '')
  report('1,000 bots: writes for each minute', stored / minutes, '')
  report('1,000 bots, 12 assets, 4 ticks a second, leases: of a core', share(usage.ticks), '%')
  report('1,000 bots, a close a minute each: of a core', share(usage.closes), '%')
  report('both together: of a core', share(usage.ticks + usage.closes), '%', { atMost: 10 })
  report('close to decision, p50', percentile(decided.kept, 0.5), 'ms')
  report('close to decision, p99', percentile(decided.kept, 0.99), 'ms', { atMost: 50 })
  report("close to decision, p99: the thread's own time", percentile(decided.own, 0.99), 'ms')
  report('close to what it did being stored, p99', percentile(written.kept, 0.99), 'ms')
  report("close to stored, p99: the thread's own time", percentile(written.own, 0.99), 'ms')
}

/**
 * Collects durations since a start, ms of wall time and of processor time (the duration on an otherwise idle machine).
 */
function createLatencies(threadTime: () => number) {
  const noted: { after: number; own: number }[] = []
  let [begunAt, ownAt] = [0, 0]
  const [kept, own]: number[][] = [[], []]
  return {
    kept: kept ?? [],
    own: own ?? [],
    begin: () => {
      noted.length = 0
      ;[begunAt, ownAt] = [performance.now(), threadTime()]
    },
    note: () => void noted.push({ after: performance.now() - begunAt, own: threadTime() - ownAt }),
    keep: () => {
      kept?.push(...noted.map(({ after }) => after))
      own?.push(...noted.map((each) => each.own))
    },
  }
}

/** Wraps a list to detect when a consumer has iterated over all items: at that moment all bots have decided. */
function notedAfter<Item>(items: Item[], note: () => void): Item[] {
  const walk = function* (): ArrayIterator<Item> {
    yield* items.values()
    note()
    return undefined
  }
  return Object.assign([...items], { [Symbol.iterator]: walk })
}

async function openCursors(app: Awaited<ReturnType<typeof openDb>>, openTime: number): Promise<number> {
  const { rows } = await app.client.execute({
    sql: 'select count(*) as n from bots where cursor < ?',
    args: [openTime],
  })
  return Number(rows[0]?.n)
}

async function addBots(app: Awaited<ReturnType<typeof openDb>>): Promise<void> {
  const at = begin - minuteMs
  const statements = Array.from({ length: botCount }, (_, index) => {
    const instrument = defaultInstruments[index % defaultInstruments.length] ?? defaultInstruments[0]
    const plan = plans[Math.floor(index / defaultInstruments.length) % plans.length]
    const id = crypto.randomUUID()
    const row = {
      id,
      name: `Bot ${index}`,
      asset: instrument?.asset ?? '',
      tf: 1,
      capital: 1e12,
      state: 'running',
      revision: 1,
      played_revision: 1,
      created_at: 0,
      updated_at: 0,
      started_at: at,
      source: 'demo',
      price_digits: instrument?.priceDigits ?? 0,
      volume_digits: instrument?.volumeDigits ?? 0,
      cursor: at,
      equity: 1e12,
    }
    const names = Object.keys(row)
    return [
      { sql: `insert into bots (${names}) values (${names.map(() => '?')})`, args: Object.values(row) },
      {
        sql: 'insert into bot_revisions values (?, 1, ?, 0, null)',
        args: [id, JSON.stringify({ ...plan, costs, risk, order: 'nearest' })],
      },
    ]
  })
  await app.writeRaw(statements.flat())
}

/** Generates a random walk of prices; publishes each minute tick by tick, then closes the minute. */
function walkOf({ asset, priceDigits, volumeDigits }: Instrument, random: () => number) {
  let price = 100 * 10 ** priceDigits
  let open = price
  let [high, low] = [price, price]
  const told = (openTime: number, time: number, isClosed: boolean): MinuteUpdate => ({
    asset,
    openTime,
    open: wholeUnits(open),
    high: wholeUnits(high),
    low: wholeUnits(low),
    close: wholeUnits(price),
    volume: wholeUnits(1000 * 10 ** volumeDigits),
    isClosed,
    time,
  })
  return {
    tick: (openTime: number, time: number) => {
      price = Math.max(1, Math.round(price * (1 + (random() - 0.5) / 500)))
      high = Math.max(high, price)
      low = Math.min(low, price)
      return told(openTime, time, false)
    },
    close: (openTime: number) => {
      const minute = told(openTime, openTime + minuteMs, true)
      open = price
      ;[high, low] = [price, price]
      return minute
    },
  }
}
