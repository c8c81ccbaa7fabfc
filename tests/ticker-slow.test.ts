import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { decode } from '@msgpack/msgpack'
import { encodeTick } from '../src/live/wire.ts'
import { candlesCorrected } from '../src/market/topics.ts'
import { tickHead } from '../src/ticker/subscriber.ts'
import { tickerPath } from '../src/ticker/ticker.ts'
import { openJoined, type RawSocket } from './raw-socket.ts'
import { openTcpSocket, type TcpSocket, type WireFrame } from './tcp-socket.ts'
import { serveTicker, type TickerServer, type TickerServerOptions, tickOf } from './ticker-server.ts'
import { until } from './until.ts'

setDefaultTimeout(60_000)

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close()
})

function serveOnce(options?: TickerServerOptions): TickerServer {
  const server = serveTicker(options)
  open.push(server)
  return server
}

const subscribe = (tf = 1) => `42["subscribe",{"asset":"BTCUSDT","tf":${tf}}]`

async function openSubscribed(server: TickerServer): Promise<RawSocket> {
  const before = server.ticker.metrics().subscriptions
  const socket = await openJoined(server.socketUrl)
  open.push(socket)
  socket.send(subscribe())
  await until(() => server.ticker.metrics().subscriptions === before + 1)
  return socket
}

const pingIntervalMs = 200
const slowAtMs = 1000

/** Starts a server whose pings follow the test's clock, which advances only on `pass`. */
function serveTimed(): { server: TickerServer; pass(ms: number): void } {
  let now = 0
  const server = serveOnce({ limits: { pingIntervalMs, slowAtMs, pingTimeoutMs: 60_000 }, now: () => now })
  return {
    server,
    pass: (ms) => {
      now += ms
    },
  }
}

/** Opens a client that answers no ping. */
async function openSilent(server: TickerServer): Promise<RawSocket> {
  const socket = await openSubscribed(server)
  socket.answersPings = false
  return socket
}

async function openReader(server: TickerServer): Promise<TcpSocket> {
  const before = server.ticker.metrics().subscriptions
  const socket = await openTcpSocket(server.port, tickerPath)
  open.push(socket)
  socket.send('40', subscribe())
  await until(() => server.ticker.metrics().subscriptions === before + 1)
  return socket
}

const burst = 500

/** Publishes closes, which are never conflated, until a condition holds; returns how many. */
async function flood(
  server: TickerServer,
  isEnough: () => boolean,
  isRead?: (time: number) => boolean,
): Promise<number> {
  let time = 0
  while (!isEnough()) {
    for (let told = 0; told < burst; told++) server.emitTick(tickOf('BTCUSDT', 1, ++time, { isClosed: true }))
    await (isRead ? until(() => isRead(time)) : new Promise(setImmediate))
  }
  return time
}

/** Returns the binary frames with ticks that have been read so far. */
function ticksOf({ frames }: TcpSocket): WireFrame[] {
  return frames.filter(({ opcode }) => opcode === 2)
}

function timesOf(ticks: WireFrame[]): number[] {
  return ticks.map(({ payload }) => timeOf(payload))
}

function timeOf(bytes: Uint8Array): number {
  const tick = decode(bytes)
  return Array.isArray(tick) ? Number(tick[9]) : Number.NaN
}

test('a slow client gets the corrections made meanwhile as one span', async () => {
  const { server, pass } = serveTimed()
  const slow = await openSilent(server)
  slow.send(subscribe(60))
  await until(() => server.ticker.metrics().subscriptions === 2)
  pass(pingIntervalMs)
  expect(await slow.next()).toBe('2')
  pass(slowAtMs + 1)
  await until(() => server.ticker.metrics().slow === 1)
  server.emitTick(tickOf('BTCUSDT', 60, 1))
  server.events.emit(candlesCorrected, { asset: 'BTCUSDT', from: 60_000, to: 120_000 })
  server.events.emit(candlesCorrected, { asset: 'BTCUSDT', from: 300_000, to: 360_000 })
  slow.send('3')
  expect(await slow.next()).toBe('42["corrected",{"asset":"BTCUSDT","from":60000,"to":360000}]')
  expect(await slow.next()).toBe(tickHead)
})

test('a slow client rereads candles that closed meanwhile', async () => {
  const { server, pass } = serveTimed()
  server.emitTick(tickOf('BTCUSDT', 1, 1, { openTime: 60_000 }))
  const slow = await openSilent(server)
  for (const expected of [tickHead, encodeTick(tickOf('BTCUSDT', 1, 1, { openTime: 60_000 }))]) {
    expect(await slow.next()).toEqual(expected)
  }
  pass(pingIntervalMs)
  expect(await slow.next()).toBe('2')
  pass(slowAtMs + 1)
  await until(() => server.ticker.metrics().slow === 1)
  server.emitTick(tickOf('BTCUSDT', 1, 2, { openTime: 60_000 }))
  server.emitTick(tickOf('BTCUSDT', 1, 3, { openTime: 180_000 }))
  slow.send('3')
  expect(await slow.next()).toBe('42["corrected",{"asset":"BTCUSDT","from":60000,"to":180000}]')
  expect(await slow.next()).toBe(tickHead)
})

