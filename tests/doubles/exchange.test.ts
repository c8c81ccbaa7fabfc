import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from 'node:net'
import { minuteMs } from '../../src/market/timeframe.ts'
import { type FakeClock, fakeClock } from '../fake-clock.ts'
import { type Exchange, startExchange } from './exchange.ts'
import { sessionStart, until } from './exchange-session.ts'

/* Tests that the double follows the documentation of the exchange: a client that works with the double works with
   the exchange. */

setDefaultTimeout(60_000)

const current = sessionStart - (sessionStart % minuteMs)
let clock: FakeClock
let exchange: Exchange
let sockets: WebSocket[]
beforeEach(async () => {
  clock = fakeClock(sessionStart)
  sockets = []
  exchange = await startExchange({ clock })
})
afterEach(async () => {
  for (const socket of sockets) socket.close()
  await exchange.close()
})

async function listen(path: string) {
  const socket = new WebSocket(`${exchange.addresses.stream}${path}`)
  sockets.push(socket)
  const messages: Record<string, unknown>[] = []
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(data)))
  const opened = exchange.counts.opened
  await until(() => exchange.counts.opened > opened && socket.readyState === WebSocket.OPEN)
  return { socket, messages, isClosed: () => socket.readyState === WebSocket.CLOSED }
}

/** Opens a client that sends the given text and never answers a ping. */
async function mute(path: string): Promise<{ isClosed(): boolean }> {
  const { hostname, port } = new URL(exchange.addresses.stream)
  const socket = connect(Number(port), hostname)
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('error', () => {})
  socket.resume()
  const opened = exchange.counts.opened
  socket.write(`GET ${path} HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`)
  await until(() => exchange.counts.opened > opened)
  return { isClosed: () => isClosed }
}

async function get(path: string) {
  const response = await fetch(`${exchange.addresses.rest}${path}`)
  const body: unknown = await response.json()
  const header = (name: string) => Number(response.headers.get(name))
  return { status: response.status, body, used: header('x-mbx-used-weight-1m'), retryAfter: header('retry-after') }
}

async function openTimes(query: string): Promise<unknown[]> {
  const { body } = await get(`/api/v3/klines?symbol=BTCUSDT&interval=1m&${query}`)
  return Array.isArray(body) ? body.map(([openTime]) => (openTime - current) / minuteMs) : []
}

test('combined streams wrap their events, raw ones do not; numbers are strings', async () => {
  const [combined, raw] = [await listen('/stream?streams=btcusdt@kline_1m'), await listen('/ws/btcusdt@kline_1m')]
  clock.advance(2000)
  await until(() => combined.messages.length > 0 && raw.messages.length > 0)
  expect(combined.messages[0]).toEqual({ stream: 'btcusdt@kline_1m', data: raw.messages[0] })
  expect(raw.messages[0]).toMatchObject({
    e: 'kline',
    E: sessionStart + 2000,
    s: 'BTCUSDT',
    k: {
      t: current,
      T: current + minuteMs - 1,
      i: '1m',
      x: false,
      o: `${(Number(exchange.truth.minute('BTCUSDT', current)?.open) / 100).toFixed(2)}000000`,
    },
  })
})

test('streams can be subscribed to and left on an open connection', async () => {
  const { socket, messages } = await listen('/stream')
  socket.send(JSON.stringify({ method: 'SUBSCRIBE', params: ['ethusdt@kline_1m'], id: 1 }))
  await until(() => messages.length === 1)
  clock.advance(2000)
  await until(() => messages.length === 2)
  socket.send(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id: 'two' }))
  socket.send(JSON.stringify({ method: 'UNSUBSCRIBE', params: ['ethusdt@kline_1m'], id: 3 }))
  await until(() => messages.length === 4)
  clock.advance(10_000)
  socket.send(JSON.stringify({ method: 'DANCE', id: 5 }))
  await until(() => messages.length === 5)
  expect(messages.filter((message) => !('stream' in message))).toEqual([
    { result: null, id: 1 },
    { result: ['ethusdt@kline_1m'], id: 'two' },
    { result: null, id: 3 },
    { error: { code: 2, msg: 'Invalid request: unknown method' }, id: 5 },
  ])
})

