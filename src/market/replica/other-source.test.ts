import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { Hono } from 'hono'
import { createTestFeed, minuteOf, unitsOf } from '../../../tests/doubles/feed.ts'
import {
  bitcoin,
  bitcoinFeed,
  isLive,
  midnight,
  minutesFrom,
  type Place,
  placesOfTests,
} from '../../../tests/doubles/market-processes.ts'
import { until } from '../../../tests/until.ts'
import type { GuardCall } from '../../auth/api-token/middleware.ts'
import type { AuthEnv } from '../../auth/middleware.ts'
import { createStatistics } from '../../enigma/asset-statistics.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { marketApiRoutes } from '../api-routes.ts'
import type { CandleRow } from '../candle.ts'
import type { Feed } from '../feed/feed.ts'
import { pairOf } from '../instrument.ts'
import type { AssetSummary, Market } from '../market.ts'
import { minuteMs } from '../timeframe.ts'

setDefaultTimeout(60_000)

const { newPlace, startFeed, startFollower } = placesOfTests()

describe('another source', () => {
  const other = createTestFeed({
    instruments: [{ ...bitcoin, asset: 'GOLDUSD', base: 'GOLD', quote: 'USD', name: 'Gold' }],
    source: 'binance',
  })
  const binance: Feed = { ...other, id: 'binance' }

  test('than FEED names is shown under its own name, and both names are reported', async () => {
    const place = await newPlace()
    await startFeed(place, bitcoinFeed())
    const follower = await startFollower(place, { expected: 'binance' })
    await until(() => follower.market.state().name === 'connecting' && follower.market.feed.id === 'demo')
    expect(follower.market.instruments).toEqual([bitcoin])
    await until(() => follower.logged().includes('"here":"binance","there":"test"'))
    expect(follower.market.otherSource?.()).toEqual({ here: 'binance', there: 'test' })
    const silentOne = await startFollower(place)
    await until(() => silentOne.logged().includes('following the process with the feed'))
    expect(silentOne.logged()).not.toContain('"level":"warn"')
    expect(silentOne.market.otherSource?.()).toBeUndefined()
  })

  test('of several exchanges, or of shares, is known by its name before its process is heard', async () => {
    const listedOf = async (source: string) => {
      const place = await newPlace()
      const first = await startFeed(place, createTestFeed({ instruments: [bitcoin], source }))
      await first.close()
      const { market } = await startFollower(place)
      return market.instruments.map((instrument) => [instrument.asset, pairOf(instrument)])
    }
    const joined = await listedOf('binance,bybit')
    expect(joined).toHaveLength(24)
    expect(joined).toContainEqual(['BTCUSDT', 'BTC/USDT'])
    expect(joined).toContainEqual(['bybit:BTCUSDT', 'BTC/USDT · Bybit'])
    expect((await listedOf('moex'))[0]).toEqual(['SBER', 'SBER/RUB'])
  })

  test('replaces the former one, whose prices are dropped', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    expect(follower.market.feed.id).toBe('demo')
    place.wire.cut()
    await first.close()
    place.wire.mend()
    const second = await startFeed(place, binance)
    other.emit(minuteOf('GOLDUSD', midnight, 4000))
    other.setState({ name: 'live' })
    await until(() => follower.market.state().name === 'live' && follower.market.feed.id === 'binance')
    expect(follower.market.instruments).toEqual(binance.instruments)
    expect(follower.market.instrument('BTCUSDT')).toBeUndefined()
    expect(follower.market.current('BTCUSDT', 1)).toBeUndefined()
    expect(await follower.market.candles({ asset: 'BTCUSDT', tf: 1, limit: 1 })).toEqual([])
    follower.ticks.length = 0
    other.emit(minuteOf('GOLDUSD', midnight + minuteMs, 4001))
    expect(follower.ticks.map(({ asset }) => asset)).toContain('GOLDUSD')
    expect((await follower.market.summaries()).map(({ asset, last }) => [asset, last])).toEqual([['GOLDUSD', 4001]])
    await second.close()
  })
})

/** The same asset in finer steps: a response that mixed both would have prices a hundred times too high or low */
const finer = { ...bitcoin, priceDigits: 4 }
const finerMinute = (number: number, price: number, ms = minuteMs) => {
  const openTime = midnight + number * minuteMs
  const prices = { open: price, high: price, low: price, close: price, volume: 1 }
  const state = { isClosed: ms === minuteMs, time: openTime + ms }
  return unitsOf({ asset: 'BTCUSDT', openTime, ...prices, ...state }, finer)
}