test('a slow client gets only the newest state until it answers in time', async () => {
  const { server, pass } = serveTimed()
  const slow = await openSilent(server)
  pass(pingIntervalMs)
  expect(await slow.next()).toBe('2')
  pass(slowAtMs + 1)
  await until(() => server.ticker.metrics().slow === 1)
  for (let time = 1; time <= 100; time++) server.emitTick(tickOf('BTCUSDT', 1, time, { isClosed: true }))
  slow.send('3')
  expect(await slow.next()).toBe(tickHead)
  const newest = await slow.next()
  expect(newest instanceof Uint8Array && timeOf(newest)).toBe(100)
  expect(await slow.next()).toBe('2')
  expect(server.ticker.metrics().slow).toBe(1)
  pass(slowAtMs)
  slow.send('3')
  await until(() => server.ticker.metrics().slow === 0)
  server.emitTick(tickOf('BTCUSDT', 1, 101, { isClosed: true }))
  expect(await slow.next()).toBe(tickHead)
  const first = await slow.next()
  expect(first instanceof Uint8Array && timeOf(first)).toBe(101)
})

test('a stalled reader costs little, resumes with the newest state, and affects nobody else', async () => {
  // Allows more queued bytes, because the flood is faster than the timer wheel: with a lower limit the connection would
  // end between two rounds.
  const limits = { pingTimeoutMs: 60_000, pingIntervalMs: 60_000, slowAtMs: 60_000, maxQueuedBytes: 1_000_000_000 }
  const server = serveOnce({ limits })
  const steady = await openReader(server)
  const reader = await openReader(server)
  reader.pause()
  let slowAt = 0
  const told = await flood(
    server,
    () => slowAt > 0 && ticksOf(steady).length >= slowAt + 10_000,
    (time) => {
      if (slowAt === 0 && server.ticker.metrics().slow > 0) slowAt = time
      return ticksOf(steady).length === time
    },
  )
  expect(timesOf(ticksOf(steady).slice(-burst))).toEqual(
    Array.from({ length: burst }, (_, at) => told - burst + at + 1),
  )
  reader.resume()
  await until(() => reader.frames.at(-1)?.payload.toString() === '2')
  expect(timesOf(ticksOf(reader)).length).toBeLessThanOrEqual(slowAt)
  reader.send('3')
  await until(() => server.ticker.metrics().slow === 0)
  await until(() => timesOf(ticksOf(reader).slice(-1)).at(-1) === told)
})

test('at the hard limit the connection ends, and everything read is complete events', async () => {
  const limits = { maxQueuedBytes: 128 * 1024, slowAtBytes: Number.POSITIVE_INFINITY, slowAtMs: 60_000 }
  const server = serveOnce({ limits: { ...limits, pingTimeoutMs: 60_000, pingIntervalMs: 60_000 } })
  const reader = await openReader(server)
  reader.pause()
  await flood(server, () => server.ticker.metrics().sockets === 0)
  reader.resume()
  await until(reader.isClosed)
  const told = reader.frames.map(({ opcode, payload }) => (opcode === 2 ? 'bytes' : payload.toString()))
  const [, , ...halves] = told.filter((text) => !text.startsWith('42["feed"'))
  expect(halves).toEqual(halves.map((_, at) => (at % 2 === 0 ? tickHead : 'bytes')))
  const seen = timesOf(ticksOf(reader))
  expect(seen.length).toBeGreaterThan(100)
  // Between the first dropped tick and the end of the connection, the system may accept a few more ticks: some may be
  // missing, but none is repeated or out of order.
  expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other))
  expect(server.ticker.metrics()).toMatchObject({ subscriptions: 0, slow: 0 })
})

test('a client that never answers is disconnected, slow or not', async () => {
  const { server, pass } = serveTimed()
  const slow = await openSilent(server)
  pass(pingIntervalMs)
  expect(await slow.next()).toBe('2')
  pass(60_001)
  await slow.closed
  await until(() => server.ticker.metrics().sockets === 0)
  expect(server.ticker.metrics()).toMatchObject({ subscriptions: 0, slow: 0 })
})

test('subscribing and leaving while slow keeps the counts correct', async () => {
  const { server, pass } = serveTimed()
  server.emitTick(tickOf('BTCUSDT', 5, 7))
  const slow = await openSilent(server)
  pass(pingIntervalMs)
  expect(await slow.next()).toBe('2')
  pass(slowAtMs + 1)
  await until(() => server.ticker.metrics().slow === 1)
  const steady = await openSubscribed(server)
  slow.send(subscribe(5), '42["unsubscribe",{"asset":"BTCUSDT","tf":1}]', subscribe(7))
  await until(() => server.ticker.metrics().refused === 1)
  const before = server.ticker.metrics().ticksOut
  server.emitTick(tickOf('BTCUSDT', 1, 1, { isClosed: true }))
  expect(await steady.next()).toBe(tickHead)
  expect(server.ticker.metrics().ticksOut - before).toBe(1)
  slow.close()
  await until(() => server.ticker.metrics().sockets === 1)
  expect(server.ticker.metrics()).toMatchObject({ subscriptions: 1, slow: 0 })
})
