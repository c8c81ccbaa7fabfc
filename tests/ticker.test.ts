import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { Timeframe } from '../src/market/timeframe.ts'
import { candlesCorrected } from '../src/market/topics.ts'
import { marketTrades } from '../src/market/trade.ts'
import { wholeUnits } from '../src/market/units.ts'
import { type FollowedMarkets, followMarkets } from './followed-market.ts'
import { openJoined } from './raw-socket.ts'
import { connectClient, type TickerClient } from './ticker-client.ts'
import {
  createTestMarket,
  serveTicker,
  type TestMarket,
  type TickerServer,
  type TickerServerOptions,
  tickOf,
} from './ticker-server.ts'
import { until } from './until.ts'

setDefaultTimeout(60_000)

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close()
})

let newMarket: () => Promise<TestMarket>

async function serveOnce(options: TickerServerOptions = {}): Promise<TickerServer> {
  const server = serveTicker({ ...options, market: options.market ?? (await newMarket()) })
  open.push(server)
  return server
}

const connect = (url: string): Promise<TickerClient> => connectClient(url, open)

const lastTime = ({ ticks }: TickerClient) => Number(ticks.at(-1)?.[9])
const times = ({ ticks }: TickerClient) => ticks.map((tick) => tick[9])
const isSorted = (numbers: unknown[]) =>
  numbers.every((number, at) => at === 0 || Number(number) > Number(numbers[at - 1]))

