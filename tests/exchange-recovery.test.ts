import { afterAll, afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import type { Db } from '../src/db/client.ts'
import { createLogger } from '../src/log/logger.ts'
import type { Tick } from '../src/market/candle.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import { minuteMs, openTimeOf } from '../src/market/timeframe.ts'
import { feedState } from '../src/market/topics.ts'
import { type Session, type SessionOptions, sessionStart, startSession } from './doubles/exchange-session.ts'
import { opcodes, serverFrame } from './doubles/websocket-frames.ts'
import { createMarketDatabases } from './market-databases.ts'
import { openViewer, type Viewer } from './market-viewer.ts'
import { examplesMs, patienceMs, runsOf } from './property-runs.ts'
import { openTestMarket, type TestMarket } from './test-market.ts'
import { expectTrueCandles } from './true-candles.ts'

/* Tests that after any failure between the exchange and the market, no candle is lost or wrong, in any timeframe. */

setDefaultTimeout(patienceMs)

const hourMs = 60 * minuteMs
const log = createLogger({ level: 'silent', write: () => {} })
const instruments = defaultInstruments.slice(0, 2)
/**
 * Uses one asset, for tests that do not depend on another: two days of history of another asset cost as much as the
 * test itself.
 */
const alone = { instruments: instruments.slice(0, 1) }

const databases = await createMarketDatabases()
afterAll(databases.remove)

let session: Session
let db: Db
let market: TestMarket
/** Published states of the feed, in order, without repeats */
let heard: string[]
/** Settled closes since the market was opened */
let closes: Tick[]
let viewer: Viewer

async function open(options: SessionOptions = {}): Promise<void> {
  session = await startSession({ instruments, ...options })
  await openDatabase()
  await follow()
}

async function openDatabase(): Promise<void> {
  db = await databases.open()
  heard = []
}

async function openListened(): Promise<void> {
  const { feed, clock } = session
  market = await openTestMarket({ db, feed, clock, historyDays: 2, latenessMs: 0, correctionsEveryMs: 20, log })
  closes = []
  market.onClose((close) => void closes.push(close))
  viewer = openViewer(market)
}

/** Opens the market on the current database, and waits until it has caught up. */
async function follow(): Promise<void> {
  await openListened()
  const listen = () => {
    const state = market.state()
    const words = state.name === 'waiting' ? `waiting: ${state.reason}` : state.name
    if (heard.at(-1) !== words) heard.push(words)
  }
  listen()
  market.events.on(feedState, listen)
  await session.passUntil(() => market.state().name === 'live')
  await caughtUp()
}

async function caughtUp(): Promise<void> {
  await session.passUntil(() => market.state().name === 'live' && !market.state().isBackfilling)
  // Missing data of the last minutes is detected when the next minute begins.
  await session.pass(2 * minuteMs)
  await session.passUntil(() => market.state().name === 'live' && !market.state().isBackfilling)
}

/** Closes the market, then checks the viewer: all corrections are published before the market has closed. */
async function closeMarket(): Promise<void> {
  await market.close()
  await viewer.expectTruth()
}

afterEach(async () => {
  await closeMarket()
  await session.close()
  await db.close()
})

async function expectTruth(): Promise<void> {
  await expectTrueCandles(session, market, closes)
}

/** Makes the exchange unreachable for the given time. */
async function outage(ms: number): Promise<void> {
  const { exchange, clock } = session
  const end = clock.now() + ms
  // A pending connection attempt ends with its timeout, and only this loop lets that time pass.
  const isWaiting = () => market.state().name === 'waiting'
  exchange.faults.refuses = true
  exchange.cut()
  await session.passUntil(isWaiting)
  while (clock.now() < end) {
    const state = market.state()
    if (state.name === 'waiting') clock.advance(Math.min(end, state.until) - clock.now())
    if (clock.now() < end) await session.passUntil(isWaiting)
  }
  exchange.faults.refuses = false
  await session.passUntil(() => market.state().name === 'live')
}

test('no failure', async () => {
  await open()
  await session.pass(12 * minuteMs)
  await expectTruth()
  expect(heard).toEqual(['connecting', 'live'])
})

test('a first start adopts finer steps than the built-in ones before it stores a price', async () => {
  const traded = instruments.map((instrument) => ({ ...instrument, priceDigits: 5, volumeDigits: 7 }))
  await open({ traded })
  expect(market.instrument('ETHUSDT')).toMatchObject({ priceDigits: 5, volumeDigits: 7 })
  await expectTruth()
  expect(session.warnings).toEqual([])
})

test('a first start with coarser steps does not round a finer history', async () => {
  session = await startSession({ instruments })
  session.exchange.faults.steps = { ETHUSDT: { priceDigits: 1, volumeDigits: 2 } }
  await openDatabase()
  await follow()
  expect(market.instrument('ETHUSDT')).toMatchObject({ priceDigits: 2, volumeDigits: 4 })
  await expectTruth()
})

test('values rounded before finer steps were known are fetched again', async () => {
  const traded = instruments.map((instrument) => ({ ...instrument, priceDigits: 5, volumeDigits: 7 }))
  session = await startSession({ instruments, traded })
  session.exchange.rest.next.push(500)
  await openDatabase()
  await follow()
  expect(market.instrument('ETHUSDT')).toMatchObject({ priceDigits: 2, volumeDigits: 4 })
  session.clock.advance(2 * minuteMs)
  await caughtUp()
  await closeMarket()
  await follow()
  expect(market.instrument('ETHUSDT')).toMatchObject({ priceDigits: 5, volumeDigits: 7 })
  await expectTruth()
})

test('an hour without the exchange; the state shows the reason', async () => {
  await open(alone)
  await session.pass(5 * minuteMs)
  await outage(hourMs)
  await caughtUp()
  await expectTruth()
  expect(heard).toContain('waiting: disconnected')
  expect(heard).toContain('waiting: refused')
  expect(heard.at(-1)).toBe('live')
})

test(
  'the disconnect after 24 hours without a second connection',
  async () => {
    await open({ ...alone, everyMs: 20_000 })
    session.exchange.faults.refuses = true
    const { counts } = session.exchange
    await session.pass(23.5 * hourMs, 20_000)
    await session.pass(hourMs, 5000)
    expect(session.exchange.connections()).toBe(0)
    expect(counts.opened).toBe(1)
    session.exchange.faults.refuses = false
    await session.passUntil(() => market.state().name === 'live')
    await caughtUp()
    await expectTruth()
    expect(heard).toContain('waiting: refused')
    // The test advances the clock in 5,000 steps: a busy machine needs some minutes.
  },
  2 * examplesMs,
)

test.each([429, 418])('status %i while the gap is being filled', async (status) => {
  await open(alone)
  await outage(20 * minuteMs)
  const { clock, exchange } = session
  exchange.rest.next.push(status, 500, '{"code":')
  await session.passUntil(() => exchange.rest.statuses.get(status) === 1)
  if (status === 418) clock.advance(2 * minuteMs)
  await caughtUp()
  await expectTruth()
})

test('unreadable messages in between', async () => {
  await open(alone)
  for (let minute = 0; minute < 4; minute++) {
    session.exchange.say('{"stream":"btcusdt@kline_1m","data":{"e":"kline"')
    session.exchange.say('{"stream":"btcusdt@kline_1m","data":{"e":"kline","E":1,"s":"BTCUSDT","k":{"o":"-1"}}}')
    session.exchange.sayRaw(serverFrame(opcodes.binary, new Uint8Array(3)))
    await session.pass(minuteMs)
    session.exchange.sayRaw(new Uint8Array([0x81, 0x05, 0x7b]))
    session.exchange.cut()
    await session.passUntil(() => market.state().name === 'live')
  }
  await caughtUp()
  await expectTruth()
})

test.each([-hourMs, 3 * hourMs, 45_000])('a clock that differs by %i ms from the exchange’s', async (skewMs) => {
  await open({ ...alone, skewMs })
  await session.pass(3 * minuteMs)
  await outage(10 * minuteMs)
  await caughtUp()
  await expectTruth()
})

test('a clock ahead, and a minute that ends between the history and the first price', async () => {
  session = await startSession({ instruments, skewMs: -3 * hourMs, start: sessionStart + 25_000 })
  session.exchange.faults.silent.add('BTCUSDT').add('ETHUSDT')
  await openDatabase()
  await openListened()
  await session.passUntil(() => (market.current('ETHUSDT', 1)?.openTime ?? 0) > 0 && !market.state().isBackfilling, 1)
  await session.pass(8000)
  session.exchange.faults.silent.clear()
  await caughtUp()
  await expectTruth()
})

test('one silent stream among active ones', async () => {
  await open()
  session.exchange.faults.silent.add('ETHUSDT')
  await session.pass(10 * minuteMs)
  session.exchange.faults.silent.clear()
  await caughtUp()
  await expectTruth()
  expect(heard).toEqual(['connecting', 'live'])
})

test('closes that arrive late, before the history contains them', async () => {
  await open()
  const { exchange, clock } = session
  const from = clock.now() - (clock.now() % minuteMs)
  exchange.faults.silent.add('ETHUSDT')
  exchange.faults.failing.add('ETHUSDT')
  await session.pass(4 * minuteMs)
  exchange.faults.silent.clear()
  await session.pass(minuteMs)
  for (const late of [2, 0, 1]) exchange.sendEnd('ETHUSDT', from + late * minuteMs)
  await session.pass(5000)
  exchange.faults.failing.clear()
  await caughtUp()
  await expectTruth()
})

test('exactly the minutes without trades are missing', async () => {
  await open()
  // Starting takes some minutes of the clock, more on a busy machine.
  const from = openTimeOf(session.clock.now(), 1) + 2 * minuteMs
  session.exchange.truth.leaveOut('BTCUSDT', from, from + 3 * minuteMs)
  session.exchange.truth.leaveOut('ETHUSDT', from - 60 * minuteMs, from - 50 * minuteMs)
  await session.pass(10 * minuteMs)
  await caughtUp()
  const told = await market.candles({ asset: 'BTCUSDT', tf: 1, limit: 30 })
  expect(told.filter(({ openTime }) => openTime >= from && openTime < from + 3 * minuteMs)).toEqual([])
})

test('a restart after an hour', async () => {
  await open(alone)
  await session.pass(2 * minuteMs)
  await closeMarket()
  session.clock.advance(hourMs)
  await follow()
  await expectTruth()
})

test(
  'any sequence of failures',
  async () => {
    const trouble = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1000, max: 4 * minuteMs }) }),
      fc.record({ kind: fc.constant('outage' as const), ms: fc.integer({ min: 1000, max: 40 * minuteMs }) }),
      fc.record({ kind: fc.constant('silence' as const), ms: fc.integer({ min: 1000, max: 4 * minuteMs }) }),
      fc.record({
        kind: fc.constantFrom('shutdown' as const, 'garbage' as const, 'refusal' as const),
        ms: fc.constant(0),
      }),
      fc.record({ kind: fc.constant('break' as const), ms: fc.integer({ min: 1, max: 3000 }) }),
    )
    await open()
    const play = async ({ kind, ms }: { kind: string; ms: number }) => {
      const { exchange } = session
      if (kind === 'outage') return outage(ms)
      if (kind === 'shutdown') return exchange.announceShutdown()
      if (kind === 'garbage') return exchange.sayRaw(new Uint8Array([0x81, 0x7d]))
      if (kind === 'refusal') return void exchange.rest.next.push(429, 500)
      if (kind === 'silence') exchange.faults.silent.add('BTCUSDT')
      if (kind === 'break') exchange.faults.cutAfterBytes = 200 + ms
      if (kind === 'break') exchange.cut()
      await session.pass(kind === 'break' ? 20_000 : ms)
      exchange.faults.silent.clear()
      exchange.faults.cutAfterBytes = undefined
      exchange.cut()
      await session.passUntil(() => market.state().name === 'live')
    }
    await fc.assert(
      fc.asyncProperty(fc.array(trouble, { minLength: 1, maxLength: 6 }), async (troubles) => {
        for (const one of troubles) await play(one)
        await caughtUp()
        await expectTruth()
      }),
      { numRuns: runsOf(60), endOnFailure: true },
    )
    // Six sequences of failures: a busy machine needs some minutes.
  },
  5 * patienceMs,
)
