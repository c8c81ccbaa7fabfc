import { createServer, type Socket } from 'node:net'
import { rowOf } from '../../src/market/candle.ts'
import { type Clock, systemClock } from '../../src/market/feed/clock.ts'
import type { ExchangeAddresses } from '../../src/market/feed/exchange/exchange.ts'
import { defaultInstruments, type Instrument } from '../../src/market/instrument.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import { type ExchangeConnection, serveConnection } from './exchange-connection.ts'
import { type ExchangeRest, startExchangeRest } from './exchange-rest.ts'
import { createTruth, type ExchangeTruth } from './exchange-truth.ts'
import { opcodes, serverFrame } from './websocket-frames.ts'

const maxConnects = 300
const connectsWindowMs = 5 * minuteMs
const refusals: Record<number, string> = { 403: '403 Forbidden', 451: '451 Unavailable For Legal Reasons' }

export interface ExchangeOptions {
  clock?: Clock
  instruments?: readonly Instrument[]
  seed?: string
  /** Interval at which an open candle is published, ms */
  everyMs?: number
  /** Offset of the exchange's clock ahead of ours, ms */
  skewMs?: number
  streamPort?: number
  restPort?: number
}

export interface ExchangeFaults {
  /** Closes new connections before the upgrade */
  refuses: boolean
  /** Status of upgrades and requests: 403 by the firewall, 451 in an unsupported country */
  forbids: 403 | 451 | undefined
  /** Number of bytes after which new connections break */
  cutAfterBytes: number | undefined
  /** Symbols whose streams are silent although trading continues */
  silent: Set<string>
  /** Symbols whose trades are not sent, although their candles are */
  silentTrades: Set<string>
  /** Symbols that the exchange no longer lists */
  delisted: Set<string>
  /** Symbols whose candle requests get a 503 */
  failing: Set<string>
  /** Paths whose requests are never answered */
  unanswered: Set<string>
  /** Price and volume steps that differ from the initial ones, by symbol */
  steps: Record<string, Pick<Instrument, 'priceDigits' | 'volumeDigits'>>
  /** Offset of the exchange's clock ahead of ours, ms */
  skewMs: number
}

export interface Exchange {
  addresses: ExchangeAddresses
  truth: ExchangeTruth
  rest: ExchangeRest
  /** Current time by the exchange's clock, ms UTC */
  now(): number
  /** Faults that are active now; tests set them. */
  faults: ExchangeFaults
  /** `sent` counts candles. */
  counts: { connects: number; opened: number; pongs: number; sent: number; trades: number }
  connections(): number
  /** Whether a client has not answered a ping yet */
  awaitsPong(): boolean
  /** Closes all connections. */
  cut(): void
  /** Publishes the close of a minute, however late. @param openTime  ms UTC */
  sendEnd(symbol: string, openTime: number): void
  /** Announces that all connections will be closed soon. */
  announceShutdown(): void
  /** Sends any text message to all clients. */
  say(text: string): void
  /** Sends raw bytes, such as a broken frame, to all clients. */
  sayRaw(bytes: Uint8Array): void
  close(): Promise<void>
}

