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
import { type ServerProcess, startServer } from './server-process.ts'
import { categories } from './site.ts'
import { until } from './until.ts'

/* Processes that find each other over the real Redis, as on several machines. */

setDefaultTimeout(600_000)

const minuteMs = 60_000
const current = Math.floor(Date.now() / minuteMs) * minuteMs
const minute = (number: number, price = 100 + (Math.abs(number) % 40)) =>
  minuteOf('BTCUSDT', current + number * minuteMs, price, { high: price + 1, low: price - 1 })
const minutesFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => minute(from + at))

async function read({ url }: RoleProcess, path: string) {
  const response = await fetch(url + path)
  return response.json()
}

const isLive = async (role: RoleProcess) => (await read(role, '/readyz')).feed === 'live'

async function seen(role: RoleProcess) {
  const candles = [1, 5, 60].map((tf) => read(role, `/api/market/candles?asset=BTCUSDT&tf=${tf}`))
  return { assets: await read(role, '/api/market/assets'), candles: await Promise.all(candles) }
}

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

  async function follow({ url }: RoleProcess): Promise<unknown[][]> {
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

  test('a ticker tells every change; while Redis is away pages stay, prices stand, and then nothing is missing', async () => {
    const env = { REDIS_URL: `${redis.url}/1`, TICKER_RATE: '1000' }
    const site: RoleSite = await openRoleSite({ files: categories, past: minutesFrom(-600, -31), env })
    closers.push(site.close)
    await site.feed.ask({ do: 'setState', state: { name: 'live' } })
    await until(async () => (await isLive(site.ticker)) && (await isLive(site.web)))
    const ticks = await follow(site.ticker)
    ticks.length = 0
    const told = minutesFrom(-31, -20)
    await site.feed.ask({ do: 'tell', updates: told })
    await until(() => ticks.at(-1)?.[2] === told.at(-1)?.openTime)
    expect(ticks.map(([, , openTime, , , , , , isClosed]) => [openTime, isClosed])).toEqual(
      told.map(({ openTime }) => [openTime, 1]),
    )

    await redis.kill()
    await until(async () => !((await isLive(site.ticker)) || (await isLive(site.web))))
    ticks.length = 0
    const away = minutesFrom(-20, -10)
    await site.feed.ask({ do: 'tell', updates: away })
    const page = await fetch(`${site.web.url}/en`)
    expect([page.status, (await fetch(`${site.web.url}/readyz`)).status, ticks]).toEqual([200, 200, []])
    // Without Redis others start too, and have what the databases have.
    const later = await site.start('web')
    expect((await fetch(`${later.url}/en`)).status).toBe(200)

    await redis.start()
    await until(async () => (await isLive(site.ticker)) && (await isLive(site.web)) && (await isLive(later)))
    await site.feed.ask({ do: 'tell', updates: [minute(-10)] })
    await until(() => ticks.at(-1)?.[2] === current - 10 * minuteMs)
    // Each of the time away was told once it could be read, and each as closed.
    const closed = ticks.filter(([, , , , , , , , isClosed]) => isClosed === 1).map(([, , openTime]) => openTime)
    expect(closed).toEqual([...away, minute(-10)].map(({ openTime }) => openTime))
    await until(async () => Bun.deepEquals(await seen(site.web), await seen(later)))
    expect((await seen(site.web)).candles[0].at(-1)[0]).toBe(current - 10 * minuteMs)
  })

  test('of two machines one follows prices; the other takes over from one that hangs, and what that wakes up to is its end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kurs-machines-'))
    const running: ServerProcess[] = []
    closers.push(async () => {
      for (const { stop } of running) await stop()
      await rm(folder, { recursive: true, force: true })
    })
    const start = async (machine: string) => {
      const started = await startServer({
        ROLES: 'feed',
        DATA_DIR: join(folder, machine),
        APP_DB_URL: `file:${join(folder, 'app.db')}`,
        MARKET_DB_URL: `file:${join(folder, 'market.db')}`,
        REDIS_URL: `${redis.url}/2`,
        HISTORY_DAYS: '1',
      })
      running.push(started)
      return started
    }
    const first = await start('one')
    const refusal = await start('two').catch((error: Error) => error.message)
    expect(refusal).toContain('another process follows prices already, and only one may: it holds kurs:2:feed in Redis')
    process.kill(first.pid, 'SIGSTOP')
    const second = await start('two')
    process.kill(first.pid, 'SIGCONT')
    await until(() => first.logged().includes('Another process follows prices now'))
    expect(await first.stop()).toBe(1)
    const db = await openDb({ url: `file:${join(folder, 'market.db')}` })
    closers.push(db.close)
    const count = async () => Number((await db.readOne('select max(time) as newest from candles')())?.newest)
    const before = await count()
    await until(async () => (await count()) > before)
    expect(await db.readOne('select number from market_writer')()).toEqual({ number: 2 })
    expect(await second.stop()).toBe(0)
  })

  test('a process that would follow prices does not start without Redis', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'kurs-without-'))
    closers.push(() => rm(DATA_DIR, { recursive: true, force: true }))
    const env = { DATA_DIR, REDIS_URL: 'redis://:hidden@127.0.0.1:1', ROLES: 'feed' }
    const refusal = await startServer(env).catch((error: Error) => error.message)
    expect(refusal).toContain('REDIS_URL: Redis at 127.0.0.1:1 cannot be used')
    expect(refusal).not.toContain('hidden')
  })
})
