import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { createTestFeed, minuteOf } from '../../tests/doubles/feed.ts'
import { openTestMarket } from '../../tests/test-market.ts'
import { type Db, openDb } from '../db/client.ts'
import { migrateDb } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { createLogger } from '../log/logger.ts'
import { rowOf } from './candle.ts'
import { readDigits, reopenCandles } from './digits/queries.ts'
import { digitsNeeded, rescale } from './digits/rescale.ts'
import type { Feed } from './feed/feed.ts'
import { withSteps } from './listing/listing.ts'
import { createCandleReader } from './queries.ts'
import { maxUnits } from './units.ts'

setDefaultTimeout(60_000)

const folder = mkdtemp(join(tmpdir(), 'kurs-digits-'))
afterAll(async () => rm(await folder, { recursive: true, force: true }))

let databases = 0
async function newDb(): Promise<Db> {
  return openDb({ url: `file:${join(await folder, `${databases++}.db`)}` })
}

/** Creates a database from the time when prices were floats, with these rows of one source. */
async function oldDb(source: string, rows: (string | number)[][]): Promise<Db> {
  const db = await newDb()
  await migrateDb(db, migrations.market.slice(0, 1))
  await db.writeRaw([
    { sql: 'insert into market_source values (1, ?)', args: [source] },
    ...rows.map((args) => ({
      sql: 'insert into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time) values (?, ?, ?, ?, ?, ?, ?, ?, 1, 0)',
      args,
    })),
    { sql: 'insert into gaps values (?, 0, 60000, 0)', args: ['BTCUSDT'] },
  ])
  return db
}

async function stored(db: Db): Promise<unknown[]> {
  const { rows } = await db.client.execute(
    'select asset, open, high, low, close, volume, typeof(open) || typeof(volume) from candles order by asset, open_time',
  )
  return rows.map((row) => Array.from(row))
}

const all = { tf: 1, from: 0, to: Number.MAX_SAFE_INTEGER, count: 10 } as const

test('floats of an old database are converted to exact steps', async () => {
  const cents = fc.integer({ min: 1, max: 99_999_999_999 })
  const rows = fc.sample(fc.tuple(cents, cents, cents, cents, fc.integer({ min: 0, max: 6_000_000_000_000 })), 500)
  const old = rows.map(([open, high, low, close, volume], n) => {
    return ['BTCUSDT', 1, n * 60_000, open / 100, high / 100, low / 100, close / 100, volume / 1e5]
  })
  const db = await oldDb('binance', [...old, ['XRPUSDT', 1, 0, 2.1234, 2.3, 2.1, 2.2001, 10.1]])
  await migrateDb(db, migrations.market)
  expect(await stored(db)).toEqual([
    ...rows.map((row) => ['BTCUSDT', ...row, 'integerinteger']),
    ['XRPUSDT', 21_234, 23_000, 21_000, 22_001, 101, 'integerinteger'],
  ])
  expect((await readDigits(db)).get('XRPUSDT')).toEqual({ priceDigits: 4, volumeDigits: 1 })
  expect(await db.readOne('select count(*) as gaps from gaps')()).toMatchObject({ gaps: 1 })
  await db.close()
})

test('an old database drops recordings and unknown assets, as their digits are unknown', async () => {
  const other = await oldDb('binance', [['GOLD', 1, 0, 1.5, 1.5, 1.5, 1.5, 1]])
  await migrateDb(other, migrations.market)
  const replay = await oldDb('replay abc 1', [['BTCUSDT', 1, 0, 1.23456789, 1.5, 1, 1.5, 1]])
  await migrateDb(replay, migrations.market)
  for (const db of [other, replay]) {
    expect(await stored(db)).toEqual([])
    expect(await db.readOne('select count(*) as sources from market_source')()).toMatchObject({ sources: 0 })
    expect(await readDigits(db)).toEqual(new Map())
    await db.close()
  }
})

