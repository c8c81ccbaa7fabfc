import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { createTestFeed, type DecimalMinute, minuteOf, type TestFeed } from '../../tests/doubles/feed.ts'
import { candlesOf } from '../../tests/market-candles.ts'
import { createMarketDatabases } from '../../tests/market-databases.ts'
import { examplesMs, runsOf } from '../../tests/property-runs.ts'
import { openTestMarket, type TestMarket } from '../../tests/test-market.ts'
import { until } from '../../tests/until.ts'
import type { Db } from '../db/client.ts'
import { createLogger } from '../log/logger.ts'
import type { Candle, MinuteUpdate } from './candle.ts'
import { readCloses } from './closes.ts'
import { createCandleReader, minuteStatements, recordGaps } from './queries.ts'
import { closeTimeOf, minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'

setDefaultTimeout(examplesMs)

const instrument = { asset: 'BTCUSDT', base: 'BTC', quote: 'USDT', name: 'Bitcoin', priceDigits: 2, volumeDigits: 5 }
const midnight = Date.UTC(2026, 5, 10)
const hourMs = 60 * minuteMs
const databases = await createMarketDatabases()
afterAll(databases.remove)

const log = createLogger({ level: 'silent', write: () => {} })

/** Opens the market with a history of one day. */
function open(db: Db, feed: TestFeed, now: number): Promise<TestMarket> {
  return openTestMarket({ db, feed, historyDays: 1, latenessMs: 0, now: () => now, log })
}

const minute = (number: number, more: Partial<DecimalMinute> = {}) =>
  minuteOf('BTCUSDT', midnight + number * minuteMs, 100 + (Math.abs(number) % 50), more)
const minutesFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => minute(from + at))
const feedOf = (past: MinuteUpdate[]) => createTestFeed({ instruments: [instrument], past })

/** Reads all pages of closes, from the first. */
async function readAll(market: TestMarket, tf: Timeframe, limit: number): Promise<Candle[]> {
  const all: Candle[] = []
  for (let page = await market.closes('BTCUSDT', tf, 0, limit); page.length > 0; ) {
    all.push(...page)
    page = await market.closes('BTCUSDT', tf, page.at(-1)?.openTime ?? 0, limit)
  }
  return all
}

test('closes are read by page after a cursor, up to the first unknown minute', async () => {
  const db = await databases.open()
  const past = minutesFrom(-1440, 12)
  const feed = feedOf(past)
  const market = await open(db, feed, midnight)
  feed.emit(...minutesFrom(0, 7), minute(7, { isClosed: false, time: midnight + 7 * minuteMs + 1 }))
  await until(() => !market.state().isBackfilling)
  expect(await market.closes('BTCUSDT', 1, 0, 1_000_000)).toHaveLength(1000)
  expect(await market.closes('BTCUSDT', 1, 0)).toHaveLength(500)
  for (const tf of timeframes) {
    const isOver = ({ openTime }: { openTime: number }) => closeTimeOf(openTime, tf) <= midnight + 7 * minuteMs
    const expected = candlesOf(past, tf).filter(isOver)
    expect(await readAll(market, tf, 400)).toEqual(expected)
  }
  await market.close()
  await db.close()
})

test('a candle interrupted by an outage is not returned before its minutes are fetched', async () => {
  const db = await databases.open()
  const whole = minutesFrom(-1440, 10)
  const feed = feedOf(minutesFrom(-1440, 0))
  const market = await open(db, feed, midnight)
  await until(() => !market.state().isBackfilling)
  feed.emit(minute(0), minute(1, { isClosed: false, high: 101, time: midnight + minuteMs + 1 }))
  // The feed does not send minutes 2 to 4, and the history does not have them yet.
  feed.emit(minute(5))
  const after = midnight - 5 * minuteMs
  expect(await market.closes('BTCUSDT', 5, after)).toEqual([])
  expect(await market.closes('BTCUSDT', 1, midnight - minuteMs)).toEqual(candlesOf([minute(0)], 1))
  feed.past = whole
  await market.close()
  const again = await open(db, feed, midnight + 10 * minuteMs)
  await until(() => !again.state().isBackfilling)
  expect(await again.closes('BTCUSDT', 5, after)).toEqual(candlesOf(whole.slice(-10), 5))
  expect(await again.closes('BTCUSDT', 1, midnight - minuteMs)).toEqual(candlesOf(whole.slice(-10), 1))
  await again.close()
  await db.close()
})

