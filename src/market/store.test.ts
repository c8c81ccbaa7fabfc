import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { drawn, minuteOf } from '../../tests/doubles/feed.ts'
import { candlesOf } from '../../tests/market-candles.ts'
import { createMarketDatabases } from '../../tests/market-databases.ts'
import { runsOf } from '../../tests/property-runs.ts'
import type { Db } from '../db/client.ts'
import { createLogger } from '../log/logger.ts'
import { candleOf } from './candle.ts'
import { defaultInstruments } from './instrument.ts'
import { createCandleReader } from './queries.ts'
import { createStore } from './store.ts'
import { minuteMs, timeframes } from './timeframe.ts'

setDefaultTimeout(60_000)

const databases = await createMarketDatabases()
afterAll(databases.remove)

const midnight = Date.UTC(2026, 5, 10)
const all = { asset: 'BTCUSDT', from: 0, to: Number.MAX_SAFE_INTEGER, count: 100 }
let logged = ''
const log = createLogger({
  level: 'info',
  write: (lines) => {
    logged += lines
  },
  maxDelayMs: 0,
})

test('minutes and the longer candles that depend on them are written together', async () => {
  const db = await databases.open()
  const store = createStore({ db, log })
  const reader = createCandleReader(db)
  const minutes = [0, 1, 2, 5].map((n) => minuteOf('BTCUSDT', midnight + n * minuteMs, 100.01 + n, { volume: 0.1 }))
  for (const minute of minutes) store.put(minute, true)
  expect(store.isBehind('BTCUSDT', midnight)).toBe(false)
  expect(store.isBehind('BTCUSDT', midnight + minuteMs)).toBe(true)
  expect(store.isBehind('ETHUSDT', midnight + minuteMs)).toBe(false)
  const flushed = store.flush()
  // The write is in progress now: no minute is pending any longer, and none is stored yet.
  await null
  expect(store.isBehind('BTCUSDT', midnight + minuteMs)).toBe(true)
  await flushed
  expect(store.isBehind('BTCUSDT', midnight + minuteMs)).toBe(false)
  expect(await reader.first({ ...all, tf: 1 })).toEqual(minutes.map(candleOf))
  expect(await reader.minutesFrom('BTCUSDT', 0)).toEqual(minutes)
  expect((await reader.first({ ...all, tf: 5 })).map((candle) => drawn(candle))).toEqual([
    { openTime: midnight, open: 100.01, high: 102.01, low: 100.01, close: 102.01, volume: 0.3 },
    { openTime: midnight + 5 * minuteMs, open: 105.01, high: 105.01, low: 105.01, close: 105.01, volume: 0.1 },
  ])
  expect((await reader.last({ ...all, tf: 1440, count: 1 })).map((candle) => drawn(candle))).toEqual([
    { openTime: midnight, open: 100.01, high: 105.01, low: 100.01, close: 105.01, volume: 0.4 },
  ])
  // A longer candle is rolled up only from its own minutes, and other candles are not affected.
  store.put(minuteOf('BTCUSDT', midnight + 6 * minuteMs, 90), true)
  await store.flush()
  store.touch('BTCUSDT', midnight + 4 * minuteMs)
  await store.flush()
  expect((await reader.first({ ...all, tf: 5 })).map((candle) => drawn(candle).low)).toEqual([100.01, 90])
  // With no minutes to write, the database is not accessed.
  const untouched = { ...db, writeRaw: () => Promise.reject(new Error('nothing to write')) }
  expect(await createStore({ db: untouched, log }).flush()).toBe(true)
  await db.close()
})

test('volume sums are the number nearest to the exact sum, for any steps', async () => {
  const db = await databases.open()
  const store = createStore({ db, log })
  const reader = createCandleReader(db)
  const volumes = fc.array(fc.integer({ min: 0, max: 10_000_000_000 }), { minLength: 480, maxLength: 480 })
  let day = 0
  await fc.assert(
    fc.asyncProperty(volumes, fc.constantFrom(...defaultInstruments), async (steps, { asset, volumeDigits }) => {
      const from = midnight + day++ * 1440 * minuteMs
      const minutes = steps.map((count, n) =>
        minuteOf(asset, from + n * minuteMs, 100, { volume: count / 10 ** volumeDigits }),
      )
      await store.putPast(asset, minutes)
      await store.rollUp({ asset, from, to: from + 480 * minuteMs })
      for (const tf of timeframes.filter((each) => each <= 1440)) {
        const stored = await reader.first({ asset, tf, from, to: from + 1440 * minuteMs, count: 500 })
        expect(stored).toEqual(candlesOf(minutes, tf))
      }
    }),
    { numRuns: runsOf(200) },
  )
  await store.flush()
  await db.close()
})

test('a closed minute is replaced only by a later closed one', async () => {
  const db = await databases.open()
  const store = createStore({ db, log })
  const reader = createCandleReader(db)
  store.put(minuteOf('BTCUSDT', midnight, 100), false)
  await store.flush()
  store.put(minuteOf('BTCUSDT', midnight, 99, { isClosed: false, time: midnight + 10 * minuteMs }), false)
  await store.flush()
  store.put(minuteOf('BTCUSDT', midnight, 98), false)
  await store.flush()
  const close = async () => (await reader.first({ ...all, tf: 1 })).map((candle) => drawn(candle).close)
  expect(await close()).toEqual([100])
  store.put(minuteOf('BTCUSDT', midnight, 97, { time: midnight + 10 * minuteMs }), false)
  await store.flush()
  expect(await close()).toEqual([97])
  await db.close()
})

test('the past is written 240 minutes at a time, with a checkpoint after 28,800', async () => {
  const db = await databases.open()
  const [pieces, cleared]: [number[], number[]] = [[], []]
  const watched: Db = {
    ...db,
    writeRaw: async ([statement]) => {
      const { args } = typeof statement === 'object' ? statement : {}
      pieces.push(Array.isArray(args) ? args.length / 10 : 0)
      return []
    },
    checkpoint: async () => void cleared.push(pieces.length),
  }
  const minutes = new Array(28_801).fill(minuteOf('BTCUSDT', midnight, 100))
  await createStore({ db: watched, log }).putPast('BTCUSDT', minutes)
  expect([pieces.length, new Set(pieces.slice(0, -1)), pieces.at(-1)]).toEqual([121, new Set([240]), 1])
  expect(cleared).toEqual([120])
  await db.close()
})

test('a failed write is logged and repeated with the next one', async () => {
  const db = await databases.open()
  let failures = 1
  const failing: Db = {
    ...db,
    writeRaw: (...batch) => (failures-- > 0 ? Promise.reject(new Error('disk full')) : db.writeRaw(...batch)),
  }
  const store = createStore({ db: failing, log })
  const reader = createCandleReader(db)
  store.put(minuteOf('BTCUSDT', midnight, 100), true)
  await store.flush()
  expect(await reader.first({ ...all, tf: 1 })).toEqual([])
  log.flush()
  expect(logged).toContain('disk full')
  store.put(minuteOf('BTCUSDT', midnight + minuteMs, 101), true)
  await store.flush()
  expect((await reader.first({ ...all, tf: 5 })).map((candle) => drawn(candle))).toMatchObject([
    { close: 101, volume: 2 },
  ])
  await store.flush()
  await db.close()
})