async function withCandle(values: number[]): Promise<Db> {
  const db = await newDb()
  await migrateDb(db, migrations.market)
  await rescale(db, { asset: 'A', priceDigits: 2, volumeDigits: 2 })
  await db.writeRaw([
    {
      sql: "insert into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time) values ('A', 1, 0, ?, ?, ?, ?, ?, 1, 0)",
      args: values,
    },
  ])
  return db
}

const candle = async (db: Db) => {
  const [found] = await createCandleReader(db).first({ ...all, asset: 'A' })
  return found && [found.open, found.high, found.low, found.close, found.volume].map(Number)
}

test('finer digits rescale the prices exactly, coarser ones do if nothing is lost', async () => {
  const db = await withCandle([1200, 1300, 1100, 1250, 500])
  expect(await rescale(db, { asset: 'A', priceDigits: 2, volumeDigits: 2 })).toBe('same')
  expect(await rescale(db, { asset: 'A', priceDigits: 5, volumeDigits: 2 })).toBe('rescaled')
  expect(await candle(db)).toEqual([1_200_000, 1_300_000, 1_100_000, 1_250_000, 500])
  expect(await rescale(db, { asset: 'A', priceDigits: 1, volumeDigits: 0 })).toBe('rescaled')
  expect(await candle(db)).toEqual([120, 130, 110, 125, 5])
  expect((await readDigits(db)).get('A')).toEqual({ priceDigits: 1, volumeDigits: 0 })
  await db.close()
})

test.each([
  ['price', [1200, maxUnits, 1100, 1250, 500], { priceDigits: 2, volumeDigits: 3 }],
  ['volume', [1200, 1300, 1100, 1250, Number.MAX_SAFE_INTEGER], { priceDigits: 3, volumeDigits: 2 }],
])('the largest possible %s is kept if the other number is rescaled', async (_, values, digits) => {
  const db = await withCandle(values)
  expect(await rescale(db, { asset: 'A', ...digits })).toBe('rescaled')
  await db.close()
})

test.each([
  ['price', [1, 999_999_999_999, 1, 1, 1], { priceDigits: 5, volumeDigits: 2 }, { priceDigits: 6, volumeDigits: 2 }],
  ['volume', [1, 1, 1, 1, 9_007_199_254_740], { priceDigits: 2, volumeDigits: 5 }, { priceDigits: 2, volumeDigits: 6 }],
])('a %s that just fits finer digits is kept, and dropped with one more digit', async (_, values, fit, beyond) => {
  for (const [digits, outcome] of [[fit, 'rescaled'] as const, [beyond, 'dropped'] as const]) {
    const db = await withCandle(values)
    expect(await rescale(db, { asset: 'A', ...digits })).toBe(outcome)
    await db.close()
  }
})

test('candles that end after a time are reopened, those that end at it are not', async () => {
  const db = await withCandle([1, 1, 1, 1, 1])
  const sql =
    'insert into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time) values (?, ?, ?, 1, 1, 1, 1, 1, 1, 0)'
  const rows = [
    ['A', 1, 240_000],
    ['A', 1, 300_000],
    ['A', 5, 0],
    ['A', 5, 300_000],
    ['B', 1, 300_000],
  ] as const
  await db.writeRaw(rows.map((args) => ({ sql, args: [...args] })))
  await reopenCandles(db, 'A', 300_000)
  const left = await db.readAll(
    'select asset, tf, open_time from candles where is_closed = 1 order by asset, tf, open_time',
  )()
  expect(left.map((row) => [...row].map(String).join(' '))).toEqual(['A 1 0', 'A 1 240000', 'A 5 0', 'B 1 300000'])
  await db.close()
})