test('clients that do not answer pings are closed after a minute, all others after a day', async () => {
  const [deaf, alive] = [await mute('/stream'), await listen('/stream')]
  for (let second = 0; second < 80; second += 20) {
    const pongs = exchange.counts.pongs
    clock.advance(20_000)
    await until(() => exchange.counts.pongs > pongs)
  }
  await until(deaf.isClosed)
  expect(alive.isClosed()).toBe(false)
  for (let step = 4; step < 24 * 180 - 3; step++) {
    const pongs = exchange.counts.pongs
    clock.advance(20_000)
    await until(() => exchange.counts.pongs > pongs)
  }
  expect(alive.isClosed()).toBe(false)
  clock.advance(minuteMs)
  await until(alive.isClosed)
})

test('more than five messages a second or 1024 streams end a connection', async () => {
  const [talker, collector] = [await listen('/stream'), await listen('/stream')]
  for (let n = 0; n < 6; n++) talker.socket.send('{}')
  await until(talker.isClosed)
  const params = Array.from({ length: 1025 }, (_, n) => `s${n}@kline_1m`)
  collector.socket.send(JSON.stringify({ method: 'SUBSCRIBE', params, id: 1 }))
  await until(collector.isClosed)
})

test('300 connections in five minutes are accepted, the next one is refused', async () => {
  for (let n = 0; n < 300; n++) await mute('/ws/btcusdt@kline_1m')
  const socket = new WebSocket(`${exchange.addresses.stream}/ws/btcusdt@kline_1m`)
  await until(() => socket.readyState === WebSocket.CLOSED)
  exchange.cut()
  clock.advance(5 * minuteMs + 1)
  await listen('/ws/btcusdt@kline_1m')
})

test('klines start at startTime or end with the newest; both bounds are inclusive', async () => {
  expect(await openTimes('limit=3')).toEqual([-2, -1, 0])
  expect(await openTimes(`limit=3&endTime=${current - 1}`)).toEqual([-3, -2, -1])
  expect(await openTimes(`limit=3&startTime=${current - 10 * minuteMs}`)).toEqual([-10, -9, -8])
  expect(await openTimes(`startTime=${current - 3 * minuteMs + 1}&endTime=${current - minuteMs}`)).toEqual([-2, -1])
  expect(await openTimes(`startTime=${current + minuteMs}`)).toEqual([])
  expect(await openTimes('')).toHaveLength(500)
  expect(await openTimes('limit=5000')).toHaveLength(1000)
  exchange.truth.leaveOut('BTCUSDT', current - 2 * minuteMs, current)
  expect(await openTimes('limit=3')).toEqual([-4, -3, 0])
})

test.each([
  ['/api/v3/klines?interval=1m', -1102],
  ['/api/v3/klines?symbol=BTCUSDT', -1102],
  ['/api/v3/klines?symbol=GOLD&interval=1m', -1121],
  ['/api/v3/klines?symbol=BTCUSDT&interval=7m', -1120],
  ['/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=x', -1100],
])('an invalid request is refused with its error code: %s', async (path, code) => {
  expect(await get(path)).toMatchObject({ status: 400, body: { code } })
})

test('weight is counted per minute; excess is refused, insisting causes growing bans', async () => {
  expect((await get('/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1')).used).toBe(2)
  expect((await get('/api/v3/time')).used).toBe(3)
  exchange.rest.weight = 6000
  const refused = await get('/api/v3/time')
  expect([refused.status, refused.retryAfter]).toEqual([429, 30])
  for (let n = 0; n < 4; n++) expect((await get('/api/v3/time')).status).toBe(429)
  expect(await get('/api/v3/time')).toMatchObject({ status: 418, retryAfter: 120 })
  clock.advance(minuteMs)
  expect((await get('/api/v3/time')).status).toBe(418)
  clock.advance(minuteMs)
  expect(await get('/api/v3/time')).toMatchObject({ status: 200, used: 1, body: { serverTime: clock.now() } })
  exchange.rest.weight = 6000
  for (let n = 0; n < 5; n++) await get('/api/v3/time')
  expect(await get('/api/v3/time')).toMatchObject({ status: 418, retryAfter: 480 })
})
