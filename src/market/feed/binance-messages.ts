import { z } from 'zod'
import type { Candle, MinuteUpdate } from '../candle.ts'
import { minuteMs } from '../timeframe.ts'

export type Malformation = 'not text' | 'not JSON' | 'another shape' | 'impossible candle'

export type StreamMessage =
  | { kind: 'update'; update: MinuteUpdate }
  | { kind: 'shutdown' }
  | { kind: 'other' }
  | { kind: 'malformed'; malformation: Malformation }

const time = z.int().nonnegative()
const price = z.string().transform(Number).pipe(z.number().positive())
const volume = z.string().transform(Number).pipe(z.number().nonnegative())

const klineEvent = z.object({
  e: z.literal('kline'),
  E: time,
  s: z.string(),
  k: z.object({ t: time, i: z.literal('1m'), o: price, h: price, l: price, c: price, v: volume, x: z.boolean() }),
})
const envelope = z.union([
  z.object({ stream: z.string(), data: z.looseObject({}) }).transform(({ data }) => data),
  z.looseObject({}),
])
const klineRows = z.array(z.tuple([time, price, price, price, price, volume]).rest(z.unknown()))
const serverTime = z.object({ serverTime: time })

/** Combined (`{ stream, data }`) or raw. */
export function readMessage(message: unknown): StreamMessage {
  if (typeof message !== 'string') return { kind: 'malformed', malformation: 'not text' }
  const data = envelope.safeParse(parseJson(message))
  if (!data.success) {
    return { kind: 'malformed', malformation: parseJson(message) === undefined ? 'not JSON' : 'another shape' }
  }
  if (data.data.e === 'serverShutdown') return { kind: 'shutdown' }
  if (data.data.e === undefined && 'id' in data.data) return { kind: 'other' }
  const event = klineEvent.safeParse(data.data)
  if (!event.success) return { kind: 'malformed', malformation: 'another shape' }
  const { E, s, k } = event.data
  const candle = { openTime: k.t, open: k.o, high: k.h, low: k.l, close: k.c, volume: k.v }
  if (!isPossible(candle)) return { kind: 'malformed', malformation: 'impossible candle' }
  return { kind: 'update', update: { ...candle, asset: s, isClosed: k.x, time: E } }
}

export function readKlines(body: unknown): Candle[] | undefined {
  const rows = klineRows.safeParse(body)
  if (!rows.success) return undefined
  const candles = rows.data.map(([openTime, open, high, low, close, sum]) => {
    return { openTime, open, high, low, close, volume: sum }
  })
  return candles.every(isPossible) ? candles : undefined
}

export function readServerTime(body: unknown): number | undefined {
  return serverTime.safeParse(body).data?.serverTime
}

function isPossible({ openTime, open, high, low, close }: Candle): boolean {
  return openTime % minuteMs === 0 && high >= Math.max(open, close) && low <= Math.min(open, close)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
