import { z } from 'zod'
import type { Candle, TradeData } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import type { Digits } from '../../units.ts'
import type { StreamMessage } from '../exchange/exchange.ts'
import { decimal, parseJson, time, tradesOf } from '../exchange/wire.ts'
import { readCandle, readTraded } from '../read-candle.ts'

const klineEvent = z.object({
  e: z.literal('kline'),
  E: time,
  s: z.string(),
  k: z.object({
    t: time,
    i: z.literal('1m'),
    o: decimal,
    h: decimal,
    l: decimal,
    c: decimal,
    v: decimal,
    x: z.boolean(),
    n: z.unknown().optional(),
    q: z.unknown().optional(),
    V: z.unknown().optional(),
  }),
})
/** Trades of one order at one price. `m`: the buyer's order was in the book, so a sell order caused the trade. */
const tradeEvent = z.object({
  e: z.literal('aggTrade'),
  s: z.string(),
  a: z.int().nonnegative(),
  p: decimal,
  q: decimal,
  T: time,
  m: z.boolean(),
})
const envelope = z.union([
  z.object({ stream: z.string(), data: z.looseObject({}) }).transform(({ data }) => data),
  z.looseObject({}),
])
const klineRows = z.array(z.tuple([time, decimal, decimal, decimal, decimal, decimal]).rest(z.unknown()))
const serverTime = z.object({ serverTime: time })
const errorBody = z.object({ code: z.number() })

type InstrumentOf = (symbol: string) => (Digits & Pick<Instrument, 'asset'>) | undefined

/** Parses a combined (`{ stream, data }`) or raw message. @param instrumentOf  undefined for assets we do not follow */
export function readMessage(message: unknown, instrumentOf: InstrumentOf): StreamMessage {
  if (typeof message !== 'string') return { kind: 'malformed', malformation: 'not text' }
  const data = envelope.safeParse(parseJson(message))
  if (!data.success) {
    return { kind: 'malformed', malformation: parseJson(message) === undefined ? 'not JSON' : 'another shape' }
  }
  if (data.data.e === 'serverShutdown') return { kind: 'shutdown' }
  if (data.data.e === undefined && 'id' in data.data) return { kind: 'other' }
  if (data.data.e === 'aggTrade') return readTrade(data.data, instrumentOf)
  const event = klineEvent.safeParse(data.data)
  if (!event.success) return { kind: 'malformed', malformation: 'another shape' }
  const { E, s, k } = event.data
  const digits = instrumentOf(s)
  if (!digits) return { kind: 'other' }
  const read = readCandle([k.t, k.o, k.h, k.l, k.c, k.v], digits)
  if (!read) return { kind: 'malformed', malformation: 'impossible candle' }
  const candle = withTraded(read.candle, readTraded(k.n, k.q, k.V, digits))
  return { kind: 'update', update: { ...candle, asset: s, isClosed: k.x, time: E }, isExact: read.isExact }
}

function readTrade(data: unknown, instrumentOf: InstrumentOf): StreamMessage {
  const event = tradeEvent.safeParse(data)
  if (!event.success) return { kind: 'malformed', malformation: 'another shape' }
  const { s, a, p, q, T, m } = event.data
  const instrument = instrumentOf(s)
  if (!instrument) return { kind: 'other' }
  return tradesOf([{ id: String(a), time: T, side: m ? 'sell' : 'buy', price: p, quantity: q }], instrument)
}

/** Parses candle rows; undefined if one is no valid candle. @param onRounded  called for rows with too many decimals */
export function readKlines(body: unknown, digits: Digits, onRounded = () => {}): Candle[] | undefined {
  const rows = klineRows.safeParse(body)
  if (!rows.success) return undefined
  const candles = rows.data.flatMap(
    ([openTime, open, high, low, close, volume, , quoteVolume, trades, takerVolume]) => {
      const read = readCandle([openTime, open, high, low, close, volume], digits)
      if (read?.isExact === false) onRounded()
      return read ? withTraded(read.candle, readTraded(trades, quoteVolume, takerVolume, digits)) : []
    },
  )
  return candles.length === rows.data.length ? candles : undefined
}

export function readServerTime(body: unknown): number | undefined {
  return serverTime.safeParse(body).data?.serverTime
}

export function readErrorCode(body: unknown): number | undefined {
  return errorBody.safeParse(body).data?.code
}

function withTraded(candle: Candle, traded: TradeData | undefined): Candle {
  return traded ? { ...candle, traded } : candle
}
