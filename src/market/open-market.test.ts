import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { createTestFeed, drawn, minuteOf, type TestFeed } from '../../tests/doubles/feed.ts'
import { minuteFrom, minuteSeries } from '../../tests/doubles/minute-series.ts'
import { fakeClock } from '../../tests/fake-clock.ts'
import { candlesOf } from '../../tests/market-candles.ts'
import { createMarketDatabases } from '../../tests/market-databases.ts'
import { examplesMs, runsOf } from '../../tests/property-runs.ts'
import { openTestMarket, type TestMarket } from '../../tests/test-market.ts'
import { until } from '../../tests/until.ts'
import type { Db } from '../db/client.ts'
import { createLogger } from '../log/logger.ts'
import type { MinuteUpdate, Tick } from './candle.ts'
import type { Feed } from './feed/feed.ts'
import { FeedError } from './feed/feed.ts'
import { defaultInstruments } from './instrument.ts'
import type { Market } from './market.ts'
import { readGaps } from './queries.ts'
import { minuteMs, timeframes } from './timeframe.ts'
import { feedState } from './topics.ts'
import { nearestUnits } from './units.ts'

setDefaultTimeout(60_000)

const instrument = {
  asset: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  priceDigits: 2,
  volumeDigits: 5,
}
const unitsAt = (price: number) => nearestUnits(price, 2)
const midnight = Date.UTC(2026, 5, 10)
const databases = await createMarketDatabases()
afterAll(databases.remove)

let logged = ''
const log = createLogger({
  level: 'info',
  write: (lines) => {
    logged += lines
  },
  maxDelayMs: 0,
})

interface Opening {
  db: Db
  feed: Feed
  /** Current time, ms UTC */
  now: number
  historyDays?: number
}

function open({ db, feed, now, historyDays = 1 }: Opening): Promise<TestMarket> {
  return openTestMarket({ db, feed, historyDays, latenessMs: 0, now: () => now, log })
}

/** Resolves when the market has fetched every minute its source has. */
async function filled(market: Market): Promise<void> {
  await until(() => !market.state().isBackfilling)
}

async function expectCandles(market: Market, updates: MinuteUpdate[], asset = 'BTCUSDT'): Promise<void> {
  for (const tf of timeframes) {
    const candles = await market.candles({ asset, tf, limit: 1000 })
    expect(candles).toEqual(candlesOf(updates, tf).slice(-1000))
  }
}

function createFeedOf(past: MinuteUpdate[] = []): TestFeed {
  return createTestFeed({ instruments: [instrument], past })
}

describe('for any updates of a feed', () => {
  test(
    'out of order, repeated or missing, with a restart: the candles are complete',
    async () => {
      // Several assets share one market, because opening a market costs more than its updates.
      const instruments = defaultInstruments.slice(0, 4)
      const disorder = fc.tuple(...instruments.map(({ asset }) => minuteSeries(asset, midnight))).chain((series) => {
        const all = series.flat().flatMap(({ updates }) => updates)
        return fc.record({
          minutes: fc.constant(series.flat()),
          // Minutes that the source itself has lost, so it never sends them
          lost: fc.subarray(series.flatMap((minutes) => minutes.filter((_, at) => at % 5 === 2))),
          updates: fc.shuffledSubarray([...all, ...all]),
          startsAt: fc.nat(series.flat().length - 1),
          restartsAt: fc.nat(all.length),
        })
      })
      await fc.assert(
        fc.asyncProperty(disorder, async ({ minutes, lost, updates, startsAt, restartsAt }) => {
          const gone = new Set(lost.map(({ closed }) => `${closed.asset} ${closed.openTime}`))
          const isThere = ({ asset, openTime }: MinuteUpdate) => !gone.has(`${asset} ${openTime}`)
          const past = minutes.map(({ closed }) => closed).filter(isThere)
          const said = updates.filter(isThere)
          const now = minutes[startsAt]?.closed.openTime ?? midnight
          const end = midnight + 12 * minuteMs
          const sentinels = instruments.map(({ asset }) => minuteOf(asset, end, 42, { isClosed: false }))
          const expectWhole = async (market: Market) => {
            await filled(market)
            for (const { asset } of instruments) {
              const own = [...past, ...sentinels].filter((minute) => minute.asset === asset)
              await expectCandles(market, own, asset)
            }
          }
          const db = await databases.open()
          const feed = createTestFeed({ instruments, past })
          const first = await open({ db, feed, now })
          feed.emit(...said.slice(0, restartsAt))
          await first.close()
          const second = await open({ db, feed, now })
          feed.emit(...said.slice(restartsAt))
          feed.emit(...sentinels)
          await expectWhole(second)
          await second.close()
          const third = await open({ db, feed, now: end })
          await expectWhole(third)
          await third.close()
          await db.close()
        }),
        { numRuns: runsOf(80) },
      )
    },
    examplesMs,
  )
})

