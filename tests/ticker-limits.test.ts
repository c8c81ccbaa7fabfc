import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { openSocket } from '../src/live/open-socket.ts'
import { tickerPath } from '../src/ticker/ticker.ts'
import { openJoined, openRawSocket } from './raw-socket.ts'
import { openTcpSocket } from './tcp-socket.ts'
import { serveTicker, type TickerServer, type TickerServerOptions } from './ticker-server.ts'
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

/** Requests a websocket upgrade without completing it; returns the status and the error message. */
async function ask(server: TickerServer, headers: Record<string, string>) {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const response = await fetch(server.socketUrl.replace('ws:', 'http:'), {
    headers: { ...upgrade, 'sec-websocket-key': btoa('0123456789abcdef'), ...headers },
  })
  const answer = response.status === 101 ? undefined : await response.json()
  return { status: response.status, answer }
}

/** Returns whether a page of that origin may connect. */
async function isWelcome(server: TickerServer, origin?: string): Promise<boolean> {
  const socket = await openRawSocket(server.socketUrl, { headers: origin === undefined ? {} : { origin } })
  const first = await socket.next()
  socket.close()
  return typeof first === 'string'
}

/** Opens a connection as the browser code of a page does. */
async function openPage({ url }: TickerServer) {
  const waits: { until: number; reason: 'full' | undefined }[] = []
  let connects = 0
  const ignore = () => undefined
  const others = {
    onTry: ignore,
    onTick: ignore,
    onTicks: ignore,
    onRefused: ignore,
    onFeed: ignore,
    onCorrected: ignore,
    onTrades: ignore,
  }
  const socket = await openSocket(
    { url, path: tickerPath },
    {
      ...others,
      onConnect: () => {
        connects++
      },
      onWait: (next, reason) => waits.push({ until: next, reason }),
    },
  )
  return { socket, waits, connects: () => connects }
}

test('pages of this site and of configured sites, and other programs, may connect', async () => {
  const server = serveOnce({ sites: ['https://kurs.test/', 'wss://ticker.kurs.test'] })
  const welcome = [undefined, 'https://kurs.test', 'https://ticker.kurs.test', `http://127.0.0.1:${server.port}`]
  for (const origin of welcome) expect([origin, await isWelcome(server, origin)]).toEqual([origin, true])
  const foreign = ['https://kurs.test.evil', 'http://kurs.test', 'https://evil.test', 'null', 'kurs.test', '']
  for (const origin of foreign) expect([origin, await isWelcome(server, origin)]).toEqual([origin, false])
  expect(await ask(server, { origin: 'https://evil.test' })).toEqual({
    status: 403,
    answer: { code: 4, message: 'Forbidden: pages of other sites may not connect' },
  })
  expect(server.ticker.metrics().rejected).toBe(foreign.length + 1)
})

test('polling is refused with the error of the protocol', async () => {
  const server = serveOnce()
  const response = await fetch(`${server.url}${tickerPath}?EIO=4&transport=polling`)
  expect([response.status, await response.json()]).toEqual([400, { code: 0, message: 'Transport unknown' }])
})

test('sockets per address are limited, and a closed socket frees its place', async () => {
  const server = serveOnce({
    limits: { socketsPerAddress: 2 },
    addressOf: (request) => request.headers.get('x-test-address') ?? '',
  })
  const from = (address: string) => openRawSocket(server.socketUrl, { headers: { 'x-test-address': address } })
  const first = await from('198.51.100.7')
  const second = await from('::ffff:198.51.100.7')
  await until(() => server.ticker.metrics().sockets === 2)
  expect(await ask(server, { 'x-test-address': '198.51.100.7' })).toEqual({
    status: 429,
    answer: { code: 4, message: 'Too many connections from one address' },
  })
  const other = await from('198.51.100.8')
  expect(await other.next()).toStartWith('0{')
  first.close()
  await until(() => server.ticker.metrics().sockets === 2)
  const third = await from('198.51.100.7')
  expect(await third.next()).toStartWith('0{')
  // A /64 network of IPv6 counts as one address, because all of its addresses have one owner.
  const network = [await from('2001:db8:1:2::1'), await from('2001:db8:1:2:ffff::1')]
  for (const socket of network) expect(await socket.next()).toStartWith('0{')
  expect(await (await from('2001:db8:1:2::3')).next()).toEqual({ code: expect.any(Number) })
  for (const socket of [second, third, other, ...network]) socket.close()
})

