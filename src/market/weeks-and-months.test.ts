import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { createTestFeed, minuteOf } from '../../tests/doubles/feed.ts'
import { fakeClock } from '../../tests/fake-clock.ts'
import { candlesOf } from '../../tests/market-candles.ts'
import { createMarketDatabases } from '../../tests/market-databases.ts'
import { runsOf } from '../../tests/property-runs.ts'
import { openTestMarket } from '../../tests/test-market.ts'
import { until } from '../../tests/until.ts'
import type { Db } from '../db/client.ts'
import { createLogger } from '../log/logger.ts'
import { candleOf, type MinuteUpdate, type Tick } from './candle.ts'
import { candlesAt } from './candles-at.ts'
import type { Market } from './market.ts'
import { holesOf } from './past/holes.ts'
import { readClosed, readGaps, recordGaps } from './queries.ts'
import { createStore } from './store.ts'
import { closeTimeOf, dayMs, hourMs, minuteMs, moscowDay, timeframes } from './timeframe.ts'
import type { Units } from './units.ts'

setDefaultTimeout(60_000)

const databases = await createMarketDatabases()
afterAll(databases.remove)
const log = createLogger({ level: 'silent', write: () => {} })

const asset = 'BTCUSDT'
const instrument = { asset, base: 'BTC', quote: 'USDT', name: 'Bitcoin', priceDigits: 2, volumeDigits: 5 }
const begin = Date.UTC(2026, 4, 1)
/** Start of the live prices, a Monday. June ends two days later, the week six days later. */
const opened = Date.UTC(2026, 5, 29)
const end = Date.UTC(2026, 6, 8)
const dayCount = (end - begin) / dayMs

/** Some minutes of each day: all others are missing at the source */
const series = fc
  .array(
    fc.uniqueArray(fc.tuple(fc.nat(1439), fc.integer({ min: 1, max: 10_000 })), {
      minLength: 1,
      maxLength: 3,
      selector: ([minute]) => minute,
    }),
    { minLength: dayCount, maxLength: dayCount },
  )
  .map((days) => [
    ...days.flatMap((minutes, day) =>
      minutes
        .sort(([one], [other]) => one - other)
        .map(([minute, cents]) => minuteOf(asset, begin + day * dayMs + minute * minuteMs, cents / 100)),
    ),
    // A gap is confirmed once the source has minutes five minutes later.
    minuteOf(asset, end + 10 * minuteMs, 1),
  ])

/** Creates a database with the minutes before the live prices. */
async function openStored(minutes: readonly MinuteUpdate[]) {
  const db = await databases.open()
  const [span, stored] = [{ asset, from: begin, to: opened }, minutes.filter(({ openTime }) => openTime < opened)]
  const store = createStore({ db, log })
  await db.writeRaw([
    { sql: 'insert into market_source values (1, ?)', args: [createTestFeed().source] },
    { sql: 'insert into digits values (?, 2, 5)', args: [asset] },
  ])
  await store.putPast(asset, stored)
  const times = stored.map(({ openTime }) => openTime)
  const missing = holesOf(span, times, []).map((hole) => ({ asset, ...hole }))
  await recordGaps(db, missing, opened)
  await store.rollUp(span)
  return db
}

async function play(minutes: readonly MinuteUpdate[], isEmitted: (minute: MinuteUpdate) => boolean) {
  const db = await openStored(minutes)
  const feed = createTestFeed({ instruments: [instrument], past: [...minutes] })
  const clock = fakeClock(opened)
  const market = await openTestMarket({ db, feed, historyDays: 60, latenessMs: 0, now: clock.now, clock, log })
  const emitted: Tick[] = []
  market.onClose((close) => emitted.push(close))
  await until(() => !market.state().isBackfilling)
  for (const minute of minutes) {
    if (minute.openTime < opened || !isEmitted(minute)) continue
    feed.emit(minute)
    // Gaps of the last five minutes are confirmed only after a later minute of the source.
    const span = { asset, from: begin, to: minute.openTime - 5 * minuteMs }
    await until(async () => {
      clock.advance(minuteMs)
      return holesOf(span, await readClosed(db, span, 1), await readGaps(db, span)).length === 0
    })
  }
  // The last day settles when its last gap is confirmed.
  await until(async () => (await market.closes(asset, 1440, end - 2 * dayMs)).length > 0)
  return { db, market, emitted }
}

