import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestFeed, type DecimalMinute, drawn, minuteOf, type TestFeed } from '../../../tests/doubles/feed.ts'
import { createWire, type Wire } from '../../../tests/doubles/wire.ts'
import { until } from '../../../tests/until.ts'
import { type Db, openDb } from '../../db/client.ts'
import { migrateDb } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations.ts'
import { createSharedEvents, type SharedEvents } from '../../events/shared-events.ts'
import { createLogger } from '../../log/logger.ts'
import type { MinuteUpdate, Tick } from '../candle.ts'
import type { Feed } from '../feed/feed.ts'
import type { OpenMarket } from '../market-view.ts'
import { openMarket } from '../open-market.ts'
import { minuteMs, type Timeframe, timeframes } from '../timeframe.ts'
import { candlesCorrected, closeSettled, feedState } from '../topics.ts'
import { openFollowedMarket } from './open-followed.ts'

/* Two processes as they open the market, in one: between them are a database and a wire. */

setDefaultTimeout(600_000)

const instrument = { asset: 'BTCUSDT', base: 'BTC', quote: 'USDT', name: 'Bitcoin', priceDigits: 2, volumeDigits: 5 }
const midnight = Date.UTC(2026, 5, 10)
const minute = (number: number, more: Partial<DecimalMinute> = {}) =>
  minuteOf('BTCUSDT', midnight + number * minuteMs, 100 + (Math.abs(number) % 50), more)
const minutesFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => minute(from + at))
/** As it stands after so many ms */
const openMinute = (number: number, price: number, ms = 1) =>
  minuteOf('BTCUSDT', midnight + number * minuteMs, price, { isClosed: false, time: midnight + number * minuteMs + ms })

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Place {
  db: Db
  wire: Wire
}

async function newPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'kurs-followed-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const db = await openDb({ url: `file:${join(folder, 'market.db')}` })
  closers.push(db.close)
  await migrateDb(db, migrations.market)
  return { db, wire: createWire() }
}

interface Process {
  market: OpenMarket
  events: SharedEvents
  ticks: Tick[]
  states: string[]
  corrected: { from: number; to: number }[]
  logged(): string
  close(): Promise<void>
}

async function start(
  wire: Wire,
  open: (events: SharedEvents, log: ReturnType<typeof createLogger>) => Promise<OpenMarket>,
) {
  let lines = ''
  const write = (text: string) => {
    lines += text
  }
  const log = createLogger({ level: 'info', write, holdMs: 0 })
  const events = createSharedEvents(log)
  const transport = await events.connect(wire.open)
  const states: string[] = []
  const corrected: Process['corrected'] = []
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
  closers.push(close)
  const logged = () => {
    log.flush()
    return lines
  }
  return { market, events, ticks, states, corrected, logged, close }
}

const startFeed = ({ db, wire }: Place, feed: Feed, now = midnight): Promise<Process> =>
  start(wire, (events, log) =>
    openMarket({ db, feed, historyDays: 1, latenessMs: 0, correctionsEveryMs: 0, now: () => now, events, log }),
  )

const startFollower = (
  { db, wire }: Place,
  more: { expected?: Feed['id']; now?: () => number } = {},
): Promise<Process> => start(wire, (events, log) => openFollowedMarket({ db, historyDays: 1, events, log, ...more }))

const feedOf = (past: MinuteUpdate[] = []): TestFeed => createTestFeed({ instruments: [instrument], past })
const isLive = ({ market }: Process) => market.state().name === 'live' && !market.state().isBackfilling

/** Its current candle, as a person thinks of it */
const current = ({ market }: Process, tf: Timeframe) => {
  const tick = market.current('BTCUSDT', tf)
  return tick && drawn(tick)
}
/** Everything of the market that does not come from the database */
const seen = async ({ market }: Process) => ({
  currents: timeframes.map((tf) => market.current('BTCUSDT', tf)),
  summaries: await market.summaries(),
})

describe('ticks', () => {
  test('of the feed’s process are told by another one each and in the same order', async () => {
    const place = await newPlace()
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    await until(() => isLive(first))
    const follower = await startFollower(place)
    await until(() => isLive(follower))
    first.ticks.length = 0
    follower.ticks.length = 0
    for (let number = 0; number < 12; number++) {
      for (let ms = 1; ms < 20; ms++) feed.tell(openMinute(number, 100 + ms, ms))
      // Late, twice, closed
      feed.tell(openMinute(number - 1, 5), minute(number), minute(number))
    }
    expect(first.ticks.length).toBeGreaterThan(12 * 19 * 6)
    expect(first.ticks.filter(({ isClosed }) => isClosed).map(({ tf }) => tf)).toContain(5)
    expect(follower.ticks).toEqual(first.ticks)
    expect(await seen(follower)).toEqual(await seen(first))
  })

  test('close when a minute is judged missing, in the follower too', async () => {
    const place = await newPlace()
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    await until(() => isLive(first))
    const follower = await startFollower(place)
    await until(() => isLive(follower))
    for (const each of [first, follower]) each.ticks.length = 0
    const settled: string[] = []
    follower.events.on(closeSettled, ({ tf, openTime }) => {
      settled.push(`${tf} ${(openTime - midnight) / minuteMs}`)
    })
    // The source never had minute 2, and that is certain once it has minutes that are five younger.
    feed.tell(...minutesFrom(0, 2), ...minutesFrom(3, 20))
    await until(() => settled.includes('15 0'))
    feed.tell(openMinute(20, 100))
    expect(follower.ticks.length).toBeGreaterThan(0)
    expect(follower.ticks).toEqual(first.ticks)
    expect(await seen(follower)).toEqual(await seen(first))
  })
})