describe('the history', () => {
  const days = Array.from({ length: 3 * 1440 }, (_, n) =>
    minuteOf('BTCUSDT', midnight - (3 * 1440 - n) * minuteMs, 100 + (n % 50), { volume: (n % 9) / 10 }),
  )

  test('is fetched newest first, requested once, and kept', async () => {
    const db = await databases.open()
    const feed = createFeedOf(days)
    const market = await open({ db, feed, now: midnight, historyDays: 3 })
    expect(market.state().isBackfilling).toBe(true)
    await filled(market)
    await expectCandles(market, days)
    expect(feed.asked.map(({ from }) => from)).toEqual([1, 2, 3].map((day) => midnight - day * 1440 * minuteMs))
    await market.close()
    feed.asked.length = 0
    const again = await open({ db, feed, now: midnight, historyDays: 3 })
    await filled(again)
    expect(feed.asked).toEqual([])
    await expectCandles(again, days)
    await again.close()
    await db.close()
  })

  test('resumes where it was interrupted', async () => {
    const db = await databases.open()
    const whole = createFeedOf(days)
    let left = 2
    const breaking: Feed = {
      ...whole,
      async *history(asset, from, to, signal) {
        for await (const page of whole.history(asset, from, to, signal)) {
          if (left-- <= 0) {
            await until(() => signal?.aborted === true)
            return
          }
          yield page
        }
      },
    }
    const market = await open({ db, feed: breaking, now: midnight, historyDays: 3 })
    await until(() => left < 0)
    await market.close()
    const again = await open({ db, feed: whole, now: midnight, historyDays: 3 })
    await filled(again)
    await expectCandles(again, days)
    await again.close()
    await db.close()
  })

  test('is requested again if the source fails, and the failure is logged', async () => {
    const db = await databases.open()
    const whole = createFeedOf(days)
    let fails = 1
    const failing: Feed = {
      ...whole,
      history: (asset, from, to, signal) => {
        if (fails-- > 0) throw new FeedError('https://exchange.test does not answer')
        return whole.history(asset, from, to, signal)
      },
    }
    const market = await open({ db, feed: failing, now: midnight })
    await filled(market)
    await expectCandles(market, days.slice(-1440))
    log.flush()
    expect(logged).toContain('https://exchange.test does not answer')
    await market.close()
    await db.close()
  })

  test('missing at the source is recorded as a gap, never invented, and not requested again', async () => {
    const db = await databases.open()
    const missing = (openTime: number) => openTime >= midnight - 90 * minuteMs && openTime < midnight - 60 * minuteMs
    const past = days.filter(({ openTime }) => !missing(openTime))
    const feed = createFeedOf(past)
    const market = await open({ db, feed, now: midnight })
    await filled(market)
    await expectCandles(market, past.slice(-1410))
    const span = { asset: 'BTCUSDT', from: 0, to: midnight }
    const gap = { from: midnight - 90 * minuteMs, to: midnight - 60 * minuteMs }
    expect(await readGaps(db, span)).toEqual([gap])
    await market.close()
    feed.asked.length = 0
    const again = await open({ db, feed, now: midnight })
    await filled(again)
    expect(feed.asked).toEqual([])
    await again.close()
    await db.close()
  })

  test('includes a late minute from days ago in its candles', async () => {
    const db = await databases.open()
    const late = days[1000] ?? minuteOf('BTCUSDT', midnight, 1)
    const feed = createFeedOf(days.filter((minute) => minute !== late))
    const market = await open({ db, feed, now: midnight, historyDays: 3 })
    await filled(market)
    const higher = { ...late, high: unitsAt(999) }
    feed.emit(higher)
    await market.close()
    const again = await open({ db, feed, now: midnight, historyDays: 3 })
    await expectCandles(
      again,
      days.map((minute) => (minute === late ? higher : minute)),
    )
    const day = { asset: 'BTCUSDT', tf: 1440, limit: 1 } as const
    expect(await again.candles({ ...day, from: midnight - 3 * 1440 * minuteMs })).toMatchObject([{ high: 99_900 }])
    await again.close()
    await db.close()
  })

  test('of another source replaces the stored one', async () => {
    const db = await databases.open()
    const first = await open({ db, feed: createFeedOf(days), now: midnight })
    await filled(first)
    await first.close()
    const past = days.slice(-60).map((minute) => ({ ...minute, close: unitsAt(77), high: unitsAt(200) }))
    const other = createTestFeed({ instruments: [instrument], past, source: 'another' })
    const second = await open({ db, feed: other, now: midnight })
    await filled(second)
    await expectCandles(second, past)
    log.flush()
    expect(logged).toContain('The market source changed')
    await second.close()
    await db.close()
  })
})