test('minutes missing at the source are left out, and block nothing once that is confirmed', async () => {
  const db = await databases.open()
  const isLost = ({ openTime }: MinuteUpdate) =>
    openTime >= midnight - 63 * minuteMs && openTime < midnight - minuteMs * 51
  const past = minutesFrom(-1440, 0).filter((each) => !isLost(each))
  const feed = feedOf(past)
  const market = await open(db, feed, midnight)
  expect(await market.closes('BTCUSDT', 1, 0)).toEqual([])
  await until(() => !market.state().isBackfilling)
  for (const tf of timeframes) {
    const over = candlesOf(past, tf).filter(({ openTime }) => closeTimeOf(openTime, tf) <= midnight)
    expect(await market.closes('BTCUSDT', tf, 0, 1000)).toEqual(over.slice(0, 1000))
  }
  await market.close()
  await db.close()
})

test('a candle that begins before the history is never returned, and no other one is lost', async () => {
  const db = await databases.open()
  const lost = (number: number) => number % 100 === 7
  const all = minutesFrom(-1440 - 300, 20).filter((_, at) => !lost(at))
  const feed = feedOf(all)
  const begin = -1440 - 217
  const market = await open(db, feed, midnight - 217 * minuteMs)
  feed.emit(...minutesFrom(-217, 8))
  await until(() => !market.state().isBackfilling)
  await market.close()
  // Closes returned for the same stored candles do not depend on the current time.
  for (const now of [midnight + 15 * minuteMs, midnight + 365 * 1440 * minuteMs]) {
    const later = await open(db, createTestFeed({ instruments: [instrument] }), now)
    for (const tf of timeframes) {
      const isWhole = ({ openTime }: { openTime: number }) =>
        openTime >= midnight + begin * minuteMs && closeTimeOf(openTime, tf) <= midnight + 8 * minuteMs
      const stored = [...all.filter(({ openTime }) => openTime < midnight - 217 * minuteMs), ...minutesFrom(-217, 8)]
      const returned = await readAll(later, tf, 300)
      expect(returned).toEqual(candlesOf(stored, tf).filter(isWhole))
    }
    await later.close()
  }
  await db.close()
})

test('a candle without minutes before the first one of its asset is returned', async () => {
  const db = await databases.open()
  const past = minutesFrom(-218, 20)
  const feed = feedOf(past)
  const market = await open(db, feed, midnight)
  await until(() => !market.state().isBackfilling)
  const isOver =
    (tf: Timeframe) =>
    ({ openTime }: { openTime: number }) =>
      closeTimeOf(openTime, tf) <= midnight
  for (const tf of timeframes) {
    expect(await readAll(market, tf, 30)).toEqual(candlesOf(past, tf).filter(isOver(tf)))
  }
  await market.close()
  await db.close()
})

test('an asset whose first minute arrives live has closes from that minute on', async () => {
  const db = await databases.open()
  const feed = feedOf([])
  const market = await open(db, feed, midnight + 2 * minuteMs)
  await until(() => !market.state().isBackfilling)
  feed.emit(...minutesFrom(2, 12))
  const hasCloses = async (tf: Timeframe, count: number) => (await readAll(market, tf, 100)).length === count
  await until(async () => (await hasCloses(1, 10)) && (await hasCloses(5, 2)))
  expect(await readAll(market, 5, 100)).toEqual(candlesOf(minutesFrom(2, 10), 5))
  await market.close()
  await db.close()
})