test.each([
  ['a price has more decimals', [1205, 1300, 1100, 1250, 500], { priceDigits: 1, volumeDigits: 2 }],
  ['a volume has more decimals', [1200, 1300, 1100, 1250, 501], { priceDigits: 2, volumeDigits: 1 }],
  ['a price gets too large', [1200, 10 ** 13, 1100, 1250, 500], { priceDigits: 5, volumeDigits: 2 }],
  ['a volume gets too large', [1200, 1300, 1100, 1250, 10 ** 13], { priceDigits: 2, volumeDigits: 6 }],
])('candles are dropped if %s', async (_, values, digits) => {
  const db = await withCandle(values)
  await db.writeRaw([{ sql: "insert into gaps values ('A', 0, 60000, 0)" }])
  expect(await rescale(db, { asset: 'A', ...digits })).toBe('dropped')
  expect(await candle(db)).toBeUndefined()
  expect(await db.readOne('select count(*) as gaps from gaps')()).toMatchObject({ gaps: 0 })
  expect((await readDigits(db)).get('A')).toEqual(digits)
  await db.close()
})

test('an exchange that changes to coarser steps does not reduce a finer past', async () => {
  const db = await withCandle([1205, 1300, 1100, 1250, 500])
  const needed = (priceDigits: number, volumeDigits: number) =>
    digitsNeeded(db, { asset: 'A', priceDigits, volumeDigits })
  expect(await needed(1, 0)).toEqual({ priceDigits: 2, volumeDigits: 0 })
  expect(await needed(4, 1)).toEqual({ priceDigits: 4, volumeDigits: 1 })
  await db.writeRaw([{ sql: "update candles set open = 1200, close = 1290, volume = 501 where asset = 'A'" }])
  expect(await needed(1, 0)).toEqual({ priceDigits: 1, volumeDigits: 2 })
  expect(await digitsNeeded(db, { asset: 'B', priceDigits: 0, volumeDigits: 0 })).toEqual({
    priceDigits: 0,
    volumeDigits: 0,
  })
  await db.close()
})

test('a market keeps the same decimals after a restart with finer or coarser steps', async () => {
  const db = await newDb()
  await migrateDb(db, migrations.market)
  const log = createLogger({ level: 'silent', write: () => {} })
  const midnight = Date.UTC(2026, 5, 10)
  const update = minuteOf('BTCUSDT', midnight, 60_000.01, { volume: 1.5 })
  const shown = async (steps?: { priceStep: string; quantityStep: string }) => {
    const feed = createTestFeed()
    let { instruments } = feed
    const source: Feed = {
      ...feed,
      get instruments() {
        return instruments
      },
      adopt: (rulesOf) => {
        instruments = instruments.map((instrument) => withSteps(instrument, rulesOf(instrument.asset)))
      },
    }
    if (steps) {
      const args = ['BTCUSDT', 'trading', steps.priceStep, steps.quantityStep, '5', 0]
      await db.writeRaw([{ sql: 'insert or replace into listings values (?, ?, ?, ?, ?, ?)', args }])
    }
    const market = await openTestMarket({ db, feed: source, historyDays: 1, latenessMs: 0, now: () => midnight, log })
    if (!steps) feed.emit(update)
    const [candle] = await market.candles({ asset: 'BTCUSDT', tf: 1, limit: 1 })
    const digits = market.instrument('BTCUSDT')
    await market.close()
    return candle && digits && [digits.priceDigits, digits.volumeDigits, ...rowOf(candle, digits).slice(4)]
  }
  expect(await shown()).toEqual([2, 5, 60_000.01, 1.5])
  // Candles whose values may have been rounded are fetched again.
  const isClosed = async () => (await db.readOne('select is_closed as closed from candles where tf = 1')())?.closed
  const close = () => db.writeRaw(['update candles set is_closed = 1'])
  expect(await shown({ priceStep: '0.0001', quantityStep: '0.00001' })).toEqual([4, 5, 60_000.01, 1.5])
  expect(await isClosed()).toBe(0)
  await close()
  expect(await shown({ priceStep: '0.0001', quantityStep: '0.000001' })).toEqual([4, 6, 60_000.01, 1.5])
  expect(await isClosed()).toBe(0)
  await close()
  expect(await shown({ priceStep: '0.0001', quantityStep: '0.000001' })).toEqual([4, 6, 60_000.01, 1.5])
  expect(await isClosed()).toBe(1)
  expect(await shown({ priceStep: '0.1', quantityStep: '0.1' })).toEqual([4, 1, 60_000.01, 1.5])
  await db.close()
})
