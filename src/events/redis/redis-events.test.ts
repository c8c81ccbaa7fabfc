import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { RedisClient } from 'bun'
import { z } from 'zod'
import { type RedisServer, redisProgram, startRedis } from '../../../tests/redis-server.ts'
import { until } from '../../../tests/until.ts'
import { topic } from '../events.ts'
import { createSharedEvents } from '../shared-events.ts'
import { redisPlaceOf } from './connection.ts'
import { openRedis, type RedisTransport } from './open-redis.ts'

setDefaultTimeout(60_000)

const moved = topic('moved', z.object({ to: z.number() }))
const settled = topic('settled', z.object({ at: z.number() }), 'kept')
const privately = topic('private', z.object({}), 'process')

describe.skipIf(!redisProgram)('with the real Redis', () => {
  let redis: RedisServer
  let places = 0
  const closers: (() => unknown)[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })
  afterAll(() => redis.close())

  /** Creates names of an installation that no other test uses. */
  const newPlace = () => redisPlaceOf(`${redis.url}/3`, `kurs-${++places}`)

  async function join(place = newPlace(), isCounted = true) {
    const logged: string[] = []
    const line = (message: string) => void logged.push(message)
    const log = { info: line, warn: line, error: line }
    const events = createSharedEvents(log)
    const heard: number[] = []
    const closes: number[] = []
    const changes: string[] = []
    events.on(moved, ({ to }) => void heard.push(to))
    events.on(settled, ({ at }) => void closes.push(at))
    events.others.onJoin(() => void changes.push('joined'))
    events.others.onLeave(() => void changes.push('left'))
    const transport = await events.connect((listener) => openRedis({ place, log, random: () => 0 }, listener))
    closers.push(transport.close)
    if (isCounted) expect(changes).toEqual(['joined'])
    return { events, transport, heard, closes, changes, logged }
  }

  async function client() {
    const opened = new RedisClient(`${redis.url}/3`)
    closers.push(() => opened.close())
    await opened.connect()
    return opened
  }

  /** Breaks the connections of one participant only, which then reconnects. */
  async function cutOff({ run }: RedisTransport) {
    const admin = await client()
    const [, id = ''] = /^id=(\d+)/.exec(String(await run('CLIENT', 'INFO'))) ?? []
    await admin.send('CLIENT', ['KILL', 'ID', id])
  }

  test('an event reaches every participant once, in order, and no other installation', async () => {
    const place = newPlace()
    const [one, two, stranger] = [await join(place), await join(place), await join()]
    for (const to of [1, 2, 3]) one.events.emit(moved, { to })
    one.events.emit(settled, { at: 1 })
    one.events.emit(privately, {})
    one.events.emit(moved, { to: 4 }, 'process')
    await until(() => two.closes.length === 1)
    two.events.emit(moved, { to: 5 })
    await until(() => one.heard.length === 5)
    expect([one.heard, two.heard]).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 5],
    ])
    expect([one.closes, two.closes]).toEqual([[1], [1]])
    expect([stranger.heard, stranger.closes]).toEqual([[], []])
  })

  test('after a disconnection `kept` events are replayed once and in order, others are lost', async () => {
    const place = newPlace()
    const [one, two] = [await join(place), await join(place)]
    one.events.emit(settled, { at: 1 })
    await until(() => two.closes.length === 1)
    await two.transport.close()
    const admin = await client()
    await cutOff(one.transport)
    await until(() => one.changes.length === 3)
    const third = await join(place)
    await cutOff(third.transport)
    for (let at = 2; at < 1300; at++) one.events.emit(settled, { at })
    await until(() => third.closes.at(-1) === 1299)
    // Events from before a participant joined are not delivered to it.
    expect(third.closes).toEqual(Array.from({ length: 1298 }, (_, at) => at + 2))
    expect(third.changes).toEqual(['joined', 'left', 'joined'])
    expect(Number(await admin.send('XLEN', [place.stream]))).toBe(1299)
  })

  test('`kept` events emitted without Redis are sent later, even if Redis lost its data', async () => {
    const place = newPlace()
    const [one, two] = [await join(place), await join(place)]
    one.events.emit(settled, { at: 1 })
    await until(() => two.closes.length === 1)
    await redis.kill()
    await until(() => one.changes.length === 2 && two.changes.length === 2)
    expect(one.events.others.areThere()).toBe(false)
    one.events.emit(moved, { to: 1 })
    one.events.emit(settled, { at: 2 })
    expect(one.transport.status()).toEqual({ isConnected: false, connects: 1, pingMs: undefined, waiting: 1 })
    await redis.start()
    await until(() => one.changes.length === 3 && two.changes.length === 3)
    await until(() => two.closes.length === 2)
    one.events.emit(settled, { at: 3 })
    await until(() => two.closes.length === 3)
    await until(() => one.transport.status().waiting === 0)
    const pingMs = await until(() => one.transport.status().pingMs)
    expect(one.transport.status()).toEqual({ isConnected: true, connects: 2, pingMs, waiting: 0 })
    expect([two.closes, two.heard]).toEqual([[1, 2, 3], []])
    for (const { logged } of [one, two]) {
      expect(logged).toEqual([
        'connected to Redis: receiving events of other processes',
        'No connection to Redis: no events pass between processes. Reconnecting.',
        'Some events were trimmed from Redis while disconnected; the database has their data',
        'connected to Redis: receiving events of other processes',
      ])
    }
  })

  test('a participant away for too long logs it, and receives the rest', async () => {
    const place = newPlace()
    const [one, two] = [await join(place), await join(place)]
    one.events.emit(settled, { at: 1 })
    one.events.emit(settled, { at: 2 })
    await until(() => two.closes.length === 2)
    const admin = await client()
    await admin.send('XTRIM', [place.stream, 'MAXLEN', '0'])
    await admin.send('XADD', [place.stream, '*', 'sender', 'x', 'message', '["settled",{"at":4}]'])
    await cutOff(two.transport)
    await until(() => two.changes.length === 3)
    expect(two.closes).toEqual([1, 2, 4])
    expect(two.logged).toContain('Some events were trimmed from Redis while disconnected; the database has their data')
  })

  test('a Redis that does not answer counts as disconnected; `kept` events are not lost', async () => {
    const place = newPlace()
    const [one, two] = [await join(place), await join(place)]
    redis.freeze()
    one.events.emit(settled, { at: 1 })
    await until(() => one.changes.length === 2)
    redis.thaw()
    await until(() => two.closes.includes(1) && one.changes.at(-1) === 'joined' && two.changes.at(-1) === 'joined')
    // Redis may or may not have processed the first attempt: duplicates are allowed, losses are not.
    expect(new Set(two.closes)).toEqual(new Set([1]))
  })

  test('a Redis that does not read is disconnected with 8 MiB pending', async () => {
    const place = newPlace()
    const one = await join(place)
    redis.freeze()
    const page = topic('page', z.string())
    let sent = 0
    for (const text = 'x'.repeat(1 << 17); one.changes.length === 1; sent++) one.events.emit(page, text)
    expect(sent).toBeWithin(60, 70)
    redis.thaw()
    await until(() => one.changes.at(-1) === 'joined')
  })

  test('a Redis that refuses to store events counts as disconnected until it accepts them', async () => {
    const place = newPlace()
    const [one, two] = [await join(place), await join(place)]
    const admin = await client()
    await admin.send('CONFIG', ['SET', 'maxmemory', '1'])
    one.events.emit(settled, { at: 1 })
    await until(() => one.changes.length === 2)
    await admin.send('CONFIG', ['SET', 'maxmemory', '0'])
    await until(() => one.changes.length === 3 && two.closes.length === 1)
    expect([one.changes, two.changes, two.closes]).toEqual([['joined', 'left', 'joined'], ['joined'], [1]])
    expect(one.logged.filter((message) => message.startsWith('No connection'))).toHaveLength(1)
  })

  test('invalid messages are dropped and logged once; an event that is too long is not sent', async () => {
    const place = newPlace()
    const [one, two] = [await join(place), await join(place)]
    const admin = await client()
    for (const fault of ['', 'x', 'x - {', 'x 1-1 ["moved"]', 'x - ["moved",{"to":"far"}]']) {
      await admin.publish(place.channel, fault)
    }
    const long = topic('long', z.string())
    one.events.emit(long, 'x'.repeat(1 << 20))
    one.events.emit(moved, { to: 1 })
    await until(() => two.heard.length === 1)
    expect(two.logged.slice(1)).toEqual([
      'Dropped an invalid message from another process',
      'Dropped an event from another process: its payload does not match its topic',
    ])
    expect(one.logged).toContain('Event too long: not sent to other processes')
  })

  test('at most ten thousand events of the last hour are stored', async () => {
    const place = newPlace()
    const one = await join(place)
    const admin = await client()
    const add = `for n = 1, 10050 do redis.call('XADD', KEYS[1], ARGV[1] .. '-' .. n, 'sender', 'x', 'message', 'x') end`
    await admin.send('EVAL', [add, '1', place.stream, String(Date.now() - 60_000)])
    one.events.emit(settled, { at: 1 })
    await until(async () => Number(await admin.send('XLEN', [place.stream])) === 10_000)
    expect(Number(await admin.send('PTTL', [place.stream]))).toBeWithin(3_500_000, 3_600_001)
    await admin.send('DEL', [place.stream])
    await admin.send('EVAL', [add, '1', place.stream, String(Date.now() - 3_700_000)])
    one.events.emit(settled, { at: 2 })
    await until(async () => Number(await admin.send('XLEN', [place.stream])) === 1)
  })
})

test('the display name has no password, and the keys have the database number', () => {
  expect(redisPlaceOf('rediss://me:secret@redis.example:6380/7', 'shop')).toEqual({
    url: 'rediss://me:secret@redis.example:6380/7',
    name: 'redis.example:6380/7',
    channel: 'shop:7:events',
    stream: 'shop:7:kept',
    feedLease: 'shop:7:feed',
  })
  expect(redisPlaceOf('redis://localhost', 'kurs')).toMatchObject({ name: 'localhost', channel: 'kurs:0:events' })
})