describe('for any stored data', () => {
  /** States of a generated minute: whether it was sent, sent but never closed, and whether it was confirmed missing */
  const state = fc.constantFrom(
    'closed',
    'closed',
    'closed',
    'open',
    'judged',
    'open and judged',
    'closed and judged',
    '',
  )
  const range = fc.record({
    states: fc.array(state, { minLength: 1, maxLength: 60 }),
    from: fc.integer({ min: -30, max: 5 }),
    horizon: fc.integer({ min: -40, max: 40 }),
    later: fc.nat(40),
    limit: fc.integer({ min: 1, max: 20 }),
    isRolledUp: fc.boolean(),
  })
  let assets = 0

  test('complete candles are returned in order, and a later read starts with the same ones', async () => {
    const db = await databases.open()
    const reader = createCandleReader(db)
    await fc.assert(
      fc.asyncProperty(range, async ({ states, from, horizon, later, limit, isRolledUp }) => {
        const asset = `A${assets++}`
        const has = (word: string) =>
          states.flatMap((each, at) => (each.split(' ').includes(word) ? [midnight + (from + at) * minuteMs] : []))
        const [closed, open, judged] = [has('closed'), has('open'), has('judged')]
        const stored = [
          ...closed.map((openTime) => minuteOf(asset, openTime, 50 + ((openTime / minuteMs) % 9))),
          ...open.map((openTime) => minuteOf(asset, openTime, 70, { isClosed: false, time: openTime + 1 })),
        ]
        const span = { asset, from: midnight - hourMs, to: midnight + 2 * hourMs }
        if (stored.length > 0) await db.writeRaw(minuteStatements(stored, isRolledUp ? [span] : []))
        await recordGaps(
          db,
          judged.map((time) => ({ asset, from: time, to: time + minuteMs })),
          0,
        )
        const known = new Set([...closed, ...judged])
        const readPages = async (tf: Timeframe, minutes: number, most: number) => {
          const returned: Candle[] = []
          for (;;) {
            const after = returned.at(-1)?.openTime ?? -1
            const query = { tf, after, limit: most, horizon: midnight + minutes * minuteMs }
            const page = await readCloses({ db, reader }, asset, query)
            if (page.length === 0) return returned
            expect(page.length).toBeLessThanOrEqual(most)
            returned.push(...page)
          }
        }
        for (const tf of [1, 3, 5, 15, 60] as const) {
          const expected = candlesFrom(stored, known, tf, midnight + horizon * minuteMs)
          const returned = await readPages(tf, horizon, limit)
          expect(returned).toEqual(expected)
          expect((await readPages(tf, horizon + later, 1000)).slice(0, returned.length)).toEqual(returned)
        }
      }),
      { numRuns: runsOf(600) },
    )
    await db.close()
  })

  /** Simple reference implementation: one candle after the other, up to the first that may still become complete */
  function candlesFrom(stored: MinuteUpdate[], known: Set<number>, tf: Timeframe, horizon: number): Candle[] {
    const all = new Map(candlesOf(stored, tf).map((candle) => [candle.openTime, candle]))
    const returned: Candle[] = []
    const first = Math.min(horizon, ...stored.map(({ openTime }) => openTime))
    for (let open = openTimeOf(first, tf); open < midnight + 2 * hourMs; open = closeTimeOf(open, tf)) {
      const unknown = Array.from({ length: tf }, (_, at) => open + at * minuteMs).filter((time) => !known.has(time))
      if (unknown.length > 0 && unknown.every((time) => time >= horizon)) return returned
      const candle = all.get(open)
      if (candle && unknown.length === 0) returned.push(candle)
    }
    return returned
  }
})

test('an unknown asset has no closes', async () => {
  const db = await databases.open()
  const market = await open(db, feedOf([]), midnight)
  expect(await market.closes('GOLD', 1, 0)).toEqual([])
  await market.close()
  await db.close()
})
