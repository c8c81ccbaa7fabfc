import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { tickerPath } from '../src/ticker/ticker.ts'
import { anyCharacter, anyQuery } from './any-text.ts'
import { runsOf } from './property-runs.ts'
import { openJoined, openRawSocket, type RawSocket } from './raw-socket.ts'
import { openTcpSocket } from './tcp-socket.ts'
import { serveTicker, type TickerServer, tickOf } from './ticker-server.ts'
import { until } from './until.ts'

setDefaultTimeout(60_000)

let server: TickerServer
let witness: RawSocket
let faults: unknown[] = []
const note = (error: unknown) => faults.push(error)
beforeAll(async () => {
  server = serveTicker({ limits: { socketsPerAddress: 100_000, ticksPerSecond: 1000 } })
  witness = await openJoined(server.socketUrl)
  witness.send('42["subscribe",{"asset":"BTCUSDT","tf":1}]')
  await until(() => server.ticker.metrics().subscriptions === 1)
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
})
afterAll(async () => {
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
  witness.close()
  await server.close()
})

let time = 0
/**
 * Expects that a well-behaved client still gets ticks, complete and in order, and that the server has thrown no error.
 */
async function expectUnharmed(): Promise<void> {
  server.emitTick(tickOf('BTCUSDT', 1, ++time, { isClosed: true }))
  expect(await witness.next()).toBe('451-["tick",{"_placeholder":true,"num":0}]')
  expect(await witness.next()).toBeInstanceOf(Uint8Array)
  expect(faults).toEqual([])
  faults = []
}

const json = fc.json({ maxDepth: 4 })
const frame = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.uint8Array({ maxLength: 60 }),
  json.map((text) => `42["subscribe",${text}]`),
  json.map((text) => `42["unsubscribe",${text}]`),
  json.map((text) => `42${text}`),
  json.map((text) => `40${text}`),
  fc
    .tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 }), fc.nat({ max: 12 }), json)
    .map(([a, b, n, text]) => `${a}${b}${n}-${text}`),
  fc.constantFrom(
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '40',
    '41',
    '40/x,',
    '42',
    '43',
    '44',
    '45',
    '46',
    '451-["a",{"_placeholder":true,"num":0}]',
  ),
  fc.constantFrom('42["subscribe",{"asset":"BTCUSDT","tf":1}]', '42["unsubscribe",{"asset":"BTCUSDT","tf":1}]'),
  fc.constantFrom(
    '42["subscribe",{"asset":"__proto__","tf":1}]',
    '42["__proto__",{}]',
    '42["subscribe",{"__proto__":{"asset":"BTCUSDT","tf":1}}]',
  ),
)

test('no client message causes an exception or affects another client', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(frame, { maxLength: 12 }), async (isJoined, frames) => {
      const socket = await (isJoined ? openJoined : openRawSocket)(server.socketUrl)
      socket.send(...frames)
      await expectUnharmed()
      socket.close()
      await socket.closed
    }),
    { numRuns: runsOf(1000) },
  )
  await until(() => server.ticker.metrics().sockets === 1)
  expect(server.ticker.metrics()).toMatchObject({ subscriptions: 1, slow: 0 })
})

test('invalid frames end only their own connection', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const socket = await openTcpSocket(server.port, tickerPath)
      socket.send('40', '42["subscribe",{"asset":"BTCUSDT","tf":1}]')
      socket.sendRaw(bytes)
      await expectUnharmed()
      socket.close()
    }),
    { numRuns: runsOf(700) },
  )
  await until(() => server.ticker.metrics().sockets === 1)
  expect(server.ticker.metrics().subscriptions).toBe(1)
})

test('unusual URLs get an error response', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'), async (query, method) => {
      const response = await fetch(`${server.url}${tickerPath}?${query}`, { method })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ code: expect.any(Number), message: expect.any(String) })
    }),
    { numRuns: runsOf(500) },
  )
})

test('an internal error closes one client’s connection and is reported', async () => {
  const errors: string[] = []
  const faulty = serveTicker({ onError: ({ message }) => errors.push(message) })
  faulty.market.current = () => {
    throw new Error('a fault of ours')
  }
  const other = await openJoined(faulty.socketUrl)
  const socket = await openJoined(faulty.socketUrl)
  socket.send('42["subscribe",{"asset":"BTCUSDT","tf":1}]')
  expect(await socket.closed).toBe(1011)
  expect(errors).toEqual(['a fault of ours'])
  other.send('42["subscribe",{"asset":"X","tf":1}]')
  expect(await other.next()).toStartWith('42["refused"')
  expect(faulty.ticker.metrics()).toMatchObject({ sockets: 1, subscriptions: 0 })
  other.close()
  await faulty.close()
})