let followed: FollowedMarkets | undefined
describe.each([
  ['in one process', async () => async () => createTestMarket()],
  [
    'with the feed in another process',
    async () => {
      followed ??= await followMarkets()
      return followed.open
    },
  ],
])('%s', (_, open) => {
  beforeAll(async () => {
    newMarket = await open()
  })
  afterAll(async () => {
    await followed?.close()
    followed = undefined
  })

  test('the current candle is sent at once, then every change with the fields of the specification', async () => {
    const server = await serveOnce()
    server.emitTick(tickOf('BTCUSDT', 60, 1))
    const client = await connect(server.url)
    client.subscribe('BTCUSDT', 60)
    await until(() => client.ticks.length === 1)
    expect(client.ticks).toEqual([['BTCUSDT', 60, 1_750_003_200_000, 100.5, 101.25, 99.75, 100.01, 12.5, 0, 1]])
    for (let time = 2; time < 100; time++) server.emitTick(tickOf('BTCUSDT', 60, time))
    await until(() => lastTime(client) === 99)
    expect(isSorted(times(client))).toBe(true)
  })

  test('clients receive only what they subscribed to', async () => {
    const server = await serveOnce()
    const client = await connect(server.url)
    client.subscribe('BTCUSDT', 60)
    client.subscribe('ETHUSDT', 1)
    await until(() => server.ticker.metrics().subscriptions === 2)
    for (const tf of [1, 5, 60] satisfies Timeframe[]) {
      for (const asset of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']) server.emitTick(tickOf(asset, tf, tf))
    }
    const followed = () => [...new Set(client.ticks.map(([asset, tf]) => `${asset} ${tf}`))].sort()
    await until(() => followed().length === 2)
    expect(followed()).toEqual(['BTCUSDT 60', 'ETHUSDT 1'])
  })

  test('candle updates are rate-limited, but the last state and the close are always sent', async () => {
    const server = await serveOnce({ limits: { ticksPerSecond: 0.25 } })
    const client = await connect(server.url)
    client.subscribe('BTCUSDT', 1)
    await until(() => server.ticker.metrics().subscriptions === 1)
    for (let time = 1; time <= 50; time++) server.emitTick(tickOf('BTCUSDT', 1, time))
    server.emitTick(tickOf('BTCUSDT', 1, 51, { isClosed: true }))
    for (let time = 52; time <= 99; time++) server.emitTick(tickOf('BTCUSDT', 1, time, { openTime: 1_750_003_260_000 }))
    await until(() => lastTime(client) === 99)
    expect(times(client)).toEqual([1, 51, 99])
    expect(client.ticks.map((tick) => tick[8])).toEqual([0, 1, 0])
  })

  test('the last state of an unsettled candle is sent before the next candle', async () => {
    const server = await serveOnce({ limits: { ticksPerSecond: 0.25 } })
    const client = await connect(server.url)
    client.subscribe('BTCUSDT', 1)
    await until(() => server.ticker.metrics().subscriptions === 1)
    for (let time = 1; time <= 5; time++) server.emitTick(tickOf('BTCUSDT', 1, time))
    for (let time = 6; time <= 9; time++) server.emitTick(tickOf('BTCUSDT', 1, time, { openTime: 1_750_003_260_000 }))
    await until(() => lastTime(client) === 9)
    expect(times(client)).toEqual([1, 5, 9])
  })

  test('a correction is sent once to each follower of the asset, not to former followers', async () => {
    const server = await serveOnce()
    const [minutes, hours, other] = [await connect(server.url), await connect(server.url), await connect(server.url)]
    minutes.subscribe('BTCUSDT', 1)
    for (const tf of [5, 60, 1440]) hours.subscribe('BTCUSDT', tf)
    hours.socket.emit('unsubscribe', { asset: 'BTCUSDT', tf: 5 })
    other.subscribe('BTCUSDT', 1)
    other.subscribe('ETHUSDT', 1)
    other.socket.emit('unsubscribe', { asset: 'BTCUSDT', tf: 1 })
    // Messages are answered in order, so this refusal comes after all earlier answers.
    for (const each of [minutes, hours, other]) each.subscribe('nothing', 1)
    await until(() => [minutes, hours, other].every(({ refused }) => refused.length === 1))
    const correction = { asset: 'BTCUSDT', from: 1_750_003_200_000, to: 1_750_000_140_000 }
    server.events.emit(candlesCorrected, correction)
    server.emitTick(tickOf('ETHUSDT', 1, 1))
    await until(() => minutes.corrected.length > 0 && hours.corrected.length > 0 && other.ticks.length === 1)
    for (const each of [minutes, hours, other]) each.subscribe('nothing', 1)
    await until(() => [minutes, hours, other].every(({ refused }) => refused.length === 2))
    expect([minutes.corrected, hours.corrected, other.corrected]).toEqual([[correction], [correction], []])
  })

  test('trades are sent to clients that ask for those of the asset, until they ask for others', async () => {
    const server = await serveOnce()
    const [client, other] = [await connect(server.url), await connect(server.url)]
    client.socket.emit('trades', ['BTCUSDT', 'ETHUSDT', 'nothing'])
    other.subscribe('BTCUSDT', 1)
    for (const asked of ['BTCUSDT', Array(65).fill('BTCUSDT'), [1]]) other.socket.emit('trades', asked)
    await until(() => client.refused.length === 1 && other.refused.length === 3)
    expect(client.refused).toEqual([{ asset: 'nothing', tf: null, reason: 'unknown-asset' }])
    expect(other.refused).toMatchObject([{ reason: 'malformed' }, { reason: 'too-many' }, { reason: 'malformed' }])
    const sendTrades = (id: string) => {
      const trade = { id, time: 5, price: wholeUnits(9_875_520), quantity: wholeUnits(12_500), side: 'buy' as const }
      const trades = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'].map((asset) => ({ asset, ...trade }))
      server.events.emit(marketTrades, { trades })
    }
    sendTrades('1')
    await until(() => client.trades.length === 2)
    expect(client.trades).toEqual([
      ['BTCUSDT', [[5, 98_755.2, 0.125, 1]]],
      ['ETHUSDT', [[5, 98_755.2, 1.25, 1]]],
    ])
    client.socket.emit('trades', ['ETHUSDT'])
    client.subscribe('nothing', 1)
    await until(() => client.refused.length === 2)
    sendTrades('2')
    await until(() => client.trades.length === 3)
    client.socket.emit('trades', [])
    client.subscribe('nothing', 1)
    await until(() => client.refused.length === 3)
    sendTrades('3')
    for (const each of [client, other]) each.subscribe('nothing', 1)
    await until(() => client.refused.length === 4 && other.refused.length === 4)
    expect(client.trades.slice(2).map(([asset]) => asset)).toEqual(['ETHUSDT'])
    expect(other.trades).toEqual([])
  })

  test('a candle that settles late is sent once, after its successor; other states are dropped', async () => {
    const [first, second] = [1_750_003_200_000, 1_750_003_260_000]
    const server = await serveOnce({ limits: { ticksPerSecond: 1000 } })
    const client = await connect(server.url)
    client.subscribe('BTCUSDT', 1)
    await until(() => server.ticker.metrics().subscriptions === 1)
    server.emitTick(tickOf('BTCUSDT', 1, 1, { openTime: first }))
    server.emitTick(tickOf('BTCUSDT', 1, 2, { openTime: second }))
    await until(() => lastTime(client) === 2)
    server.emitTick(tickOf('BTCUSDT', 1, 3, { openTime: first }))
    server.emitTick(tickOf('BTCUSDT', 1, 4, { openTime: first, isClosed: true }))
    server.emitTick(tickOf('BTCUSDT', 1, 5, { openTime: second }))
    await until(() => lastTime(client) === 5)
    const told = client.ticks.map((tick) => [tick[2], tick[8], tick[9]])
    expect(told).toEqual([
      [first, 0, 1],
      [second, 0, 2],
      [first, 1, 4],
      [second, 0, 5],
    ])
  })

  test('a client that joins a running stream gets ticks in order from the newest on', async () => {
    const server = await serveOnce({ limits: { ticksPerSecond: 1000, asking: { burst: 1000, everyMs: 1 } } })
    const steady = await connect(server.url)
    steady.subscribe('BTCUSDT', 1)
    const client = await connect(server.url)
    let time = 0
    const flow = setInterval(() => server.emitTick(tickOf('BTCUSDT', 1, ++time)), 1)
    for (let round = 0; round < 30; round++) {
      const seen = client.ticks.length
      client.socket.emit('subscribe', { asset: 'BTCUSDT', tf: 1 })
      await until(() => client.ticks.length > seen + 2)
      client.socket.emit('unsubscribe', { asset: 'BTCUSDT', tf: 1 })
    }
    clearInterval(flow)
    await until(() => lastTime(steady) === time)
    // A client may get the same state twice: on subscribing and at the end of the rate window.
    expect(isSorted([...new Set(times(client))])).toBe(true)
    expect(isSorted([...new Set(times(steady))])).toBe(true)
  })

  test('unsubscribing stops the ticks; subscribing twice changes nothing', async () => {
    const server = await serveOnce({ limits: { ticksPerSecond: 1000 } })
    const [client, other] = [await connect(server.url), await connect(server.url)]
    for (const each of [client, client, other]) each.subscribe('BTCUSDT', 1)
    await until(() => server.ticker.metrics().subscriptions === 2)
    server.emitTick(tickOf('BTCUSDT', 1, 1))
    await until(() => lastTime(client) === 1 && lastTime(other) === 1)
    expect(times(other)).toEqual([1])
    client.socket.emit('unsubscribe', { asset: 'BTCUSDT', tf: 1 })
    client.socket.emit('unsubscribe', { asset: 'BTCUSDT', tf: 1 })
    client.socket.emit('unsubscribe', { asset: 'never', tf: 7 })
    await until(() => server.ticker.metrics().subscriptions === 1)
    const seen = client.ticks.length
    server.emitTick(tickOf('BTCUSDT', 1, 2))
    await until(() => lastTime(other) === 2)
    // Messages are answered in order, so this refusal comes after all earlier answers.
    client.subscribe('nothing', 1)
    await until(() => client.refused.length === 1)
    expect(client.ticks.length).toBe(seen)
  })

  test('an invalid subscription is refused with the request and the reason', async () => {
    const server = await serveOnce({ limits: { subscriptionsPerSocket: 2 } })
    const client = await connect(server.url)
    client.subscribe('XUSDT', 1)
    client.subscribe('BTCUSDT', 2)
    client.socket.emit('subscribe', 'BTCUSDT')
    client.socket.emit('subscribe')
    client.socket.emit('subscribe', { asset: 'B'.repeat(100), tf: '1' })
    client.socket.emit('dance', { asset: 'BTCUSDT', tf: 1 })
    for (const tf of [1, 5, 15]) client.subscribe('BTCUSDT', tf)
    await until(() => client.refused.length === 6)
    expect(client.refused).toEqual([
      { asset: 'XUSDT', tf: 1, reason: 'unknown-asset' },
      { asset: 'BTCUSDT', tf: 2, reason: 'unknown-timeframe' },
      { asset: null, tf: null, reason: 'malformed' },
      { asset: null, tf: null, reason: 'malformed' },
      { asset: 'B'.repeat(32), tf: null, reason: 'malformed' },
      { asset: 'BTCUSDT', tf: 15, reason: 'too-many' },
    ])
    expect(server.ticker.metrics()).toMatchObject({ subscriptions: 2, refused: 6 })
  })

  test('the feed state is sent on connect and on every change', async () => {
    const server = await serveOnce()
    server.setState({ name: 'waiting', until: 5, reason: 'silent' })
    await until(() => server.market.state().name === 'waiting')
    const client = await connect(server.url)
    await until(() => client.feed.length === 1)
    server.setState({ name: 'live' })
    await until(() => client.feed.length === 2)
    expect(client.feed).toMatchObject([{ name: 'waiting', until: 5, reason: 'silent' }, { name: 'live' }])
    // A page that connects now may have been rendered while the feed was in the other state.
    const later = await connect(server.url)
    await until(() => later.feed.length === 1)
    expect(later.feed).toMatchObject([{ name: 'live' }])
  })

  test('after a server restart the client resumes all subscriptions', async () => {
    const market = await newMarket()
    market.emitTick(tickOf('BTCUSDT', 1, 1))
    market.emitTick(tickOf('ETHUSDT', 5, 1))
    const first = serveTicker({ market })
    const client = await connect(first.url)
    client.subscribe('BTCUSDT', 1)
    client.subscribe('ETHUSDT', 5)
    await until(() => client.ticks.length === 2)
    let reason = ''
    client.socket.on('disconnect', (why) => {
      reason = why
    })
    await first.close()
    const second = await serveOnce({ market, port: first.port })
    await until(() => second.ticker.metrics().subscriptions === 2)
    expect(reason).toBe('transport close')
    market.emitTick(tickOf('BTCUSDT', 1, 2))
    await until(() => client.ticks.some((tick) => tick[0] === 'BTCUSDT' && tick[9] === 2))
  })

  test('subscriptions end with their client', async () => {
    const server = await serveOnce()
    const [client, other] = [await connect(server.url), await connect(server.url)]
    client.subscribe('BTCUSDT', 1)
    other.subscribe('BTCUSDT', 1)
    await until(() => server.ticker.metrics().subscriptions === 2)
    client.socket.disconnect()
    await until(() => server.ticker.metrics().sockets === 1)
    expect(server.ticker.metrics()).toMatchObject({ subscriptions: 1 })
    const raw = await openJoined(server.socketUrl)
    raw.send('42["subscribe",{"asset":"BTCUSDT","tf":1}]')
    await until(() => server.ticker.metrics().subscriptions === 2)
    raw.send('41')
    await until(() => server.ticker.metrics().subscriptions === 1)
    raw.close()
  })

  test('the stock client works under Node too', async () => {
    const server = await serveOnce()
    server.emitTick(tickOf('BTCUSDT', 60, 1))
    const script = `
    import { io } from 'socket.io-client'
    import { decode } from '@msgpack/msgpack'
    const socket = io(process.argv[1], { transports: ['websocket'], autoConnect: false })
    const say = (...words) => console.log(JSON.stringify(words))
    socket.on('connect', () => socket.emit('subscribe', { asset: 'BTCUSDT', tf: 60 }))
    socket.on('tick', (data) => {
      const tick = decode(data)
      say('tick', ...tick)
      if (tick[9] < 3) return
      socket.emit('unsubscribe', { asset: 'BTCUSDT', tf: 60 })
      socket.emit('subscribe', { asset: 'BTCUSDT', tf: 61 })
    })
    socket.on('refused', (refusal) => { say('refused', refusal); socket.disconnect() })
    socket.connect()`
    const node = Bun.spawn(['node', '--input-type=module', '-e', script, server.url], {
      cwd: join(import.meta.dir, '..'),
      stdout: 'pipe',
      stderr: 'inherit',
    })
    await until(() => server.ticker.metrics().subscriptions === 1)
    server.emitTick(tickOf('BTCUSDT', 60, 2))
    server.emitTick(tickOf('BTCUSDT', 60, 3))
    const lines = (await new Response(node.stdout).text()).trim().split('\n')
    const said: unknown[][] = lines.map((line) => JSON.parse(line))
    expect(said.at(0)).toEqual(['tick', 'BTCUSDT', 60, 1_750_003_200_000, 100.5, 101.25, 99.75, 100.01, 12.5, 0, 1])
    expect(said.at(-2)?.at(-1)).toBe(3)
    expect(said.at(-1)).toEqual(['refused', { asset: 'BTCUSDT', tf: 61, reason: 'unknown-timeframe' }])
    expect(await node.exited).toBe(0)
  })
})
