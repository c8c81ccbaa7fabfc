import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { columnsOf, minute, noCosts, run, termsOf } from '../../../tests/bot-runs.ts'
import { type Db, openDb } from '../../db/client.ts'
import { migrateDb } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations.ts'
import { createEvents } from '../../events/events.ts'
import { createLogger } from '../../log/logger.ts'
import { columnsFrom } from '../../market/columns.ts'
import type { Market } from '../../market/market.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { closeSettled } from '../../market/topics.ts'
import { wholeMoney } from '../engine/money.ts'
import type { PersonalAct } from '../engine/step.ts'
import { type Plan, setupOf } from '../plan.ts'
import { type BotRunnerOptions, runBots } from './run-bots.ts'

setDefaultTimeout(600_000)

const begin = Date.UTC(2026, 0, 5)
const capital = 10_000 * 1e8
const scale = { ...termsOf().scale, volumeDigits: 3 }
const cross: Plan = { strategy: 'ma-cross', params: { fast: 2, slow: 5 }, costs: noCosts, order: 'nearest' }
const priceAt = (n: number) => Math.round(10_000 + 300 * Math.sin(n / 5) + 40 * Math.sin(n * n))
const minutes = Array.from({ length: 400 }, (_, n) => {
  const [open, close] = [priceAt(n - 1), priceAt(n)]
  return minute(begin + n * minuteMs, [open, Math.max(open, close) + 2, Math.min(open, close) - 2, close])
})
const openTimeAt = (n: number) => begin + n * minuteMs

let folder: string
let db: Db
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-run-bots-'))
  db = await openDb({ url: `file:${join(folder, 'app.db')}` })
  await migrateDb(db, migrations.app)
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