/** A double of the exchange's spot market: streams and REST with its limits, disconnects and faults. */
export async function startExchange(options: ExchangeOptions = {}): Promise<Exchange> {
  const { clock = systemClock, instruments = defaultInstruments, seed = 'exchange' } = options
  const { everyMs = 2000, skewMs = 0, streamPort = 0, restPort } = options
  const truth = createTruth(instruments, seed)
  const faults: ExchangeFaults = {
    refuses: false,
    forbids: undefined,
    cutAfterBytes: undefined,
    silent: new Set(),
    silentTrades: new Set(),
    delisted: new Set(),
    failing: new Set(),
    unanswered: new Set(),
    steps: {},
    skewMs,
  }
  const now = () => clock.now() + faults.skewMs
  const connections = new Set<ExchangeConnection>()
  let connects: number[] = []

  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    exchange.counts.connects++
    connects = [...connects.filter((time) => time > clock.now() - connectsWindowMs), clock.now()]
    const isTooMuch = faults.refuses || connects.length > maxConnects
    const status = isTooMuch ? '429 Too Many Requests' : refusals[faults.forbids ?? 0]
    if (status) {
      socket.on('error', () => {})
      socket.resume()
      return socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
    }
    const connection = serveConnection({
      socket,
      clock,
      cutAfterBytes: faults.cutAfterBytes,
      onOpen: () => {
        exchange.counts.opened++
        connections.add(connection)
      },
      onPong: () => {
        exchange.counts.pongs++
      },
      onEnd: () => connections.delete(connection),
    })
  })
  await new Promise<void>((resolve) => server.listen(streamPort, '127.0.0.1', resolve))
  const address = server.address()
  const rest = startExchangeRest({ truth, faults, now, ...(restPort === undefined ? {} : { port: restPort }) })

  const sendKline = (symbol: string, openTime: number, isClosed: boolean) => {
    const stream = `${symbol.toLowerCase()}@kline_1m`
    const listeners = [...connections].filter(({ streams }) => streams.has(stream))
    if (faults.silent.has(symbol) || faults.delisted.has(symbol) || listeners.length === 0) return
    const event = klineEvent(truth, symbol, openTime, isClosed, now())
    if (!event) return
    for (const connection of listeners) if (connection.send(stream, event)) exchange.counts.sent++
  }
  const sendTrade = (symbol: string, time: number) => {
    if (faults.silent.has(symbol) || faults.silentTrades.has(symbol) || faults.delisted.has(symbol)) return
    const event = tradeEvent(truth, symbol, time, now())
    if (!event) return
    for (const connection of connections) {
      if (connection.send(`${symbol.toLowerCase()}@aggTrade`, event)) exchange.counts.trades++
    }
  }
  let lastMinute = now() - (now() % minuteMs)
  let cancel = () => {}
  const push = () => {
    const current = now() - (now() % minuteMs)
    for (const { asset } of instruments) {
      if (lastMinute < current) sendKline(asset, lastMinute, true)
      // Publishes the open candle, which exists from the first trade of the minute.
      if (now() <= current) continue
      // A trade at the price of the candle before moves nothing.
      sendTrade(asset, now() - everyMs)
      sendKline(asset, current, false)
    }
    lastMinute = current
    cancel = clock.after(everyMs - (now() % everyMs), push)
  }
  cancel = clock.after(everyMs - (now() % everyMs), push)

  const exchange: Exchange = {
    addresses: { stream: `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, rest: rest.url },
    truth,
    rest,
    now,
    faults,
    counts: { connects: 0, opened: 0, pongs: 0, sent: 0, trades: 0 },
    connections: () => connections.size,
    awaitsPong: () => [...connections].some((connection) => connection.awaitsPong()),
    cut: () => {
      for (const connection of [...connections]) connection.hangUp()
    },
    sendEnd: (symbol, openTime) => sendKline(symbol, openTime, true),
    announceShutdown: () => exchange.say(JSON.stringify({ e: 'serverShutdown', E: now() })),
    say: (text) => exchange.sayRaw(serverFrame(opcodes.text, text)),
    sayRaw: (bytes) => {
      for (const connection of [...connections]) connection.raw(bytes)
    },
    close: async () => {
      cancel()
      for (const socket of sockets) socket.destroy()
      await Promise.all([rest.close(), new Promise((resolve) => server.close(resolve))])
    },
  }
  return exchange
}

/** Builds an `aggTrade` event at the price of a moment; its ID counts the moments of a quarter of a second. */
function tradeEvent(truth: ExchangeTruth, symbol: string, time: number, now: number) {
  const candle = truth.at(symbol, time - (time % minuteMs), time)
  const digits = truth.instrument(symbol)
  if (!candle || !digits) return undefined
  const [a, p] = [Math.floor(time / 250), rowOf(candle, digits)[4].toFixed(8)]
  return {
    e: 'aggTrade',
    E: now,
    s: symbol,
    a,
    p,
    q: '0.50000000',
    f: 2 * a,
    l: 2 * a + 1,
    T: time,
    m: a % 2 === 0,
    M: true,
  }
}

/** Builds a `kline` event of the stream; its numbers are strings with eight decimals. */
function klineEvent(truth: ExchangeTruth, symbol: string, openTime: number, isClosed: boolean, now: number) {
  const candle = isClosed ? truth.minute(symbol, openTime) : truth.at(symbol, openTime, now)
  const digits = truth.instrument(symbol)
  if (!candle || !digits) return undefined
  const [, ...numbers] = rowOf(candle, digits)
  const [o, h, l, c, v] = numbers.map((value) => value.toFixed(8))
  const q = (Number(v) * Number(c)).toFixed(8)
  const span = { t: openTime, T: openTime + minuteMs - 1, s: symbol, i: '1m' }
  return {
    e: 'kline',
    E: now,
    s: symbol,
    k: { ...span, f: 100, L: 142, o, c, h, l, v, n: 42, x: isClosed, q, V: v, Q: q, B: '0' },
  }
}