describe('what was missed', () => {
  test('in a hole is read from the database: volumes and ranges are those of a fresh start, and the span is told', async () => {
    const place = await newPlace()
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    await until(() => isLive(first))
    const follower = await startFollower(place)
    feed.tell(...minutesFrom(0, 5), openMinute(5, 300))
    await until(() => isLive(follower))
    place.wire.cut()
    feed.tell(minute(5, { high: 400 }), ...minutesFrom(6, 31), openMinute(31, 90))
    expect(follower.market.state()).toMatchObject({ name: 'waiting', reason: 'silent', isBackfilling: false })
    expect(current(follower, 60)?.volume).toBe(6)
    follower.corrected.length = 0
    place.wire.mend()
    await until(() => isLive(follower))
    const fresh = await startFollower(place)
    await until(() => isLive(fresh))
    expect(current(follower, 60)).toMatchObject({ volume: 32, high: 400, low: 90 })
    expect(await seen(follower)).toEqual(await seen(fresh))
    expect(await seen(follower)).toEqual(await seen(first))
    expect(follower.corrected).toEqual([{ from: midnight + 5 * minuteMs, to: midnight + 31 * minuteMs }])
  })

  test('unnoticed on the way is noticed by its number', async () => {
    const place = await newPlace()
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    place.wire.loses = () => true
    feed.tell(...minutesFrom(0, 4))
    place.wire.loses = () => false
    feed.tell(openMinute(4, 100))
    await until(() => current(follower, 5)?.volume === 5)
    place.wire.loses = (message) => message.startsWith('["market-news"')
    feed.tell(minute(4, { high: 777 }))
    // Nothing follows it but the word that all is written.
    place.wire.loses = () => false
    await first.market.sync()
    await until(() => current(follower, 5)?.high === 777)
    expect(await seen(follower)).toEqual(await seen(first))
  })

  test('while the feed’s process was killed and started again is there, and its prices flow', async () => {
    const place = await newPlace()
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    feed.tell(...minutesFrom(0, 3), openMinute(3, 100))
    place.wire.cut()
    await first.close()
    place.wire.mend()
    expect(follower.market.state().name).toBe('connecting')
    const again = feedOf(minutesFrom(-1440, 20))
    const second = await startFeed(place, again, midnight + 20 * minuteMs)
    again.setState({ name: 'live' })
    await until(() => isLive(second) && isLive(follower))
    again.tell(openMinute(20, 500))
    expect(current(follower, 60)).toMatchObject({ volume: 21, high: 500 })
    expect(await seen(follower)).toEqual(await seen(second))
  })
})

describe('candles', () => {
  test('have a minute that has just closed, before the other process wrote it by itself', async () => {
    const place = await newPlace()
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    for (let number = 0; number < 10; number++) {
      feed.tell(minute(number), openMinute(number + 1, 100))
      for (const tf of [1, 5] as const) {
        const query = { asset: 'BTCUSDT', tf, limit: 100 }
        expect(await follower.market.candles(query)).toEqual(await first.market.candles(query))
      }
    }
    expect(await follower.market.closes('BTCUSDT', 1, midnight - 1)).toHaveLength(10)
  })

  test('are answered from what is there when the other process cannot be reached', async () => {
    const place = await newPlace()
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    feed.tell(minute(0), openMinute(1, 100))
    place.wire.loses = (message) => message.startsWith('["market-asked"')
    const answer = follower.market.candles({ asset: 'BTCUSDT', tf: 1, limit: 3 })
    place.wire.cut()
    expect((await answer).at(-1)?.openTime).toBe(midnight + minuteMs)
  })
})

describe('hints', () => {
  test('of settled closes and corrections are heard once they can be read', async () => {
    const place = await newPlace()
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    const read: Promise<number>[] = []
    follower.events.on(closeSettled, ({ asset, tf, openTime }) => {
      if (tf === 1) read.push(follower.market.closes(asset, tf, openTime - 1).then(({ length }) => length))
    })
    feed.tell(minute(0), openMinute(1, 100))
    await until(() => read.length === 1)
    feed.tell(minute(0, { high: 999, time: midnight + 2 * minuteMs }))
    await until(() => follower.corrected.some(({ from }) => from === midnight))
    expect(await Promise.all(read)).toEqual([1])
    expect(current(follower, 5)?.high).toBe(999)
  })
})