/** A market that knows its first minutes, and has others settled when it is told to; each test has an asset of its own. */
function openPlace(asset: string, { priceDigits = 2 } = {}) {
  const log = createLogger({ level: 'silent', write: () => {} })
  const events = createEvents(log)
  let known = 0
  let clock = begin
  const market: BotRunnerOptions['market'] = {
    feed: { id: 'demo' },
    instrument: () => ({ asset, base: 'A', quote: 'USDT', name: asset, priceDigits, volumeDigits: 3 }),
    listing: () => ({ asset, status: 'trading', priceStep: '0.01', quantityStep: '0.001', minNotional: '0' }),
    closes: async (_, __, after, limit = 500) =>
      minutes
        .slice(0, known)
        .filter(({ openTime }) => openTime > after)
        .slice(0, limit),
    columns: async ({ from, to = Number.MAX_SAFE_INTEGER }) =>
      columnsFrom(columnsOf(minutes.filter(({ openTime }) => openTime < to)), from),
  } satisfies Pick<Market, 'closes' | 'columns' | 'instrument' | 'listing' | 'feed'>
  const start = () => runBots({ db, market, events, log, now: () => clock })
  return {
    start,
    /** Later by so many ms, without a minute */
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

async function addBot(asset: string, plan: Plan, more: Record<string, string | number | null> = {}): Promise<string> {
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

async function tell(id: string, act: PersonalAct): Promise<void> {
  await db.writeRaw([
    {
      sql: 'insert into bot_acts select ?, next_act, ?, 0, null from bots where id = ?',
      args: [id, JSON.stringify(act), id],
    },
    { sql: 'update bots set next_act = next_act + 1 where id = ?', args: [id] },
  ])
}

async function traded(id: string) {
  const { rows } = await db.client.execute({ sql: 'select * from bot_trades where bot_id = ? order by id', args: [id] })
  return rows.map(({ id: number, time, side, price, quantity }) => ({ number, time, side, price, quantity }))
}

async function rowOf(id: string) {
  const { rows } = await db.client.execute({
    sql: 'select state, reason, cursor, equity from bots where id = ?',
    args: [id],
  })
  return rows[0]
}

/** What a replay of so many minutes trades */
function replayed(plan: Plan, count: number) {
  const setup = setupOf(plan, { tf: 1, capital: wholeMoney(capital), scale })
  return run({ setup, tf: 1, minutes: columnsOf(minutes.slice(0, count)) }).fills.map(
    ({ time, order: { side }, price, quantity }, at) => ({ number: at + 1, time, side, price, quantity }),
  )
}

test('a bot trades as its replay does, minute by minute or all at once', async () => {
  const place = openPlace('ONE')
  const id = await addBot('ONE', cross)
  const bots = place.start()
  await bots.claim()
  for (const count of [1, 2, 3, 50, 51, 300]) {
    place.settle(count)
    await bots.idle()
    expect(await traded(id)).toEqual(replayed(cross, count))
  }
  expect(replayed(cross, 300).length).toBeGreaterThan(20)
  expect((await rowOf(id))?.cursor).toBe(openTimeAt(299))
  await bots.close()
})

test('two processes on one database: one runs the bot, and the other goes on when the first has died', async () => {
  const place = openPlace('TWO')
  const id = await addBot('TWO', cross)
  const [first, second] = [place.start(), place.start()]
  await Promise.all([first.claim(), second.claim()])
  place.settle(100)
  await Promise.all([first.idle(), second.idle()])
  expect(await traded(id)).toEqual(replayed(cross, 100))
  // Neither says a word more for half a minute; then both want it.
  place.wait(31_000)
  await Promise.all([second.claim(), first.claim()])
  place.settle(200)
  await Promise.all([first.idle(), second.idle()])
  place.settle(300)
  await Promise.all([first.idle(), second.idle()])
  expect(await traded(id)).toEqual(replayed(cross, 300))
  await Promise.all([first.close(), second.close()])
})

test('a paused bot buys nothing more and sells what it has; resumed it buys again', async () => {
  const place = openPlace('PAUSED')
  const id = await addBot('PAUSED', cross)
  const bots = place.start()
  await bots.claim()
  place.settle(100)
  await bots.idle()
  await tell(id, { do: 'pause' })
  await bots.claim()
  await bots.idle()
  expect(await rowOf(id)).toMatchObject({ state: 'paused', reason: 'person' })
  place.settle(200)
  await bots.idle()
  const while100to200 = (await traded(id)).filter(({ time }) => Number(time) >= openTimeAt(100))
  expect(while100to200.map(({ side }) => side).filter((side) => side === 'buy')).toEqual([])
  await tell(id, { do: 'resume' })
  await bots.claim()
  place.settle(400)
  await bots.idle()
  expect(await rowOf(id)).toMatchObject({ state: 'running', reason: null })
  expect((await traded(id)).some(({ time, side }) => Number(time) > openTimeAt(200) && side === 'buy')).toBe(true)
  await bots.close()
})

test('an order fills in no minute that had begun when it was given, missing as that one may be', async () => {
  const place = openPlace('ORDERED')
  const id = await addBot('ORDERED', { ...cross, strategy: 'manual', params: {} })
  const bots = place.start()
  await bots.claim()
  place.settle(10)
  await bots.idle()
  const buy = (spend: number, after: number): PersonalAct => ({
    do: 'order',
    intents: [{ act: 'buy', spend: wholeMoney(spend * 1e8), reason: 'person' }],
    after: openTimeAt(after),
  })
  await tell(id, buy(1000, 10))
  await tell(id, buy(500, 11.5))
  await bots.claim()
  place.settle(11)
  await bots.idle()
  expect(await traded(id)).toEqual([])
  place.settle(13)
  await bots.idle()
  expect((await traded(id)).map(({ time, price }) => [time, price])).toEqual([
    [openTimeAt(11), priceAt(10)],
    [openTimeAt(12), priceAt(11)],
  ])
  const { rows } = await db.client.execute({ sql: 'select taken_after from bot_acts where bot_id = ?', args: [id] })
  expect(rows.map(({ taken_after }) => taken_after)).toEqual([openTimeAt(10), openTimeAt(11)])
  await bots.close()
})

test('a bot that its owner has stopped does nothing more, whatever is on its way', async () => {
  const place = openPlace('STOPPED')
  const id = await addBot('STOPPED', cross)
  const bots = place.start()
  await bots.claim()
  place.settle(100)
  await bots.idle()
  await db.client.execute({ sql: "update bots set state = 'stopped', holder = null where id = ?", args: [id] })
  place.settle(300)
  await bots.idle()
  expect(await traded(id)).toEqual(replayed(cross, 100))
  expect(await rowOf(id)).toMatchObject({ state: 'stopped', cursor: openTimeAt(99) })
  await bots.close()
})

test('a deep fall halts a bot, once all is sold', async () => {
  const plan = { ...cross, risk: { maxDrawdown: 10_000 } }
  const place = openPlace('HALTED')
  const id = await addBot('HALTED', plan)
  const bots = place.start()
  await bots.claim()
  place.settle(400)
  await bots.idle()
  expect(await rowOf(id)).toMatchObject({ state: 'halted', reason: 'drawdown' })
  const trades = await traded(id)
  expect(trades).toEqual(replayed(plan, 400))
  expect(trades.at(-1)?.side).toBe('sell')
  await bots.close()
})

test.each([
  ['other prices', { source: 'binance' }, 'halted', 'source-changed'],
  ['other digits', { price_digits: 3 }, 'halted', 'source-changed'],
])('with %s a bot does not go on', async (name, more, state, reason) => {
  const place = openPlace(name)
  const id = await addBot(name, cross, more)
  const bots = place.start()
  await bots.claim()
  place.settle(100)
  await bots.idle()
  expect(await rowOf(id)).toMatchObject({ state, reason })
  expect(await traded(id)).toEqual([])
  await bots.close()
})

test('a bot that errs stops itself and says why; the others of its asset go on', async () => {
  const place = openPlace('ERRING')
  const bad = await addBot('ERRING', { ...cross, strategy: 'luck' })
  const good = await addBot('ERRING', cross)
  const bots = place.start()
  await bots.claim()
  place.settle(100)
  await bots.idle()
  expect(await rowOf(bad)).toMatchObject({ state: 'error', reason: expect.stringContaining('luck') })
  expect(await traded(good)).toEqual(replayed(cross, 100))
  await bots.close()
})

test('another revision is played once nothing is held', async () => {
  const place = openPlace('REVISED')
  const id = await addBot('REVISED', cross)
  const bots = place.start()
  await bots.claim()
  const holding = replayed(cross, 400).find(({ number, side }) => number > 5 && side === 'buy')
  const at = (Number(holding?.time) - begin) / minuteMs + 1
  place.settle(at)
  await bots.idle()
  const slower: Plan = { ...cross, params: { fast: 3, slow: 12 } }
  await db.writeRaw([
    { sql: 'insert into bot_revisions values (?, 2, ?, 0, null)', args: [id, JSON.stringify(slower)] },
    { sql: 'update bots set revision = 2 where id = ?', args: [id] },
  ])
  await bots.claim()
  await bots.idle()
  place.settle(400)
  await bots.idle()
  const trades = await traded(id)
  const sold = replayed(cross, 400)[Number(holding?.number)]
  expect(trades.slice(0, Number(holding?.number) + 1)).toEqual(
    replayed(cross, 400).slice(0, Number(holding?.number) + 1),
  )
  expect(trades[Number(holding?.number)]).toEqual(sold)
  const { rows } = await db.client.execute({
    sql: 'select revision, played_after from bot_revisions where bot_id = ?',
    args: [id],
  })
  expect(rows.map(({ revision, played_after }) => [revision, played_after])).toEqual([
    [1, null],
    [2, sold?.time],
  ])
  const laterSlow = replayed(slower, 400)
    .filter(({ time }) => Number(time) > Number(sold?.time))
    .map(({ time }) => time)
  const later = trades.slice(Number(holding?.number) + 1).map(({ time }) => time)
  expect(later.length).toBeGreaterThan(2)
  expect(laterSlow).toEqual(expect.arrayContaining(later))
  await bots.close()
})