test('sockets are limited in total; a refused page shows it and waits for Retry-After', async () => {
  let refusals = 0
  const server = serveOnce({
    limits: { sockets: 2 },
    addressOf: (request) => request.headers.get('x-test-address') ?? '198.51.100.9',
    onFull: () => refusals++,
  })
  const taken = await Promise.all(
    ['198.51.100.7', '198.51.100.8'].map((address) =>
      openRawSocket(server.socketUrl, { headers: { 'x-test-address': address } }),
    ),
  )
  await until(() => server.ticker.metrics().sockets === 2)
  const response = await fetch(server.socketUrl.replace('ws:', 'http:'))
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
  expect(response.headers.get('access-control-expose-headers')).toBe('retry-after')
  const page = await openPage(server)
  page.socket.connect()
  const startedAt = Date.now()
  const { until: nextAt = 0 } = await until(() => page.waits.find(({ reason }) => reason === 'full'))
  // Random jitter of the retry keeps clients from reconnecting all at once after thirty seconds.
  expect(nextAt - startedAt).toBeWithin(30_000, 60_000 + Date.now() - startedAt)
  expect(refusals).toBe(server.ticker.metrics().rejected)
  taken[0]?.close()
  await until(() => server.ticker.metrics().sockets === 1)
  page.socket.connect()
  await until(() => page.connects() === 1)
  page.socket.disconnect()
  taken[1]?.close()
})

test('requests sent too fast are refused, and accepted again when slower', async () => {
  let now = 0
  const server = serveOnce({ limits: { asking: { burst: 3, everyMs: 30 } }, now: () => now })
  const socket = await openJoined(server.socketUrl)
  const ask = '42["subscribe",{"asset":"X","tf":1}]'
  const refused = (reason: string) => `42["refused",{"asset":"X","tf":1,"reason":"${reason}"}]`
  socket.send(...Array.from({ length: 20 }, () => ask))
  for (let count = 0; count < 3; count++) expect(await socket.next()).toBe(refused('unknown-asset'))
  for (let count = 3; count < 20; count++) expect(await socket.next()).toBe(refused('too-fast'))
  now += 30
  socket.send(ask, ask)
  expect(await socket.next()).toBe(refused('unknown-asset'))
  expect(await socket.next()).toBe(refused('too-fast'))
  socket.close()
})

test('sixty-four subscriptions may be opened at once and replaced by as many', async () => {
  const assets = Array.from({ length: 128 }, (_, at) => `A${at}USDT`)
  const known = new Set(assets)
  const server = serveOnce()
  const market = server.market.instrument
  server.market.instrument = (asset) =>
    known.has(asset)
      ? { ...market('BTCUSDT'), asset, base: '', quote: '', name: '', priceDigits: 2, volumeDigits: 2 }
      : undefined
  const socket = await openJoined(server.socketUrl)
  const say = (event: string, asset: string) => socket.send(`42["${event}",{"asset":"${asset}","tf":1}]`)
  const refused = (asset: string, reason: string) => `42["refused",{"asset":"${asset}","tf":1,"reason":"${reason}"}]`
  for (const asset of assets.slice(0, 64)) say('subscribe', asset)
  // Messages are answered in order, so this refusal comes after all earlier answers.
  say('subscribe', 'X')
  expect(await socket.next()).toBe(refused('X', 'unknown-asset'))
  expect(server.ticker.metrics().subscriptions).toBe(64)
  for (const asset of assets.slice(0, 30)) say('unsubscribe', asset)
  for (const asset of assets.slice(64, 94)) say('subscribe', asset)
  say('subscribe', 'A100USDT')
  say('subscribe', 'X')
  expect(await socket.next()).toBe(refused('A100USDT', 'too-many'))
  expect(server.ticker.metrics().subscriptions).toBe(64)
  socket.close()
})

test('a flood of messages ends the connection', async () => {
  const server = serveOnce()
  const socket = await openJoined(server.socketUrl)
  for (let count = 0; count < 2000; count++) socket.send('42["dance"]')
  expect(await socket.closed).toBe(1008)
})

test('a message of more than four kilobytes ends the connection', async () => {
  const server = serveOnce()
  const socket = await openJoined(server.socketUrl)
  socket.send(`42["dance","${'x'.repeat(4096 - 14)}"]`, '42["subscribe",{"asset":"X","tf":1}]')
  expect(await socket.next()).toStartWith('42["refused"')
  socket.send(`42["dance","${'x'.repeat(4096)}"]`)
  // Bun closes with 1009 or drops the connection: the client may see either.
  expect([1006, 1009]).toContain(await socket.closed)
})

test('a client that does not join in time is disconnected', async () => {
  const server = serveOnce({ limits: { connectTimeoutMs: 300, pingIntervalMs: 1000 } })
  const socket = await openRawSocket(server.socketUrl)
  expect(await socket.closed).toBe(1000)
})

test('closing disconnects everybody at once, stalled readers too, and accepts no one new', async () => {
  const server = serveTicker()
  const socket = await openJoined(server.socketUrl)
  const reader = await openTcpSocket(server.port, tickerPath)
  await until(() => server.ticker.metrics().sockets === 2)
  reader.pause()
  const ended = server.ticker.close()
  expect(await ask(server, {})).toEqual({ status: 503, answer: expect.objectContaining({ code: 3 }) })
  expect(await socket.closed).toBe(1012)
  await ended
  expect(server.ticker.metrics()).toMatchObject({ sockets: 0, subscriptions: 0 })
  reader.close()
  await server.close()
})
