import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../tests/doubles/feed.ts'
import { createMarketDatabases } from '../../tests/market-databases.ts'
import { type SteppingClock, steppingClock } from '../../tests/stepping-clock.ts'
import { openTestMarket, type TestMarket } from '../../tests/test-market.ts'
import { until } from '../../tests/until.ts'
import type { Db } from '../db/client.ts'
import { createLogger } from '../log/logger.ts'
import type { Tick } from './candle.ts'
import { createDemoFeed } from './feed/demo/demo.ts'
import { defaultInstruments } from './instrument.ts'
import { readGaps, recordGaps } from './queries.ts'
import { dayMs, hourMs, minuteMs, openTimeOf, timeframes } from './timeframe.ts'
import { candlesCorrected } from './topics.ts'
import { toDecimal, wholeUnits } from './units.ts'

setDefaultTimeout(60_000)

const instruments = defaultInstruments.slice(0, 2)
const assets = instruments.map(({ asset }) => asset)
/** A time in the middle of a minute, and of every longer candle */
const noon = Date.UTC(2026, 5, 10, 13, 37, 20)
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

function open(db: Db, clock: SteppingClock): Promise<TestMarket> {
  const feed = createDemoFeed({ instruments, clock, seed: 'ahead' })
  return openTestMarket({ db, feed, clock, historyDays: 1, latenessMs: 0, correctionsEveryMs: 0, log })
}

/** Advances the clock by some seconds of prices, until the history has been fetched. */
async function live(market: TestMarket, clock: SteppingClock): Promise<void> {
  await until(() => {
    clock.advance(250)
    return market.state().name === 'live' && !market.state().isBackfilling
  })
}

/** @param since  ms UTC: candles before this time are ignored, because a history begins when its market was opened */
async function candlesOf(market: TestMarket, since: number) {
  const candles: Record<string, unknown> = {}
  for (const asset of assets) {
    for (const tf of timeframes) {
      const all = await market.candles({ asset, tf, limit: 1000 })
      candles[`${asset} ${tf}`] = all.slice(0, -1).filter(({ openTime }) => openTime >= since)
    }
  }
  return candles
}

/** Expects the same candles as in a market whose clock was never ahead of the real time. */
async function expectUsual(market: TestMarket, clock: SteppingClock): Promise<void> {
  clock.advance(0)
  const db = await databases.open()
  const usualClock = steppingClock(clock.now() - 1000)
  const since = openTimeOf(usualClock.now(), 1) - dayMs
  const usual = await open(db, usualClock)
  await live(usual, usualClock)
  const [one, other] = [clock, usualClock].map((each) => each.now())
  clock.advance(Math.max(0, (other ?? 0) - (one ?? 0)))
  usualClock.advance(Math.max(0, (one ?? 0) - (other ?? 0)))
  const last = ({ asset, tf, openTime }: Tick) => ({ asset, tf, openTime })
  for (const asset of assets) {
    for (const tf of timeframes) {
      const [here, there] = [market, usual].map((each) => each.current(asset, tf))
      expect(here && last(here)).toEqual(there && last(there))
    }
  }
  expect(await candlesOf(market, since)).toEqual(await candlesOf(usual, since))
  await usual.close()
  await db.close()
}

async function expectMoving(market: TestMarket, clock: SteppingClock): Promise<void> {
  const closes = new Set<number>()
  const stop = market.onTick(({ asset, tf, close, openTime }) => {
    expect(openTime).toBeLessThanOrEqual(clock.now())
    if (asset === assets[0] && tf === 1) closes.add(close)
  })
  clock.advance(5000)
  stop()
  expect(closes.size).toBeGreaterThan(1)
}

for (const [name, ahead] of [
  ['hours', 3 * hourMs],
  ['weeks', 40 * dayMs],
] as const) {
  test(`prices resume at once after a restart if the clock was ${name} ahead before`, async () => {
    const db = await databases.open()
    const wrong = steppingClock(noon + ahead)
    const first = await open(db, wrong)
    await live(first, wrong)
    await first.close()
    await recordGaps(db, [{ asset: 'BTCUSDT', from: noon + hourMs, to: noon + 2 * hourMs }], noon)
    logged = ''
    const right = steppingClock(noon)
    const second = await open(db, right)
    await live(second, right)
    await expectMoving(second, right)
    await expectUsual(second, right)
    expect(await readGaps(db, { asset: 'BTCUSDT', from: noon, to: Number.MAX_SAFE_INTEGER })).toEqual([])
    log.flush()
    expect(logged).toContain('Removed candles later than the clock')
    await second.close()
    await db.close()
  })

  test(`prices resume within seconds without a restart if a clock ${name} ahead is corrected`, async () => {
    const db = await databases.open()
    const clock = steppingClock(noon + ahead)
    const market = await open(db, clock)
    await live(market, clock)
    const corrected: { from: number; to: number }[] = []
    market.events.on(candlesCorrected, (span) => void corrected.push(span))
    clock.step(-ahead)
    clock.advance(3000)
    await until(() => {
      clock.advance(250)
      return (market.current('BTCUSDT', 1)?.openTime ?? 0) === openTimeOf(clock.now(), 1)
    })
    await live(market, clock)
    await expectMoving(market, clock)
    await expectUsual(market, clock)
    const [summary] = await market.summaries()
    expect(summary?.last).toBe(toDecimal(wholeUnits(market.current('BTCUSDT', 1)?.close ?? 0), 2))
    const hull = { from: openTimeOf(noon, 1), to: openTimeOf(noon + ahead, 1) }
    expect(corrected.some(({ from, to }) => from <= hull.from && to >= hull.to)).toBe(true)
    await market.close()
    await db.close()
  })
}

test('a clock set back by some seconds changes nothing', async () => {
  const db = await databases.open()
  // The minute has just begun, so a clock five seconds earlier is in another minute.
  const clock = steppingClock(openTimeOf(noon, 1) + minuteMs - 1000)
  const market = await open(db, clock)
  await live(market, clock)
  clock.advance(minuteMs - (clock.now() % minuteMs) + 1000)
  await market.close()
  logged = ''
  clock.step(-5000)
  const again = await open(db, clock)
  clock.advance(3000)
  clock.step(-5000)
  clock.advance(20_000)
  await expectMoving(again, clock)
  log.flush()
  expect(logged).not.toContain('later than the clock')
  await again.close()
  await db.close()
})

test('minutes of a source with its own clock are kept, however late they seem', async () => {
  const db = await databases.open()
  const options = { db, historyDays: 1, log, now: () => noon }
  const feed = createTestFeed({ instruments })
  const first = await openTestMarket({ ...options, feed })
  const late = minuteOf('BTCUSDT', openTimeOf(noon + 5 * hourMs, 1), 100)
  feed.emit(late)
  await first.close()
  const second = await openTestMarket({ ...options, feed })
  expect(second.current('BTCUSDT', 1)).toMatchObject({ openTime: late.openTime })
  await second.close()
  await db.close()
})
