import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import type { Db } from '../src/db/client.ts'
import { createLogger } from '../src/log/logger.ts'
import type { Tick } from '../src/market/candle.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { feedState } from '../src/market/topics.ts'
import { openMoexSession, openVenueSession, sourceNames, type VenueSession } from './doubles/venue-session.ts'
import { createMarketDatabases } from './market-databases.ts'
import { openViewer, type Viewer } from './market-viewer.ts'
import { examplesMs, runsOf } from './property-runs.ts'
import { openTestMarket, type TestMarket } from './test-market.ts'
import { expectTrueCandles } from './true-candles.ts'

/* Tests that after any failure of Bybit, OKX or the Moscow Exchange, no candle of the market is lost or wrong. */

setDefaultTimeout(240_000)

const log = createLogger({ level: 'silent', write: () => {} })
const databases = await createMarketDatabases()
afterAll(databases.remove)

let session: VenueSession
let db: Db
let market: TestMarket
let closes: Tick[]
let states: string[]
let viewer: Viewer

async function follow(): Promise<void> {
  const { feed, clock, passUntil } = session
  const opening = openTestMarket({ db, feed, clock, historyDays: 2, latenessMs: 0, correctionsEveryMs: 20, log })
  let hasOpened = false
  void opening.then(() => {
    hasOpened = true
  })
  await passUntil(() => hasOpened)
  market = await opening
  ;[closes, states] = [[], []]
  market.onClose((close) => void closes.push(close))
  market.events.on(feedState, (state) => {
    const words = state.name === 'waiting' ? state.reason : state.name
    if (states.at(-1) !== words) states.push(words)
  })
  viewer = openViewer(market)
  await caughtUp()
}

async function caughtUp(): Promise<void> {
  const isReady = () => market.state().name === 'live' && !market.state().isBackfilling
  await session.passUntil(isReady, 4000)
  // Missing data of the last minutes is detected when the next minutes begin.
  await session.pass(4 * minuteMs)
  await session.passUntil(isReady, 4000)
}

async function open(opened: VenueSession): Promise<void> {
  session = opened
  db = await databases.open()
  isOpen = true
  await follow()
}

let isOpen = false
async function close(): Promise<void> {
  if (!isOpen) return
  isOpen = false
  await market.close()
  await viewer.expectTruth()
  await session.close()
  await db.close()
}
afterEach(close)

const expectTruth = () => expectTrueCandles(session, market, closes)

describe.each(sourceNames)('%s', (name) => {
  test('an outage, a ban and what cannot be read leave no hole and no wrong candle', async () => {
    await open(openVenueSession(name))
    session.refuse(true)
    await session.passUntil(() => market.state().name === 'waiting')
    await session.pass(30 * minuteMs)
    session.refuse(false)
    session.ban()
    session.garble()
    await caughtUp()
    await expectTruth()
    session.garble()
    await session.pass(3 * minuteMs)
    session.refuse(true)
    await session.passUntil(() => market.state().name === 'waiting')
    session.refuse(false)
    session.ban()
    await session.pass(12 * minuteMs)
    session.garble()
    await caughtUp()
    await expectTruth()
    expect(session.early()).toBe(0)
    expect(states).toContain('live')
    // The other sources go on with their streams, and only their history waits.
    if (name === 'moex') expect(states).toContain('limited')
  })

  // Two exchanges together have the same connections as each of them alone.
  if (name === 'bybit,okx') return
  test(
    'after any faults, no candle is lost or wrong, and no request came too early',
    async () => {
      const act = fc.oneof(
        fc.record({ outage: fc.integer({ min: 1, max: 20 }) }),
        fc.record({ pass: fc.integer({ min: 1, max: 6 }) }),
        fc.constantFrom({ once: 'ban' } as const, { once: 'garble' } as const, { once: 'cut' } as const),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 8 }), async (acts) => {
          await open(openVenueSession(name))
          for (const each of acts) {
            if ('once' in each) session[each.once]()
            else if ('pass' in each) await session.pass(each.pass * minuteMs)
            else {
              session.refuse(true)
              await session.pass(each.outage * minuteMs)
              session.refuse(false)
            }
          }
          await session.passUntil(session.isSound, 4000)
          await caughtUp()
          await expectTruth()
          expect(session.early()).toBe(0)
          await close()
        }),
        { numRuns: runsOf(10) },
      )
    },
    examplesMs,
  )
})

