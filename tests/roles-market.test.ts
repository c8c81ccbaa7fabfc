import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { decode } from '@msgpack/msgpack'
import { io, type Socket } from 'socket.io-client'
import { rowOf } from '../src/market/candle.ts'
import { timeframes } from '../src/market/timeframe.ts'
import { digitsOf, minuteOf } from './doubles/feed.ts'
import { candlesOf } from './market-candles.ts'
import { openRoleSite, type RoleProcess, type RoleSite } from './role-processes.ts'
import { categories } from './site.ts'
import { until } from './until.ts'

/* Tests feed, ticker and web in separate processes, on one data folder. */

setDefaultTimeout(60_000)

const minuteMs = 60_000
const current = Math.floor(Date.now() / minuteMs) * minuteMs
const minute = (number: number, price = 100 + (Math.abs(number) % 40)) =>
  minuteOf('BTCUSDT', current + number * minuteMs, price, { high: price + 1, low: price - 1 })
const minutesFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => minute(from + at))
const openMinute = (number: number, price: number, ms: number) =>
  minuteOf('BTCUSDT', current + number * minuteMs, price, { isClosed: false, time: current + number * minuteMs + ms })

let site: RoleSite
let socket: Socket | undefined
beforeAll(async () => {
  site = await openRoleSite({ files: categories, past: minutesFrom(-600, -31), env: { TICKER_RATE: '1000' } })
  await site.feed.ask({ do: 'setState', state: { name: 'live' } })
})
afterEach(() => {
  socket?.disconnect()
})
afterAll(() => site.close())

async function read({ url }: RoleProcess, path: string) {
  const response = await fetch(url + path)
  return response.json()
}

const feedOf = async (role: RoleProcess): Promise<string> => (await read(role, '/readyz')).feed
const isLive = async (role: RoleProcess) => (await feedOf(role)) === 'live'

/** Reads a process's assets, which come from memory, and candles, which combine memory and database */
async function seen(role: RoleProcess) {
  const candles = [1, 5, 60, 1440].map((tf) => read(role, `/api/market/candles?asset=BTCUSDT&tf=${tf}`))
  return { assets: await read(role, '/api/market/assets'), candles: await Promise.all(candles) }
}

async function tellsEveryChange() {
  await until(() => isLive(site.ticker))
  const ticks: unknown[][] = []
  socket = io(site.ticker.url, { transports: ['websocket'], forceNew: true })
  socket.on('tick', (data: Uint8Array) => {
    const tick = decode(data)
    if (Array.isArray(tick)) ticks.push(tick)
  })
  socket.on('connect', () => socket?.emit('subscribe', { asset: 'BTCUSDT', tf: 1 }))
  await until(() => ticks.length > 0)
  ticks.length = 0
  // Candle closes are never conflated, so each one is a separate tick.
  const sent = minutesFrom(-31, -5)
  await site.feed.ask({ do: 'emit', updates: sent })
  await until(() => ticks.at(-1)?.[2] === sent.at(-1)?.openTime)
  expect(ticks.map(([, , openTime, , , , , , isClosed]) => [openTime, isClosed])).toEqual(
    sent.map(({ openTime }) => [openTime, 1]),
  )
  for (let ms = 1; ms <= 20; ms++) {
    await site.feed.ask({ do: 'emit', updates: [openMinute(-5, 100 + ms, ms)] })
    await until(() => ticks.at(-1)?.[6] === 100 + ms)
  }
  expect(ticks).toHaveLength(sent.length + 20)
}

async function outlivesTheFeed() {
  await until(() => isLive(site.web))
  const updates = Array.from({ length: 200 }, (_, at) => openMinute(-5, 100 + (at % 60), 100 + at))
  const emitting = site.feed.ask({ do: 'emit', updates }).catch(() => 'killed')
  await site.feed.kill()
  await emitting
  await until(async () => (await feedOf(site.web)) === 'the source sends no data')
  const silent = await seen(site.web)
  expect(silent.assets[0].last).toBeGreaterThan(0)
  expect((await fetch(`${site.web.url}/readyz`)).status).toBe(200)
  const whole = minutesFrom(-600, 26)
  const feed = await site.start('feed', { past: whole })
  await feed.ask({ do: 'setState', state: { name: 'live' } })
  await feed.ask({ do: 'emit', updates: [...minutesFrom(0, 26), openMinute(26, 150, 1)] })
  await until(
    async () => (await isLive(feed).catch(() => true)) && (await isLive(site.web)) && (await isLive(site.ticker)),
  )
  const fresh = await site.start('web')
  await until(() => isLive(fresh))
  await until(async () => Bun.deepEquals(await seen(site.web), await seen(fresh)))
  const { assets, candles } = await seen(site.web)
  expect(assets).toEqual([expect.objectContaining({ asset: 'BTCUSDT', last: 150, volume24h: 627 })])
  expect(candles[0]).toHaveLength(500)
  expect(candles[0].map(([openTime]: number[]) => openTime)).toEqual(
    Array.from({ length: 500 }, (_, at) => current + (at - 473) * minuteMs),
  )
  const day = candles[3].reduce((sum: number, row: number[]) => sum + (row[5] ?? 0), 0)
  expect(day).toBe(627)
  for (const tf of timeframes) {
    const expected = candlesOf([...whole, openMinute(26, 150, 1)], tf).slice(-500)
    const rows = expected.map((candle) => rowOf(candle, digitsOf('BTCUSDT')))
    expect([tf, await read(site.web, `/api/market/candles?asset=BTCUSDT&tf=${tf}`)]).toEqual([tf, rows])
  }
}

// Both parts are one test, in this order, because the second part kills the process that the first part uses.
test('a separate ticker publishes every change, and after a feed outage all processes resync', async () => {
  await tellsEveryChange()
  await outlivesTheFeed()
})

test('simulated prices are marked as such although FEED names an exchange', async () => {
  const home = async ({ url }: RoleProcess) => (await fetch(`${url}/en`)).text()
  const web = await site.start('web', { env: { FEED: 'binance' } })
  await until(async () => (await feedOf(web)) === 'live; FEED names binance here, prices come from test')
  expect((await home(web)).includes('"isDemo":true')).toBe(true)
  await until(() => isLive(site.web))
})
