import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from '@msgpack/msgpack'
import { io, type Socket } from 'socket.io-client'
import { openDb } from '../src/db/client.ts'
import { minuteOf } from './doubles/feed.ts'
import { type RedisServer, redisProgram, startRedis } from './redis-server.ts'
import { openRoleSite, type RoleProcess, type RoleSite } from './role-processes.ts'
import { startServer } from './server-process.ts'
import { categories } from './site.ts'
import { sqldProgram, startSqld } from './sqld-server.ts'
import { until } from './until.ts'

/* Tests processes that communicate over the real Redis, as on several machines. */

setDefaultTimeout(180_000)

const minuteMs = 60_000
const current = Math.floor(Date.now() / minuteMs) * minuteMs
const minute = (number: number, price = 100 + (Math.abs(number) % 40)) =>
  minuteOf('BTCUSDT', current + number * minuteMs, price, { high: price + 1, low: price - 1 })
const minutesFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => minute(from + at))

async function read(url: string, path: string) {
  const response = await fetch(url + path)
  return response.json()
}

const isLive = async (role: RoleProcess) => (await read(role.url, '/readyz')).feed === 'live'

describe.skipIf(!redisProgram)('over Redis', () => {
  let redis: RedisServer
  let socket: Socket | undefined
  const closers: (() => unknown)[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    socket?.disconnect()
    for (const close of closers.splice(0).reverse()) await close()
  })
  afterAll(() => redis.close())

  async function follow(url: string): Promise<unknown[][]> {
    const ticks: unknown[][] = []
    const opened = io(url, { transports: ['websocket'], forceNew: true })
    socket = opened
    opened.on('tick', (data: Uint8Array) => {
      const tick = decode(data)
      if (Array.isArray(tick)) ticks.push(tick)
    })
    opened.on('connect', () => opened.emit('subscribe', { asset: 'BTCUSDT', tf: 1 }))
    await until(() => ticks.length > 0)
    return ticks
  }

  test('a ticker publishes every change; during a Redis outage pages work, and no minute is lost', async () => {
    const env = { REDIS_URL: `${redis.url}/1`, TICKER_RATE: '1000' }
    const site: RoleSite = await openRoleSite({ files: categories, past: minutesFrom(-600, -31), env })
    closers.push(site.close)
    await site.feed.ask({ do: 'setState', state: { name: 'live' } })
    await until(async () => (await isLive(site.ticker)) && (await isLive(site.web)))
    const ticks = await follow(site.ticker.url)
    ticks.length = 0
    const sent = minutesFrom(-31, -20)
    await site.feed.ask({ do: 'emit', updates: sent })
    await until(() => ticks.at(-1)?.[2] === sent.at(-1)?.openTime)
    expect(ticks.map(([, , openTime, , , , , , isClosed]) => [openTime, isClosed])).toEqual(
      sent.map(({ openTime }) => [openTime, 1]),
    )

    const lastBefore = ticks.at(-1)
    await redis.kill()
    await until(async () => !((await isLive(site.ticker)) || (await isLive(site.web))))
    ticks.length = 0
    const away = minutesFrom(-20, -10)
    await site.feed.ask({ do: 'emit', updates: away })
    const page = await fetch(`${site.web.url}/en`)
    expect([page.status, (await fetch(`${site.web.url}/readyz`)).status, ticks]).toEqual([200, 200, []])
    // New processes also start without Redis and show the data of the databases.
    const later = await site.start('ticker')
    expect((await fetch(`${later.url}/readyz`)).status).toBe(200)

    await redis.start()
    await until(async () => (await isLive(site.ticker)) && (await isLive(site.web)) && (await isLive(later)))
    await site.feed.ask({ do: 'emit', updates: [minute(-10)] })
    await until(() => ticks.at(-1)?.[2] === current - 10 * minuteMs)
    // Minutes of the outage are published as closed candles once the database is readable.
    const closed = ticks.filter(([, , , , , , , , isClosed]) => isClosed === 1).map(([, , openTime]) => openTime)
    // The last minute before the outage may come again, because it may have changed meanwhile.
    const isRepeated = closed[0] === sent.at(-1)?.openTime
    if (isRepeated) expect(ticks.find(([, , openTime]) => openTime === closed[0])).toEqual(lastBefore)
    expect(closed.slice(isRepeated ? 1 : 0)).toEqual([...away, minute(-10)].map(({ openTime }) => openTime))
    const candlesOf = (): Promise<number[][]> => read(site.web.url, '/api/market/candles?asset=BTCUSDT&tf=1')
    // The web process is not the publisher: it receives the update on its own.
    await until(async () => (await candlesOf()).at(-1)?.[0] === current - 10 * minuteMs)
    const candles = await candlesOf()
    expect(candles.slice(-21).map(([openTime]) => openTime)).toEqual(
      [...sent, ...away]
        .slice(1)
        .concat(minute(-10))
        .map(({ openTime }) => openTime),
    )
  })

  test.skipIf(!sqldProgram)(
    'one of two machines follows prices, and the other takes over when the first hangs',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kurs-machines-'))
      closers.push(() => rm(folder, { recursive: true, force: true }))
      const servers = await Promise.all([startSqld(), startSqld()])
      for (const { close } of servers) closers.push(close)
      const [APP_DB_URL = '', MARKET_DB_URL = ''] = servers.map(({ url }) => url)
      const start = async (ROLES: string, machine: string) => {
        const env = { ROLES, DATA_DIR: join(folder, machine), APP_DB_URL, MARKET_DB_URL, HISTORY_DAYS: '1' }
        const started = await startServer({ ...env, REDIS_URL: `${redis.url}/2` })
        closers.push(started.stop)
        return started
      }
      const first = await start('feed', 'one')
      const { url = '' } = await start('ticker', 'three')
      const ticks = await follow(url)
      process.kill(first.pid, 'SIGSTOP')
      await until(async () => (await read(url, '/readyz')).feed === 'the source sends no data')
      const second = await start('feed', 'two')
      process.kill(first.pid, 'SIGCONT')
      await until(() => first.logged().includes('Another process took over the price feed'))
      expect(await first.stop()).toBe(1)
      await until(async () => (await read(url, '/readyz')).feed.startsWith('live'))
      const before = ticks.length
      await until(() => ticks.length > before)
      expect(await second.stop()).toBe(0)
      const db = await openDb({ url: MARKET_DB_URL })
      closers.push(db.close)
      expect(await db.readOne('select number from market_writer')()).toMatchObject({ number: 2 })
    },
  )
})
