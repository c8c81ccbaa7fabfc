import { z } from 'zod'
import type { Candle } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import type { ListingNews } from '../../listing/listing.ts'
import type { Digits } from '../../units.ts'
import type { StreamMessage } from '../exchange/exchange.ts'
import { decimal, knownRules, readRows, readText, ruleOf, timeText, tradesOf, updateOf } from '../exchange/wire.ts'

export function symbolOf({ base, quote }: Pick<Instrument, 'base' | 'quote'>): string {
  return `${base}-${quote}`
}

/** Time, prices, volume (base currency), two volumes in other units, and whether the candle is complete */
const row = z.tuple([timeText, decimal, decimal, decimal, decimal, decimal, z.string(), z.string(), z.enum(['0', '1'])])

/** https://www.okx.com/docs-v5/en/#order-book-trading-market-data-ws-candlesticks-channel */
const candlePush = z.object({
  arg: z.object({ channel: z.literal('candle1m'), instId: z.string() }),
  data: z.tuple([row]),
})
/** https://www.okx.com/docs-v5/en/#order-book-trading-market-data-ws-all-trades-channel; one trade a message */
const tradePush = z.object({
  arg: z.object({ channel: z.literal('trades-all'), instId: z.string() }),
  data: z.array(
    z.object({
      tradeId: z.string().max(64),
      px: decimal,
      sz: decimal,
      side: z.enum(['buy', 'sell']),
      ts: timeText,
    }),
  ),
})
const notice = z.looseObject({ event: z.string(), code: z.string().optional() })
/** The exchange is about to close the connection for an upgrade. */
const closesSoon = '64008'

export function readMessage(message: unknown, instrumentOf: (symbol: string) => Instrument | undefined): StreamMessage {
  if (message === 'pong') return { kind: 'other' }
  return readText(message, (json) => {
    const event = notice.safeParse(json)
    if (event.success) return { kind: event.data.code === closesSoon ? 'shutdown' : 'other' }
    const push = candlePush.safeParse(json)
    if (!push.success) return readTrades(json, instrumentOf)
    const instrument = instrumentOf(push.data.arg.instId)
    if (!instrument) return { kind: 'other' }
    const [[openTime, open, high, low, close, volume, , , confirm]] = push.data.data
    const more = { asset: instrument.asset, isClosed: confirm === '1' }
    return updateOf([openTime, open, high, low, close, volume], instrument, more)
  })
}

function readTrades(json: unknown, instrumentOf: (symbol: string) => Instrument | undefined) {
  const push = tradePush.safeParse(json)
  if (!push.success) return undefined
  const { arg, data } = push.data
  const instrument = instrumentOf(arg.instId)
  if (!instrument) return { kind: 'other' } as const
  return tradesOf(
    data.map(({ tradeId, ts, side, px, sz }) => ({ id: tradeId, time: ts, side, price: px, quantity: sz })),
    instrument,
  )
}

const codeBody = z.object({ code: z.string() })

export function readCode(body: unknown): string | undefined {
  return codeBody.safeParse(body).data?.code
}

const serverTime = z.object({ data: z.tuple([z.object({ ts: timeText })]) })

export function readServerTime(body: unknown): number | undefined {
  return serverTime.safeParse(body).data?.data[0].ts
}

const rows = z.object({ data: z.array(row) })

/**
 * The newest candle is first. A requested minute is over; if it is not marked complete yet, the response counts as
 * unreadable and is requested again later: an incomplete candle must not be stored.
 */
export function readCandles(body: unknown, digits: Digits, onRounded?: () => void): Candle[] | undefined {
  const list = rows.safeParse(body).data?.data
  if (!list?.every(({ 8: confirm }) => confirm === '1')) return undefined
  const texts = list.map(([ts, open, high, low, close, volume]) => [ts, open, high, low, close, volume] as const)
  return readRows(texts.toReversed(), digits, onRounded)
}

const instrumentList = z.object({
  data: z
    .array(
      z.looseObject({
        instId: z.string().max(40),
        state: z.string().max(40),
      }),
    )
    .min(1),
})

/** https://www.okx.com/docs-v5/en/#public-data-rest-api-get-instruments; the minimum order is a quantity. */
export function readListings(body: unknown, instruments: readonly Instrument[]): ListingNews[] | undefined {
  const list = instrumentList.safeParse(body).data?.data
  if (!list) return undefined
  return instruments.flatMap((instrument) => {
    const found = list.find(({ instId }) => instId === symbolOf(instrument))
    if (!found) return []
    const rules = { priceStep: ruleOf(found.tickSz), quantityStep: ruleOf(found.lotSz) }
    return { asset: instrument.asset, status: found.state === 'live' ? 'trading' : 'halted', ...knownRules(rules) }
  })
}