describe('listeners', () => {
  test('get every change and the end of each candle; a failing one does not affect the others', async () => {
    const db = await databases.open()
    const feed = createFeedOf()
    const market = await open({ db, feed, now: midnight })
    feed.emit(...[0, 1, 2, 3].map((n) => minuteOf('BTCUSDT', midnight + n * minuteMs, 1)))
    const ticks: Tick[] = []
    market.onTick(() => {
      throw new Error('a listener of no use')
    })
    const stop = market.onTick((tick) => {
      ticks.push(tick)
    })
    const { updates } = minuteFrom('BTCUSDT', midnight + 4 * minuteMs, [100, 200], 2)
    feed.emit(...updates, ...updates)
    expect(ticks.filter(({ tf }) => tf === 1).map((tick) => [drawn(tick).close, tick.isClosed])).toEqual([
      [1, false],
      [2, false],
      [2, true],
    ])
    expect(ticks.filter(({ tf, isClosed }) => isClosed && tf > 1).map(({ tf }) => tf)).toEqual([5])
    stop()
    feed.emit(minuteOf('BTCUSDT', midnight + 5 * minuteMs, 3), minuteOf('GOLD', midnight, 1))
    expect(ticks.at(-1)).toMatchObject({ close: 200 })
    expect(market.current('BTCUSDT', 1)).toMatchObject({ close: 300 })
    await market.close()
    await db.close()
  })

  test('are notified of feed states', async () => {
    const db = await databases.open()
    const feed = createFeedOf()
    const clock = fakeClock(midnight)
    const market = await openTestMarket({ db, feed, historyDays: 1, clock, now: clock.now, log })
    await filled(market)
    const names: string[] = []
    market.events.on(feedState, ({ name }) => void names.push(name))
    feed.setState({ name: 'live' })
    feed.setState({ name: 'waiting', until: midnight, reason: 'disconnected' })
    expect(names).toEqual(['live', 'waiting'])
    // Late minutes may arrive for 1.5 s before they are fetched from the history.
    feed.emit(...[0, 2].map((n) => minuteOf('BTCUSDT', midnight + n * minuteMs, 1)))
    expect(clock.due()).toContain(midnight + 1500)
    await market.close()
    await db.close()
  })
})
