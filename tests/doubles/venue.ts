import type { ServerWebSocket } from 'bun'
import { type Candle, rowOf } from '../../src/market/candle.ts'
import type { Instrument } from '../../src/market/instrument.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import type { fakeClock } from '../fake-clock.ts'
import { createTruth } from './exchange-truth.ts'

/** Doubles of Bybit's and OKX's public spot markets: streams and REST with their limits, on a fake clock */
export const venueNames = ['bybit', 'okx'] as const
export type VenueName = (typeof venueNames)[number]

type Client = ServerWebSocket<undefined>
type Texts = readonly [time: string, ...numbers: string[]]

interface Dialect {
  path: string
  /** Silence of a client after which its connection is closed, ms */
  silenceMs: number
  pong(text: string): string | undefined
  /** Topics of a subscription, such as `candle BTCUSDT` and `trades BTCUSDT`; undefined if it breaks a limit */
  subscribed(text: string): string[] | undefined
  push(symbol: string, texts: Texts, isClosed: boolean, now: number): object
  /** Trades of one moment: a buy and a sell at the same price */
  trades(symbol: string, id: number, price: string, time: number): object[]
  time(now: number): object
  /** Span of a candle request, both ends inclusive, and its page length; undefined for another path */
  span(url: URL): { symbol: string; from: number; to: number; limit: number } | undefined
  page(newestFirst: Texts[]): object
  /** Answers to too many requests, and the time in which none may follow, ms */
  limited: { answer: () => Response; pauseMs: number }
  banned: { answer: () => Response; pauseMs: number }
  /** Pages of candles that cannot be read or must not be used */
  garbled(list: Texts[]): unknown[]
  unknown: () => Response
}

const bybit: Dialect = {
  path: '/v5/public/spot',
  silenceMs: 10 * minuteMs,
  pong: (text) =>
    text.includes('"ping"') ? JSON.stringify({ success: true, ret_msg: 'pong', op: 'ping' }) : undefined,
  subscribed: (text) => {
    const { args } = JSON.parse(text)
    if (args.length > 10) return undefined
    return args.map((arg: string) => `${arg.startsWith('kline.1.') ? 'candle' : 'trades'} ${arg.split('.').at(-1)}`)
  },
  push: (symbol, [start, open, high, low, close, volume], confirm, ts) => ({
    topic: `kline.1.${symbol}`,
    ts,
    type: 'snapshot',
    data: [{ start: Number(start), interval: '1', open, high, low, close, volume, confirm, timestamp: ts }],
  }),
  trades: (symbol, id, p, T) => {
    const of = (S: string, i: number) => {
      return { i: String(i), T, p, v: '0.5', S, s: symbol, seq: id, L: 'PlusTick', BT: false, RPI: false }
    }
    const data = [of('Buy', 2 * id), of('Sell', 2 * id + 1), { ...of('Buy', -id), p: '1', BT: true }]
    return [{ topic: `publicTrade.${symbol}`, ts: T + 2, type: 'snapshot', data }]
  },
  time: (time) => ({ retCode: 0, retMsg: 'OK', result: {}, time }),
  span: ({ pathname, searchParams: query }) => {
    if (pathname !== '/v5/market/kline') return undefined
    const [from, to] = [Number(query.get('start')), Number(query.get('end'))]
    return { symbol: query.get('symbol') ?? '', from, to, limit: Math.min(1000, Number(query.get('limit') ?? 200)) }
  },
  page: (list) => ({ retCode: 0, retMsg: 'OK', result: { category: 'spot', list: list.map((row) => [...row, '1']) } }),
  limited: { answer: () => Response.json({ retCode: 10006, retMsg: 'Too many visits!' }), pauseMs: 1000 },
  banned: {
    answer: () => Response.json({ retCode: 403, retMsg: 'access too frequent' }, { status: 403 }),
    pauseMs: 10 * minuteMs,
  },
  garbled: (list) => [
    { retCode: 0, retMsg: 'OK', result: {} },
    { retCode: 0, retMsg: 'OK', result: { list: list.map(([time, , ...row]) => [time, 'NaN', ...row]) } },
    { retCode: 10016, retMsg: 'Server error' },
  ],
  unknown: () => Response.json({ retCode: 10001, retMsg: 'Not supported symbols' }),
}