/** Expects days of Moscow as the calendar cuts the minutes: the newest ones, pages from a time on, and past states. */
async function expectMoscowDays(market: Market, minutes: readonly MinuteUpdate[]) {
  const truth = candlesOf(minutes, moscowDay)
  const days = { asset, tf: moscowDay }
  expect(await market.candles({ ...days, limit: 1000 })).toEqual(truth)
  for (const time of [begin, begin + 10.4 * dayMs, opened - 3 * hourMs, opened + 5 * minuteMs, end]) {
    for (const limit of [1, 7]) {
      const from = truth.filter(({ openTime }) => openTime >= time)
      expect(await market.candles({ ...days, from: time, limit })).toEqual(from.slice(0, limit))
      const before = truth.filter(({ openTime }) => openTime < time)
      expect(await market.candles({ ...days, to: time, limit })).toEqual(before.slice(-limit))
    }
    const past = candlesOf(
      minutes.filter(({ openTime }) => openTime < time),
      moscowDay,
    )
    expect(await candlesAt(market, { ...days, until: time, limit: 1000 })).toEqual(past)
  }
}

/** Expects gaps that cover every minute that is not there, and no other, also after some of them were stored. */
async function expectGaps({ db, market }: { db: Db; market: Market }, minutes: readonly MinuteUpdate[]) {
  const there = new Set(minutes.map(({ openTime }) => openTime))
  const span = { from: begin, to: end - dayMs }
  const expectMissing = async () => {
    const gaps = await market.gaps(asset, span.from, span.to)
    const covered = gaps.flatMap(({ from, to }) =>
      Array.from({ length: (to - from) / minuteMs }, (_, at) => from + at * minuteMs),
    )
    const within = covered.filter((time) => time >= span.from && time < span.to)
    const missing = Array.from({ length: (span.to - span.from) / minuteMs }, (_, at) => span.from + at * minuteMs)
    expect(within).toEqual(missing.filter((time) => !there.has(time)))
  }
  await expectMissing()
  const imported = [7, 8, 4711].map((at) => minuteOf(asset, begin + at * minuteMs, 1))
  await createStore({ db, log }).putPast(asset, imported)
  for (const { openTime } of imported) there.add(openTime)
  await expectMissing()
}

/** Expects the candles of the minutes, and all closes before a time, ms UTC. */
async function expectTruth(market: Market, minutes: readonly MinuteUpdate[], until: number) {
  await expectMoscowDays(market, minutes)
  for (const tf of timeframes) {
    const truth = candlesOf(minutes, tf)
    expect({ tf, candles: await market.candles({ asset, tf, limit: 1000 }) }).toEqual({ tf, candles: truth })
    const isOver = ({ openTime }: { openTime: number }) => openTime >= begin && closeTimeOf(openTime, tf) <= until
    const over = truth.filter(isOver)
    const closes = await market.closes(asset, tf, begin - 31 * dayMs, 1000)
    expect({ tf, closes: closes.slice(0, over.length) }).toEqual({ tf, closes: over })
  }
}

test('weeks and months equal their minutes, and settle once, in order, also those with gaps', async () => {
  await fc.assert(
    fc.asyncProperty(series, async (minutes) => {
      const { db, market, emitted } = await play(minutes, () => true)
      await expectTruth(market, minutes, end)
      await expectGaps({ db, market }, minutes)
      // The close of a day is not emitted if its last gap is confirmed after two days.
      for (const tf of [10080, 43200] as const) {
        const isDue = ({ openTime }: { openTime: number }) =>
          closeTimeOf(openTime, tf) > opened && closeTimeOf(openTime, tf) <= end
        const closes = emitted.filter((close) => close.tf === tf).map(candleOf<Units>)
        expect({ tf, closes }).toEqual({ tf, closes: candlesOf(minutes, tf).filter(isDue) })
      }
      await market.close()
      await db.close()
    }),
    { numRuns: runsOf(3), endOnFailure: true },
  )
})

test('days fetched after an outage of a week become part of the week and the month', async () => {
  await fc.assert(
    fc.asyncProperty(series, async (minutes) => {
      const isEmitted = ({ openTime }: MinuteUpdate) => openTime >= end - dayMs
      const { db, market } = await play(minutes, isEmitted)
      await expectTruth(market, minutes, end)
      await market.close()
      await db.close()
    }),
    { numRuns: runsOf(3), endOnFailure: true },
  )
})