describe('the state', () => {
  test('is that of the feed’s process, what it fetches included', async () => {
    const place = await newPlace()
    const past = minutesFrom(-1440, 0)
    const feed = feedOf(past)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const history: Feed['history'] = async function* (...asked) {
      await held
      yield* feed.history(...asked)
    }
    const first = await startFeed(place, { ...feed, history })
    const follower = await startFollower(place)
    feed.setState({ name: 'live' })
    await until(() => follower.market.state().name === 'live')
    expect(follower.market.state()).toEqual(first.market.state())
    expect(follower.market.state()).toMatchObject({ isBackfilling: true, assets: { BTCUSDT: 'backfilling' } })
    release()
    await until(() => isLive(follower))
    feed.setState({ name: 'waiting', until: 5, reason: 'limited' })
    expect(follower.market.state()).toEqual({ name: 'waiting', until: 5, reason: 'limited', isBackfilling: false })
    feed.setState({ name: 'ended' })
    expect(follower.states.slice(-2)).toEqual(['limited', 'ended'])
  })

  test('is silent after thirty seconds without a word, and live with the next one', async () => {
    const place = await newPlace()
    let clock = 1_000_000
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place, { now: () => clock })
    await until(() => isLive(first) && isLive(follower))
    place.wire.loses = () => true
    clock += 30_000
    await follower.market.sync()
    expect(follower.market.state().name).toBe('live')
    clock += 1
    await follower.market.sync()
    expect(follower.market.state()).toEqual({
      name: 'waiting',
      until: clock + 2000,
      reason: 'silent',
      isBackfilling: false,
    })
    await follower.market.sync()
    expect(follower.states.slice(-2)).toEqual(['live', 'silent'])
    place.wire.loses = () => false
    await first.market.sync()
    expect(follower.market.state().name).toBe('live')
    // Prices alone are a word too.
    clock += 30_000
    feed.tell(openMinute(0, 100))
    clock += 30_000
    await follower.market.sync()
    expect(follower.market.state().name).toBe('live')
  })

  test('without a feed’s process is silent over the last prices, and comes alive when one starts', async () => {
    const place = await newPlace()
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    await until(() => !first.market.state().isBackfilling)
    await first.close()
    place.wire.cut()
    const follower = await startFollower(place)
    expect(follower.market.state().name).toBe('connecting')
    place.wire.cut()
    expect(follower.market.state()).toMatchObject({ name: 'waiting', reason: 'silent' })
    expect(follower.market.current('BTCUSDT', 1)?.openTime).toBe(midnight - minuteMs)
    expect((await follower.market.summaries()).map(({ asset }) => asset)).toEqual(['BTCUSDT'])
    place.wire.mend()
    const second = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    await until(() => isLive(second) && isLive(follower))
  })
})

describe('another source', () => {
  const other = createTestFeed({
    instruments: [{ ...instrument, asset: 'GOLDUSD', base: 'GOLD', quote: 'USD', name: 'Gold' }],
    source: 'binance',
  })
  const binance: Feed = { ...other, id: 'binance' }

  test('than FEED names is shown as what it is, and both are named', async () => {
    const place = await newPlace()
    await startFeed(place, feedOf())
    const follower = await startFollower(place, { expected: 'binance' })
    await until(() => follower.market.state().name === 'connecting' && follower.market.feed.id === 'demo')
    expect(follower.market.instruments).toEqual([instrument])
    await until(() => follower.logged().includes('"here":"binance","there":"test"'))
    expect(follower.market.otherSource?.()).toEqual({ here: 'binance', there: 'test' })
    const silentOne = await startFollower(place)
    await until(() => silentOne.logged().includes('following the process with the feed'))
    expect(silentOne.logged()).not.toContain('"level":"warn"')
    expect(silentOne.market.otherSource?.()).toBeUndefined()
  })

  test('takes the place of the former one, whose prices are gone', async () => {
    const place = await newPlace()
    const feed = feedOf(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    expect(follower.market.feed.id).toBe('demo')
    place.wire.cut()
    await first.close()
    place.wire.mend()
    const second = await startFeed(place, binance)
    other.tell(minuteOf('GOLDUSD', midnight, 4000))
    other.setState({ name: 'live' })
    await until(() => follower.market.state().name === 'live' && follower.market.feed.id === 'binance')
    expect(follower.market.instruments).toEqual(binance.instruments)
    expect(follower.market.instrument('BTCUSDT')).toBeUndefined()
    expect(follower.market.current('BTCUSDT', 1)).toBeUndefined()
    expect(await follower.market.candles({ asset: 'BTCUSDT', tf: 1, limit: 1 })).toEqual([])
    follower.ticks.length = 0
    other.tell(minuteOf('GOLDUSD', midnight + minuteMs, 4001))
    expect(follower.ticks.map(({ asset }) => asset)).toContain('GOLDUSD')
    expect((await follower.market.summaries()).map(({ asset, last }) => [asset, last])).toEqual([['GOLDUSD', 4001]])
    await second.close()
  })
})