const okx: Dialect = {
  path: '/ws/v5/business',
  silenceMs: 30_000,
  pong: (text) => (text === 'ping' ? 'pong' : undefined),
  subscribed: (text) => {
    if (text.length > 65_536) return undefined
    return JSON.parse(text).args.map(
      ({ channel, instId }: { channel: string; instId: string }) =>
        `${channel === 'candle1m' ? 'candle' : 'trades'} ${instId.replace('-', '')}`,
    )
  },
  push: (symbol, texts, isClosed) => ({
    arg: { channel: 'candle1m', instId: symbol.replace('USDT', '-USDT') },
    data: [[...texts, '0', '0', isClosed ? '1' : '0']],
  }),
  // Each message has one trade.
  trades: (symbol, id, px, ts) =>
    ['buy', 'sell'].map((side, at) => {
      const instId = symbol.replace('USDT', '-USDT')
      const trade = { instId, tradeId: String(2 * id + at), px, sz: '0.5', side, ts: String(ts), source: '0' }
      return { arg: { channel: 'trades-all', instId }, data: [trade] }
    }),
  time: (now) => ({ code: '0', data: [{ ts: String(now) }] }),
  span: ({ pathname, searchParams: query }) => {
    const most = { '/api/v5/market/candles': 300, '/api/v5/market/history-candles': 100 }[pathname]
    if (most === undefined) return undefined
    const [from, to] = [Number(query.get('before')) + 1, Number(query.get('after')) - 1]
    const symbol = query.get('instId')?.replace('-', '') ?? ''
    return { symbol, from, to, limit: Math.min(most, Number(query.get('limit') ?? 100)) }
  },
  page: (list) => ({ code: '0', msg: '', data: list.map((row) => [...row, '0', '0', '1']) }),
  limited: {
    answer: () => Response.json({ code: '50011', msg: 'Too Many Requests' }, { status: 429 }),
    pauseMs: 2000,
  },
  banned: {
    answer: () => new Response('<html></html>', { status: 429, headers: { 'retry-after': '300' } }),
    pauseMs: 300_000,
  },
  garbled: (list) => [
    { code: '0', msg: '' },
    // The exchange has not completed the candles.
    { code: '0', msg: '', data: list.map((row) => [...row, '0', '0', '0']) },
    { code: '50001', msg: 'Service temporarily unavailable' },
  ],
  unknown: () => Response.json({ code: '51001', msg: "Instrument ID doesn't exist" }),
}

/** Lead of what is sent as of the future over the exchange's own clock, ms */
const aheadMs = 60 * minuteMs

const dialects: Record<VenueName, Dialect> = { bybit, okx }

export interface VenueOptions {
  clock: ReturnType<typeof fakeClock>
  instruments: readonly Instrument[]
  /** Interval of trades, ms; without it, trades precede each open candle at the price of the candle before */
  tradesEveryMs?: number | undefined
}

