import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestFeed, minuteOf } from '../../tests/doubles/feed.ts'
import { openTestMarket, type TestMarket } from '../../tests/test-market.ts'
import { type Db, openDb } from '../db/client.ts'
import { migrateDb } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { createLogger } from '../log/logger.ts'
import type { Candle } from './candle.ts'
import { type CandleColumns, columnNames, columnsFrom, createColumnsReader, maxColumnRows } from './columns.ts'
import { createStore } from './store.ts'
import { minuteMs, openTimeOf, timeframes } from './timeframe.ts'

setDefaultTimeout(60_000)

const midnight = Date.UTC(2026, 5, 10)
const begin = midnight - 12_500 * minuteMs
const folder = mkdtemp(join(tmpdir(), 'kurs-columns-'))
let db: Db
let market: TestMarket

/** Stores more minutes than one read returns, with some minutes left out, and the current minute. */
beforeAll(async () => {
  db = await openDb({ url: `file:${join(await folder, 'market.db')}` })
  await migrateDb(db, migrations.market)
  const log = createLogger({ level: 'silent', write: () => {} })
  const feed = createTestFeed({ source: 'columns' })
  const store = createStore({ db, log })
  const past = Array.from({ length: 12_500 }, (_, n) =>
    minuteOf('BTCUSDT', begin + n * minuteMs, 100 + (n % 997) / 100, { high: 200, low: 50, volume: n / 1e5 }),
  ).filter((_, n) => n % 1000 > 10)
  await db.writeRaw([{ sql: 'insert into market_source values (1, ?)', args: [feed.source] }])
  await db.writeRaw([{ sql: 'insert into digits values (?, 2, 5)', args: ['BTCUSDT'] }])
  await store.putPast('BTCUSDT', past)
  // An asset that was traded once but not any longer
  await db.writeRaw([{ sql: 'insert into digits values (?, 2, 5)', args: ['GONEUSDT'] }])
  await store.putPast('GONEUSDT', [minuteOf('GONEUSDT', begin, 100)])
  await store.rollUp({ asset: 'BTCUSDT', from: begin, to: midnight })
  market = await openTestMarket({ db, feed, historyDays: 1, latenessMs: 0, now: () => midnight + 30_000, log })
  feed.emit(minuteOf('BTCUSDT', midnight, 150, { isClosed: false, time: midnight + 30_000, volume: 0.5 }))
})
afterAll(async () => {
  await market.close()
  await db.close()
  await rm(await folder, { recursive: true, force: true })
})

function rowsOf(columns: CandleColumns): Record<string, number | undefined>[] {
  return Array.from(columns.openTime, (_, at) =>
    Object.fromEntries(columnNames.map((name) => [name, columns[name][at]])),
  )
}

const plain = (candles: Candle[]) => candles.map(({ traded: _, ...candle }): Record<string, number> => ({ ...candle }))

test('columns contain the candles of every timeframe, the current one last', async () => {
  for (const tf of timeframes) {
    const columns = await market.columns({ asset: 'BTCUSDT', tf, from: 0 })
    const candles = await market.candles({ asset: 'BTCUSDT', tf, from: 0, limit: 20_000 })
    expect(candles.at(-1)?.openTime).toBe(openTimeOf(midnight, tf))
    expect(rowsOf(columns)).toEqual(plain(candles))
    for (const name of columnNames) expect(columns[name].length).toBe(candles.length)
  }
})

test.each([
  { from: begin + 100 * minuteMs, to: begin + 11_500 * minuteMs },
  { from: begin + 1, to: midnight },
  { from: begin, to: midnight + 1, limit: 10_000 },
  { from: begin, limit: 10_001 },
  { from: midnight - 3 * minuteMs, limit: 3 },
  { from: midnight - 3 * minuteMs, limit: 4 },
  { from: midnight, limit: 1 },
  { from: midnight + 1 },
  { from: begin - 10 * minuteMs, to: begin },
])('%j selects the same candles as columns and as rows', async (choice) => {
  const columns = await market.columns({ asset: 'BTCUSDT', tf: 1, ...choice })
  expect(rowsOf(columns)).toEqual(plain(await market.candles({ asset: 'BTCUSDT', tf: 1, limit: 20_000, ...choice })))
})

test('ten thousand rows are read at a time', async () => {
  const asked: unknown[] = []
  const watched: Db = {
    ...db,
    readAll: (sql) => {
      const read = db.readAll(sql)
      return (...args) => {
        asked.push(args.at(-1))
        return read(...args)
      }
    },
  }
  const read = createColumnsReader(watched)
  const { openTime } = await read({ asset: 'BTCUSDT', tf: 1, from: begin, to: midnight, count: 11_000 })
  expect([openTime.length, asked, maxColumnRows]).toEqual([11_000, [10_000, 1000], 1_000_000])
})

test('an asset that is not traded has empty columns', async () => {
  expect(rowsOf(await market.columns({ asset: 'GOLD', tf: 1, from: 0 }))).toEqual([])
})

test('columnsFrom starts with the first candle at or after a time', async () => {
  const columns = await market.columns({ asset: 'BTCUSDT', tf: 60, from: 0 })
  const [first = 0, second = 0] = columns.openTime
  expect(rowsOf(columnsFrom(columns, first))).toEqual(rowsOf(columns))
  expect(rowsOf(columnsFrom(columns, first + 1))).toEqual(rowsOf(columns).slice(1))
  expect(rowsOf(columnsFrom(columns, second))).toEqual(rowsOf(columns).slice(1))
  expect(rowsOf(columnsFrom(columns, midnight + 60 * minuteMs))).toEqual([])
})

test('an asset that is no longer traded has no candles, even if some are stored', async () => {
  const { rows } = await db.client.execute("select * from candles where asset = 'GONEUSDT' and tf = 1")
  expect(rows).toHaveLength(1)
  const query = { asset: 'GONEUSDT', tf: 1, from: begin } as const
  expect((await market.columns(query)).openTime).toHaveLength(0)
  expect(await market.candles({ ...query, limit: 10 })).toEqual([])
  expect(await market.closes('GONEUSDT', 1, begin - 1)).toEqual([])
})