/** Reads every price that the market of a process serves over HTTP, in one call. */
function readPrices(market: Market) {
  let clock = 0
  const call: GuardCall<AuthEnv> = (_, guard, limit) => limitRate(guard, { ...limit, now: () => (clock += 1000) })
  const app = new Hono<AuthEnv>()
    .use(async (c, next) => {
      c.set('address', '127.0.0.1')
      await next()
    })
    .route('/', marketApiRoutes({ market, guards: { call } }))
  const read = async <Body>(path: string): Promise<Body> => (await app.request(path)).json()
  return async (): Promise<number[][]> => {
    const answers: number[][] = []
    for (const tf of [1, 5, 60, 1440]) {
      const rows = await read<CandleRow[]>(`/api/market/candles?asset=BTCUSDT&tf=${tf}&limit=30`)
      answers.push(rows.flatMap(([, open, high, low, close]) => [open, high, low, close]))
    }
    const summaries = await read<AssetSummary[]>('/api/market/assets')
    answers.push(summaries.flatMap(({ last, high24h, low24h, spark }) => [last, high24h, low24h, ...spark]))
    return answers
  }
}

const isOld = (price: number) => price >= 100 && price < 150
const isNew = (price: number) => price >= 4000 && price < 4150

describe('a reader, while the market switches', () => {
  const bothLive = async (place: Place) => {
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    feed.emit(...minutesFrom(0, 3))
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    // No unwritten minutes are left that a reader would wait for.
    await first.market.sync()
    return { first, follower }
  }
  /** Collects all responses of the market while something else happens. */
  const answersDuring = async (market: Market, happens: () => Promise<unknown>) => {
    const read = readPrices(market)
    const answers = await read()
    let isOver = false
    const happening = happens().finally(() => {
      isOver = true
    })
    for (; !isOver; await new Promise((resolve) => setImmediate(resolve))) answers.push(...(await read()))
    await happening
    return [...answers, ...(await read())]
  }

  test('to another source gets prices of either source, never of both, even without news', async () => {
    const place = await newPlace()
    const { first, follower } = await bothLive(place)
    const statistics = createStatistics(follower.market, () => 0)
    const falls: (number | undefined)[] = [(await statistics.of('BTCUSDT')).drawdown?.high]
    place.wire.loses = () => true
    const past = Array.from({ length: 1440 }, (_, at) => finerMinute(at - 1440, 4000 + (at % 50)))
    const feed = createTestFeed({ instruments: [finer], past, source: 'other' })
    const answers = await answersDuring(follower.market, async () => {
      await first.close()
      const second = await startFeed(place, feed)
      feed.emit(finerMinute(0, 4100), finerMinute(1, 4101, 1))
      await until(() => !second.market.state().isBackfilling)
      await second.market.sync()
    })
    expect(answers.filter((prices) => !prices.every(isOld) && !prices.every(isNew))).toEqual([])
    const gone = answers.findIndex((prices) => !prices.some(isOld))
    expect(answers.slice(gone).flat().filter(isOld)).toEqual([])
    expect(answers.slice(-5).every((prices) => prices.length > 0 && prices.every(isNew))).toBe(true)
    falls.push((await statistics.of('BTCUSDT')).drawdown?.high)
    expect(falls).toEqual([149, 4049])
    const { close } = await follower.market.columns({ asset: 'BTCUSDT', tf: 60, from: 0 })
    expect([...close].filter((units) => !isNew(units / 10_000))).toEqual([])
    // The last messages of the former process arrive when a follower does not expect them any longer.
    place.wire.loses = () => false
    feed.setState({ name: 'live' })
    await until(() => follower.market.state().name === 'live')
    feed.emit(finerMinute(1, 4102, 2))
    expect(follower.market.current('BTCUSDT', 1)).toMatchObject({ close: 41_020_000 })
  })

  test('to other digits gets the same prices', async () => {
    const place = await newPlace()
    const { first, follower } = await bothLive(place)
    place.wire.loses = () => true
    const feed = createTestFeed({ instruments: [finer] })
    const answers = await answersDuring(follower.market, async () => {
      await first.close()
      await startFeed(place, feed)
    })
    expect(answers.filter((prices) => prices.length === 0 || !prices.every(isOld))).toEqual([])
    expect(follower.market.instrument('BTCUSDT')).toEqual(finer)
  })
})
