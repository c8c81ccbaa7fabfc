import { afterEach } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '../../src/db/client.ts'
import { migrateDb } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations.ts'
import { createSharedEvents, type SharedEvents } from '../../src/events/shared-events.ts'
import { createLogger, type Logger } from '../../src/log/logger.ts'
import type { MinuteUpdate, Tick } from '../../src/market/candle.ts'
import type { Feed } from '../../src/market/feed/feed.ts'
import type { FeedId } from '../../src/market/feed/feed-id.ts'
import type { OpenMarket } from '../../src/market/market-view.ts'
import { openMarket } from '../../src/market/open-market.ts'
import { openReplicaMarket } from '../../src/market/replica/open-replica.ts'
import { minuteMs, type Timeframe, timeframes } from '../../src/market/timeframe.ts'
import { candlesCorrected, feedState } from '../../src/market/topics.ts'
import { createTestFeed, type DecimalMinute, drawn, minuteOf, type TestFeed } from './feed.ts'
import { createWire, type Wire } from './wire.ts'

/* Simulates two processes of the market in one process: they share a database and a message channel. */

export const bitcoin = {
  asset: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  priceDigits: 2,
  volumeDigits: 5,
}
export const midnight = Date.UTC(2026, 5, 10)

export function minute(number: number, more: Partial<DecimalMinute> = {}) {
  return minuteOf('BTCUSDT', midnight + number * minuteMs, 100 + (Math.abs(number) % 50), more)
}

export function minutesFrom(from: number, to: number) {
  return Array.from({ length: to - from }, (_, at) => minute(from + at))
}

/** Returns the state of the minute after `ms` ms */
export function openMinute(number: number, price: number, ms = 1) {
  const openTime = midnight + number * minuteMs
  return minuteOf('BTCUSDT', openTime, price, { isClosed: false, time: openTime + ms })
}

export function bitcoinFeed(past: MinuteUpdate[] = []): TestFeed {
  return createTestFeed({ instruments: [bitcoin], past })
}

export interface Place {
  db: Db
  wire: Wire
}

export interface MarketProcess {
  market: OpenMarket
  events: SharedEvents
  ticks: Tick[]
  states: string[]
  corrected: { from: number; to: number }[]
  logged(): string
  close(): Promise<void>
}

export const isLive = ({ market }: MarketProcess) => market.state().name === 'live' && !market.state().isBackfilling

/** Returns the current candle in decimals */
export function current({ market }: MarketProcess, tf: Timeframe) {
  const tick = market.current('BTCUSDT', tf)
  return tick && drawn(tick)
}

/** Returns all data of the market that is not read from the database */
export async function seen({ market }: MarketProcess) {
  return {
    currents: timeframes.map((tf) => market.current('BTCUSDT', tf)),
    summaries: await market.summaries(),
  }
}

/** Closes processes and places after each test of the calling file. */
export function placesOfTests() {
  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })

  const newPlace = async (): Promise<Place> => {
    const folder = mkdtempSync(join(tmpdir(), 'kurs-followed-'))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const db = await openDb({ url: `file:${join(folder, 'market.db')}` })
    closers.push(db.close)
    await migrateDb(db, migrations.market)
    return { db, wire: createWire() }
  }
  const start = async (wire: Wire, open: (events: SharedEvents, log: Logger) => Promise<OpenMarket>) => {
    const started = await startProcess(wire, open)
    closers.push(started.close)
    return started
  }
  return {
    newPlace,
    startFeed: ({ db, wire }: Place, feed: Feed, now = () => midnight) =>
      start(wire, (events, log) =>
        openMarket({
          db,
          feed,
          historyDays: 1,
          latenessMs: 0,
          rest: async () => {},
          correctionsEveryMs: 0,
          now,
          events,
          log,
        }),
      ),
    startFollower: ({ db, wire }: Place, more: { expected?: FeedId; now?: () => number } = {}) =>
      start(wire, (events, log) => openReplicaMarket({ db, historyDays: 1, events, log, ...more })),
  }
}

async function startProcess(
  wire: Wire,
  open: (events: SharedEvents, log: Logger) => Promise<OpenMarket>,
): Promise<MarketProcess> {
  let lines = ''
  const write = (text: string) => {
    lines += text
  }
  const log = createLogger({ level: 'info', write, maxDelayMs: 0 })
  const events = createSharedEvents(log)
  const transport = await events.connect(wire.open)
  const states: string[] = []
  const corrected: MarketProcess['corrected'] = []
  const ticks: Tick[] = []
  events.on(feedState, (state) => void states.push(state.name === 'waiting' ? state.reason : state.name))
  events.on(candlesCorrected, ({ from, to }) => void corrected.push({ from, to }))
  const market = await open(events, log)
  market.onTick((tick) => void ticks.push(tick))
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await market.close()
    await transport.close()
  }
  const logged = () => {
    log.flush()
    return lines
  }
  return { market, events, ticks, states, corrected, logged, close }
}
