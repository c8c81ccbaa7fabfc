import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { createTestFeed, minuteOf, type TestFeed } from '../../tests/doubles/feed.ts'
import { fakeClock } from '../../tests/fake-clock.ts'
import { openMigrated } from '../../tests/migrated.ts'
import { examplesMs, runsOf } from '../../tests/property-runs.ts'
import { until } from '../../tests/until.ts'
import type { Db } from '../db/client.ts'
import { createEvents } from '../events/events.ts'
import { createLogger } from '../log/logger.ts'
import { type Candle, candleOf, type MinuteUpdate } from './candle.ts'
import type { Market } from './market.ts'
import { openMarket } from './open-market.ts'
import { minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'
import { closeSettled } from './topics.ts'

setDefaultTimeout(examplesMs)

const asset = 'BTCUSDT'
const instrument = { asset, base: 'BTC', quote: 'USDT', name: 'Bitcoin', priceDigits: 2, volumeDigits: 5 }
const midnight = Date.UTC(2026, 5, 10)
const first = midnight - 20 * minuteMs
const log = createLogger({ level: 'silent', write: () => {} })

let db: Db
let runs = 0
beforeAll(async () => {
  db = await openMigrated('market')
})
afterAll(() => db.close())

/** Generator of a minute: the feed sends its end, its start or nothing, and the source's history has it or not */
const minute = fc.record({
  live: fc.constantFrom('closed', 'closed', 'closed', 'open', ''),
  isInHistory: fc.boolean(),
  price: fc.integer({ min: 1, max: 99 }),
})
/** Generator of a part: its minutes arrive in any order, then the backfill runs, the market restarts, or neither */
const part = fc.record({
  minutes: fc.array(minute, { minLength: 1, maxLength: 9 }),
  order: fc.array(fc.nat(1000), { minLength: 9, maxLength: 9 }),
  after: fc.constantFrom('idle', 'later', 'restart', 'nothing'),
})

/** Closes of each timeframe, starting with the first candle of the asset */
type Closes = Map<Timeframe, Candle[]>
const noCloses = (): Closes => new Map(timeframes.map((tf) => [tf, []]))
const afterBegin = (tf: Timeframe) => openTimeOf(first, tf) - 1

async function closesOf(market: Market): Promise<Closes> {
  const all = noCloses()
  for (const tf of timeframes) all.set(tf, await market.closes(asset, tf, afterBegin(tf), 1000))
  return all
}

/** Creates a reader of closes that continues after its cursor when woken, as a bot does, also across restarts. */
function createReader() {
  const read = noCloses()
  let reading = Promise.resolve()
  const readOn = async (market: Market, tf: Timeframe) => {
    const known = read.get(tf) ?? []
    for (;;) {
      const page = await market.closes(asset, tf, known.at(-1)?.openTime ?? afterBegin(tf), 7)
      if (page.length === 0) return
      known.push(...page)
    }
  }
  return {
    read,
    wake: (market: Market, tf: Timeframe) => {
      reading = reading.then(() => readOn(market, tf))
    },
    idle: () => reading,
  }
}

/** Creates a market that the test closes and reopens repeatedly on its stored data. */
async function createPlay(feed: TestFeed) {
  const clock = fakeClock(first)
  const events = createEvents(log)
  const reader = createReader()
  events.on(closeSettled, ({ tf }) => reader.wake(market, tf))
  let emitted = noCloses()
  const open = async (now: number) => {
    emitted = noCloses()
    const opened = await openMarket({
      db,
      feed,
      historyDays: 1,
      latenessMs: 0,
      rest: async () => {},
      now: () => now,
      clock,
      events,
      log,
    })
    opened.onClose((close) => void emitted.get(close.tf)?.push(candleOf(close)))
    return opened
  }
  let market = await open(first)
  let before = noCloses()
  const idle = async () => {
    clock.advance(0)
    await until(() => !market.state().isBackfilling)
    // Retries of the backfill do not show in the market state, so wait some turns of the event loop.
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
  }
  /** Closes the market, then compares the closes it emitted with those that `closes` returns. */
  const end = async () => {
    await market.close()
    await reader.idle()
    const all = await closesOf(market)
    expect(reader.read).toEqual(all)
    for (const [tf, closes] of all) {
      const own = emitted.get(tf) ?? []
      expect(own).toEqual(closes.slice(closes.length - own.length))
      // Closes that had settled before the market was opened need not be emitted again.
      expect(own.length).toBeGreaterThanOrEqual(closes.length - (before.get(tf)?.length ?? 0))
    }
  }
  return {
    end,
    idle,
    later: async () => {
      for (let again = 0; again < 3; again++) {
        await idle()
        clock.advance(30_000)
      }
      await idle()
    },
    restart: async (now: number) => {
      await end()
      market = await open(now)
      before = await closesOf(market)
    },
  }
}

test('closes are emitted once, in order, and equal those returned, for any data', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
      const feed = createTestFeed({ instruments: [instrument], source: `${runs++}` })
      const play = await createPlay(feed)
      let time = first
      feed.emit(minuteOf(asset, time, 50))
      for (const { minutes, order, after } of parts) {
        for (const [at, { live, isInHistory, price }] of minutes.entries()) {
          const whole = minuteOf(asset, time + (at + 1) * minuteMs, price)
          if (isInHistory || live === 'closed') feed.past.push(whole)
        }
        const emitted = minutes.flatMap(({ live, price }, at) => {
          const openTime = time + (at + 1) * minuteMs
          const open = { isClosed: false, time: openTime + 1 }
          return live === '' ? [] : [minuteOf(asset, openTime, price, live === 'open' ? open : {})]
        })
        const rank = ({ openTime }: MinuteUpdate) => order[(openTime / minuteMs) % order.length] ?? 0
        feed.emit(...emitted.toSorted((one, other) => rank(one) - rank(other)))
        time += minutes.length * minuteMs
        if (after === 'idle') await play.idle()
        if (after === 'later') await play.later()
        if (after === 'restart') await play.restart(time + minuteMs)
      }
      for (let at = 2; at < 20; at++) feed.emit(minuteOf(asset, time + at * minuteMs, 50))
      await play.later()
      await play.end()
    }),
    { numRuns: runsOf(250) },
  )
})