export function startVenue(name: VenueName, { clock, instruments, tradesEveryMs }: VenueOptions) {
  const dialect = dialects[name]
  const truth = createTruth(instruments, name)
  const clients = new Map<Client, { topics: Set<string>; heardAt: number }>()
  /**
   * `sent` counts candles; `ahead`: candles and trades of the future; `early`: requests during a ban that the feed has
   * heard of, see `heard`.
   */
  const counts = { opened: 0, sent: 0, trades: 0, ahead: 0, pings: 0, requests: 0, limited: 0, banned: 0, early: 0 }
  const faults = {
    refuses: false,
    limits: 0,
    bans: 0,
    /** Number of requests for candles whose answers cannot be used */
    garbled: 0,
    delisted: new Set<string>(),
    silentTrades: new Set<string>(),
  }
  let [bannedUntil, lastPauseMs] = [0, 0]
  const refuse = ({ answer, pauseMs }: Dialect['banned']) => {
    lastPauseMs = pauseMs
    return answer()
  }
  const textsOf = (instrument: Instrument, candle: Candle): Texts => {
    const [time, ...numbers] = rowOf(candle, instrument)
    return [String(time), ...numbers.map((value) => value.toFixed(8))]
  }
  const server = Bun.serve<undefined, never>({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, self) => {
      const url = new URL(request.url)
      if (faults.refuses) return new Response('', { status: 503 })
      if (url.pathname === dialect.path && self.upgrade(request)) return undefined
      counts.requests++
      if (clock.now() < bannedUntil) counts.early++
      if (faults.limits > 0) {
        faults.limits--
        counts.limited++
        return refuse(dialect.limited)
      }
      if (faults.bans > 0) {
        faults.bans--
        counts.banned++
        return refuse(dialect.banned)
      }
      if (url.pathname.endsWith('/time')) return Response.json(dialect.time(clock.now()))
      const span = dialect.span(url)
      if (!span) return new Response('', { status: 404 })
      const instrument = truth.instrument(span.symbol)
      if (!instrument || faults.delisted.has(span.symbol)) return dialect.unknown()
      const candles = truth.closed(span.symbol, span.from, Math.min(span.to + 1, clock.now() - minuteMs + 1))
      const list = candles
        .slice(-span.limit)
        .reverse()
        .map((one) => textsOf(instrument, one))
      if (faults.garbled > 0 && list.length > 0) {
        const garbled = dialect.garbled(list)
        return Response.json(garbled[faults.garbled-- % garbled.length])
      }
      return Response.json(dialect.page(list))
    },
    websocket: {
      open: (client) => {
        counts.opened++
        clients.set(client, { topics: new Set(), heardAt: clock.now() })
      },
      message: (client, data) => {
        const [state, text] = [clients.get(client), String(data)]
        if (!state) return
        state.heardAt = clock.now()
        const pong = dialect.pong(text)
        if (pong !== undefined) {
          counts.pings++
          return void client.send(pong)
        }
        const topics = dialect.subscribed(text)
        if (!topics) return client.close()
        for (const topic of topics) state.topics.add(topic)
      },
      close: (client) => void clients.delete(client),
    },
  })
  const send = (instrument: Instrument, openTime: number, isClosed: boolean) => {
    const { asset } = instrument
    const candle = isClosed ? truth.minute(asset, openTime) : truth.at(asset, openTime, clock.now())
    if (!candle) return
    const text = JSON.stringify(dialect.push(asset, textsOf(instrument, candle), isClosed, clock.now()))
    for (const [client, { topics }] of clients) {
      if (topics.has(`candle ${asset}`) && client.send(text) > 0) counts.sent++
    }
  }
  const sendTrades = (instrument: Instrument, time: number) => {
    const { asset } = instrument
    const candle = truth.at(asset, time - (time % minuteMs), time)
    if (!candle || faults.silentTrades.has(asset)) return
    const [, , , , price = ''] = textsOf(instrument, candle)
    for (const message of dialect.trades(asset, Math.floor(time / 250), price, time)) {
      for (const [client, { topics }] of clients) {
        if (topics.has(`trades ${asset}`) && client.send(JSON.stringify(message)) > 0) counts.trades++
      }
    }
  }
  const sendAhead = ({ asset, ...instrument }: Instrument) => {
    const [time, now] = [clock.now() + aheadMs, clock.now()]
    const candle = truth.minute(asset, time - (time % minuteMs))
    if (!candle) return
    const texts = textsOf({ asset, ...instrument }, candle)
    const candles = [now, time].map((sentAt) => dialect.push(asset, texts, true, sentAt))
    for (const message of [...candles, ...dialect.trades(asset, time, texts[4] ?? '', time)]) {
      for (const client of clients.keys()) if (client.send(JSON.stringify(message)) > 0) counts.ahead++
    }
  }
  let lastMinute = clock.now() - (clock.now() % minuteMs)
  const push = () => {
    const current = clock.now() - (clock.now() % minuteMs)
    for (const [client, { heardAt }] of clients) if (clock.now() - heardAt >= dialect.silenceMs) client.terminate()
    for (const instrument of instruments) {
      if (lastMinute < current) send(instrument, lastMinute, true)
      if (clock.now() <= current) continue
      if (tradesEveryMs === undefined) sendTrades(instrument, clock.now() - 2000)
      send(instrument, current, false)
    }
    lastMinute = current
    cancel = clock.after(2000, push)
  }
  let cancel = clock.after(2000, push)
  const trade = () => {
    for (const instrument of instruments) sendTrades(instrument, clock.now())
    cancelTrade = clock.after(tradesEveryMs ?? 0, trade)
  }
  let cancelTrade = tradesEveryMs === undefined ? () => {} : clock.after(tradesEveryMs, trade)
  return {
    addresses: { stream: `ws://127.0.0.1:${server.port}`, rest: `http://127.0.0.1:${server.port}` },
    truth,
    counts,
    faults,
    send,
    /** Sends a candle and trades whose times lie in the future. */
    sayAhead: () => {
      for (const instrument of instruments) sendAhead(instrument)
    },
    /** Notes that the last limit or ban has reached the feed, whose requests may end on the fake clock before. */
    heard: () => {
      bannedUntil = clock.now() + lastPauseMs
    },
    subscriptions: () => [...clients.values()].reduce((sum, { topics }) => sum + topics.size, 0),
    say: (text: string) => {
      for (const client of clients.keys()) client.send(text)
    },
    cut: () => {
      for (const client of clients.keys()) client.terminate()
    },
    close: async () => {
      cancel()
      cancelTrade()
      await server.stop(true)
    },
  }
}
