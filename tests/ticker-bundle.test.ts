import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readTick } from '../src/live/wire.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import { candlesCorrected } from '../src/market/topics.ts'
import { tickHead } from '../src/ticker/subscriber.ts'
import { openJoined, type RawSocket } from './raw-socket.ts'
import { tickOf as plausibleTick, serveTicker, type TickerServer, type TickerServerOptions } from './ticker-server.ts'
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

const assets = defaultInstruments.map(({ asset }) => asset)
const minutePairs = assets.map((asset) => ({ asset, tf: 1 }))
const request = (name: string, asked: unknown) => `42${JSON.stringify([name, asked])}`

async function openClient(server: TickerServer): Promise<RawSocket> {
  const socket = await openJoined(server.socketUrl)
  open.push(socket)
  return socket
}

async function openFollower(server: TickerServer): Promise<RawSocket> {
  const before = server.ticker.metrics().subscriptions
  const client = await openClient(server)
  client.send(request('bundle', minutePairs))
  await until(() => server.ticker.metrics().subscriptions === before + assets.length)
  return client
}

/** Reads the next frame, an event. @returns its name and payload */
async function nextEvent(client: RawSocket): Promise<[name: string, payload: unknown]> {
  return JSON.parse(String(await client.next()).slice(2))
}

/** Reads the next frame, which must be the event `ticks`. */
async function nextTicks(client: RawSocket): Promise<unknown[]> {
  const [name, payload] = await nextEvent(client)
  if (name !== 'ticks' || !Array.isArray(payload)) throw new Error(`expected ticks instead of ${name}`)
  return payload.map((fields) => readTick(fields) ?? fields)
}

/** Returns a tick whose volume is whole, because some assets have no decimal places of it. */
function tickOf(...[asset, tf, time, fields]: Parameters<typeof plausibleTick>) {
  return plausibleTick(asset, tf, time, { volume: 12, ...fields })
}

const emitAll = (server: TickerServer, time: number) => {
  for (const asset of assets) server.emitTick(tickOf(asset, 1, time))
}
const allAt = (time: number) => assets.map((asset) => tickOf(asset, 1, time))

test('a page that follows twelve pairs gets all changes of a window in one frame', async () => {
  const server = serveOnce()
  emitAll(server, 1)
  const client = await openFollower(server)
  expect(await nextTicks(client)).toEqual(allAt(1))
  for (const time of [2, 3, 4]) emitAll(server, time)
  expect(await nextTicks(client)).toEqual(allAt(4))
  expect(client.taken()).toEqual([])
  expect(server.ticker.metrics()).toMatchObject({ subscriptions: 12, ticksOut: 24 })
})

test('a bundle loses no close, and its candles and corrections arrive in order', async () => {
  const server = serveOnce()
  emitAll(server, 1)
  const client = await openFollower(server)
  await nextTicks(client)
  const next = { openTime: 1_750_003_260_000 }
  const close = (asset: string) => tickOf(asset, 1, 3, { isClosed: true })
  for (const asset of assets.slice(0, 2)) {
    server.emitTick(tickOf(asset, 1, 2))
    server.emitTick(close(asset))
    server.emitTick(tickOf(asset, 1, 4, next))
  }
  server.emitTick(tickOf('BTCUSDT', 1, 5, { ...next, isClosed: false }))
  server.emitTick(tickOf('SOLUSDT', 1, 6, { isClosed: true, openTime: 1_750_003_140_000 }))
  server.events.emit(candlesCorrected, { asset: 'LINKUSDT', from: 0, to: 60_000 })
  const seen: unknown[] = []
  let correction: unknown
  while (!correction || !seen.some((tick) => (tick as { time: number }).time === 5)) {
    const [name, payload] = await nextEvent(client)
    if (name === 'corrected') correction = payload
    else if (Array.isArray(payload)) seen.push(...payload.map(readTick))
  }
  expect(correction).toEqual({ asset: 'LINKUSDT', from: 0, to: 60_000 })
  const of = (wanted: string) => seen.filter((tick) => (tick as { asset: string }).asset === wanted)
  for (const [asset, last] of [
    ['BTCUSDT', 5],
    ['ETHUSDT', 4],
  ] as const) {
    expect(of(asset)[0]).toEqual(close(asset))
    expect(of(asset).at(-1)).toEqual(tickOf(asset, 1, last, next))
  }
  expect(of('SOLUSDT')).toEqual([tickOf('SOLUSDT', 1, 6, { isClosed: true, openTime: 1_750_003_140_000 })])
})

test('a new bundle replaces the old one and single pairs; an empty one ends everything', async () => {
  const server = serveOnce()
  emitAll(server, 1)
  const client = await openFollower(server)
  await nextTicks(client)
  const pairs = [...minutePairs.slice(0, 2), { asset: 'BTCUSDT', tf: 60 }, { asset: 'NOUSDT', tf: 1 }, { asset: 7 }]
  client.send(request('subscribe', { asset: 'BTCUSDT', tf: 5 }), request('bundle', pairs))
  expect([await nextEvent(client), await nextEvent(client)]).toEqual([
    ['refused', { asset: 'NOUSDT', tf: 1, reason: 'unknown-asset' }],
    ['refused', { asset: null, tf: null, reason: 'malformed' }],
  ])
  expect(server.ticker.metrics().subscriptions).toBe(3)
  emitAll(server, 2)
  expect(await nextTicks(client)).toEqual(allAt(2).slice(0, 2))
  client.send(request('bundle', []))
  await until(() => server.ticker.metrics().subscriptions === 0)
  emitAll(server, 3)
  client.send(request('bundle', 'all'))
  expect(await nextEvent(client)).toEqual(['refused', { asset: null, tf: null, reason: 'malformed' }])
})

test('too many different bundles get single ticks, too many pairs a refusal', async () => {
  const server = serveOnce({ limits: { bundles: 1, subscriptionsPerSocket: 12 } })
  emitAll(server, 1)
  await openFollower(server)
  const other = await openClient(server)
  other.send(request('bundle', [...minutePairs.slice(1), ...minutePairs.map(({ asset }) => ({ asset, tf: 5 }))]))
  await until(() => server.ticker.metrics().subscriptions === 24)
  for (let at = 0; at < 11; at++) expect([await other.next(), await other.next()][0]).toBe(tickHead)
  expect(await nextEvent(other)).toEqual(['refused', { asset: 'ETHUSDT', tf: 5, reason: 'too-many' }])
})

test('a slow client of a bundle gets its newest states in one frame, and then the bundle again', async () => {
  let now = 0
  const limits = { pingIntervalMs: 200, slowAtMs: 1000, pingTimeoutMs: 60_000 }
  const server = serveOnce({ limits, now: () => now })
  emitAll(server, 1)
  const client = await openFollower(server)
  await nextTicks(client)
  client.answersPings = false
  await until(() => {
    now += 200
    return server.ticker.metrics().slow === 1
  })
  for (const time of [2, 3, 4]) emitAll(server, time)
  while ((await client.next()) !== '2') {}
  client.answersPings = true
  client.send('3')
  expect(await nextTicks(client)).toEqual(allAt(4))
  await until(() => server.ticker.metrics().slow === 0)
  emitAll(server, 5)
  let frame = await nextTicks(client)
  while (frame.length < assets.length) frame = await nextTicks(client)
  expect(frame).toEqual(allAt(5))
  client.close()
  await until(() => server.ticker.metrics().subscriptions === 0)
})
