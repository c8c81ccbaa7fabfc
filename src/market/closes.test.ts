import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, type DecimalMinute, minuteOf, type TestFeed } from '../../tests/doubles/feed.ts'
import { candlesOf } from '../../tests/market-candles.ts'
import { createMarketDatabases } from '../../tests/market-databases.ts'
import { openTestMarket, type TestMarket } from '../../tests/test-market.ts'
import { until } from '../../tests/until.ts'
import type { Db } from '../db/client.ts'
import { createLogger } from '../log/logger.ts'
import type { MinuteUpdate } from './candle.ts'
import { minuteMs, timeframes } from './timeframe.ts'

setDefaultTimeout(600_000)

const instrument = { asset: 'BTCUSDT', base: 'BTC', quote: 'USDT', name: 'Bitcoin', priceDigits: 2, volumeDigits: 5 }
const midnight = Date.UTC(2026, 5, 10)
const databases = await createMarketDatabases()
afterAll(databases.remove)

const log = createLogger({ level: 'silent', write: () => {} })

/** A day of history is kept. */
function open(db: Db, feed: TestFeed, now: number): Promise<TestMarket> {
  return openTestMarket({ db, feed, historyDays: 1, latenessMs: 0, now: () => now, log })
}

const minute = (number: number, more: Partial<DecimalMinute> = {}) =>
  minuteOf('BTCUSDT', midnight + number * minuteMs, 100 + (Math.abs(number) % 50), more)
const minutesFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => minute(from + at))
const feedOf = (past: MinuteUpdate[]) => createTestFeed({ instruments: [instrument], past })

test('closes are read after a cursor, page by page, and end where a minute is not known yet', async () => {
  const db = await databases.open()
  const past = minutesFrom(-1440, 12)
  const feed = feedOf(past)
  const market = await open(db, feed, midnight)
  feed.tell(...minutesFrom(0, 7), minute(7, { isClosed: false, time: midnight + 7 * minuteMs + 1 }))
  await until(() => !market.state().isBackfilling)
  expect(await market.closes('BTCUSDT', 1, 0, 1_000_000)).toHaveLength(1000)
  for (const tf of timeframes) {
    const isOver = ({ openTime }: { openTime: number }) => openTime + tf * minuteMs <= midnight + 7 * minuteMs
    const expected = candlesOf(past, tf).filter(isOver)
    const paged = []
    for (let after = 0; ; ) {
      const page = await market.closes('BTCUSDT', tf, after, 400)
      paged.push(...page)
      const last = page.at(-1)
      if (!last) break
      after = last.openTime
    }
    expect(paged).toEqual(expected)
  }
  await market.close()
  await db.close()
})

test('a candle whose history was cut off by an outage is not told before its minutes have been fetched', async () => {
  const db = await databases.open()
  const whole = minutesFrom(-1440, 10)
  const feed = feedOf(minutesFrom(-1440, 0))
  const market = await open(db, feed, midnight)
  await until(() => !market.state().isBackfilling)
  feed.tell(minute(0), minute(1, { isClosed: false, high: 101, time: midnight + minuteMs + 1 }))
  // Minutes 2 to 4 pass without us, and the history does not have them yet.
  feed.tell(minute(5))
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

test('minutes that the source never had are left out, and hold nothing back once that is known', async () => {
  const db = await databases.open()
  const isLost = ({ openTime }: MinuteUpdate) =>
    openTime >= midnight - 63 * minuteMs && openTime < midnight - minuteMs * 51
  const past = minutesFrom(-1440, 0).filter((each) => !isLost(each))
  const feed = feedOf(past)
  const market = await open(db, feed, midnight)
  expect(await market.closes('BTCUSDT', 1, 0)).toEqual([])
  await until(() => !market.state().isBackfilling)
  for (const tf of timeframes)
    expect(await market.closes('BTCUSDT', tf, 0, 1000)).toEqual(candlesOf(past, tf).slice(0, 1000))
  await market.close()
  await db.close()
})

test('an unknown asset has no closes', async () => {
  const db = await databases.open()
  const market = await open(db, feedOf([]), midnight)
  expect(await market.closes('GOLD', 1, 0)).toEqual([])
  await market.close()
  await db.close()
})