describe('moex', () => {
  test('a row of the future changes neither the time of the market nor its prices', async () => {
    const { iss, session: opened } = openMoexSession()
    await open(opened)
    iss.faults.next.push('future', 'future', 'future')
    await session.pass(2 * minuteMs)
    expect(iss.faults.next).toEqual([])
    // The service writes its time in whole seconds.
    expect(Math.abs(session.feed.now() - iss.now())).toBeLessThan(1000)
    expect(session.updates.filter(({ openTime }) => openTime > iss.now())).toEqual([])
    await caughtUp()
    await expectTruth()
  })

  test('an empty table keeps no price fresh, but a share without trades stays fresh', async () => {
    const { iss, session: opened } = openMoexSession()
    const [first = '', second = ''] = opened.feed.instruments.map(({ asset }) => asset)
    const quietFrom = iss.now() - (iss.now() % minuteMs) + 6 * minuteMs
    iss.leaveOut(second, quietFrom, quietFrom + 20 * minuteMs)
    await open(opened)
    await session.passUntil(() => iss.now() > quietFrom + 3 * minuteMs, 5000)
    iss.faults.empty.add(first)
    await session.pass(14 * minuteMs, 5000)
    expect(Object.keys(market.state().stale ?? {})).toEqual([first])
    iss.faults.empty.clear()
    await session.passUntil(() => market.state().stale === undefined)
    await session.pass(12 * minuteMs)
    await caughtUp()
    await expectTruth()
  })
})

test('a night in which the market is closed is a state, and no gap that is asked for again', async () => {
  const { iss, session: opened } = openMoexSession(Date.UTC(2026, 10, 20, 20, 40))
  await open(opened)
  expect(market.state()).toMatchObject({ name: 'live', delayMs: 900_000 })
  expect(market.state().closedUntil).toBeUndefined()
  await session.passUntil(() => market.state().closedUntil !== undefined, 10_000)
  // Saturday, 09:50 in Moscow, and the delay of a quarter of an hour
  expect(market.state().closedUntil).toBe(Date.UTC(2026, 10, 21, 7, 5))
  const before = iss.counts.requests
  await session.pass(8 * 60 * minuteMs, 10 * minuteMs)
  expect(market.state()).toMatchObject({ name: 'live', closedUntil: Date.UTC(2026, 10, 21, 7, 5) })
  expect(market.state().stale).toBeUndefined()
  // Two shares every five minutes, and the lists of shares and days every hour
  expect(iss.counts.requests - before).toBeLessThan(8 * 12 * 2 + 8 * 2 + 20)
  await session.passUntil(() => market.state().closedUntil === undefined, 30_000)
  await session.pass(8 * minuteMs)
  await caughtUp()
  await expectTruth()
})

test('a holiday of the exchange is closed too, and trading goes on after it', async () => {
  const { iss, session: opened } = openMoexSession(Date.UTC(2026, 10, 20, 20, 40))
  iss.faults.holidays.add('2026-11-21')
  await open(opened)
  // Sunday, 09:50 in Moscow, and the delay of a quarter of an hour
  const opening = Date.UTC(2026, 10, 22, 7, 5)
  // Until the days without trading are read, the market seems to open on Saturday.
  await session.passUntil(() => market.state().closedUntil === opening, 10_000)
  await session.pass(opening - session.clock.now() - 60 * minuteMs, 15 * minuteMs)
  expect(market.state()).toMatchObject({ name: 'live', closedUntil: opening })
  await session.passUntil(() => market.state().closedUntil === undefined, 60_000)
  await session.pass(8 * minuteMs)
  await caughtUp()
  await expectTruth()
})
