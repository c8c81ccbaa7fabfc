import { z } from 'zod'
import type { Candle } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import type { ListingNews } from '../../listing/listing.ts'
import type { Digits } from '../../units.ts'
import type { StreamMessage } from '../exchange/exchange.ts'
import {
  decimal,
  knownRules,
  readRows,
  readText,
  ruleOf,
  time,
  timeText,
  tradesOf,
  updateOf,
} from '../exchange/wire.ts'

/** https://bybit-exchange.github.io/docs/v5/websocket/public/kline; a push has one candle. */
const klinePush = z.object({
  topic: z.string().regex(/^kline\.1\.[^.]+$/),
  ts: time,
  data: z.tuple([
    z.object({
      start: time,
      interval: z.literal('1'),
      open: decimal,
      high: decimal,
      low: decimal,
      close: decimal,
      volume: decimal,
      confirm: z.boolean(),
    }),
  ]),
})
/** https://bybit-exchange.github.io/docs/v5/websocket/public/trade; ascending, at most 1,024 trades of one symbol */
const tradePush = z.object({
  topic: z.string().startsWith('publicTrade.'),
  data: z
    .array(
      z.object({
        T: time,
        s: z.string(),
        S: z.enum(['Buy', 'Sell']),
        v: decimal,
        p: decimal,
        i: z.string().max(64),
        /** Whether the trade was agreed on outside the order book */
        BT: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(1024),
})
const answer = z.looseObject({ op: z.string() })

function readTrades(json: unknown, instrumentOf: (symbol: string) => Instrument | undefined) {
  const push = tradePush.safeParse(json)
  if (!push.success) return undefined
  const { topic, data } = push.data
  const instrument = instrumentOf(topic.slice('publicTrade.'.length))
  if (!instrument) return { kind: 'other' } as const
  const inBook = data.filter(({ BT, s }) => !BT && topic.endsWith(`.${s}`))
  return tradesOf(
    inBook.map(({ i, T, S, p, v }) => ({ id: i, time: T, side: S === 'Buy' ? 'buy' : 'sell', price: p, quantity: v })),
    instrument,
  )
}

export function readMessage(message: unknown, instrumentOf: (symbol: string) => Instrument | undefined): StreamMessage {
  return readText(message, (json) => {
    if (answer.safeParse(json).success) return { kind: 'other' }
    const push = klinePush.safeParse(json)
    if (!push.success) return readTrades(json, instrumentOf)
    const { topic, ts, data } = push.data
    const instrument = instrumentOf(topic.slice('kline.1.'.length))
    if (!instrument) return { kind: 'other' }
    const [{ start, open, high, low, close, volume, confirm }] = data
    const more = { asset: instrument.asset, isClosed: confirm, time: ts }
    return updateOf([start, open, high, low, close, volume], instrument, more)
  })
}

const envelope = z.object({ retCode: z.int(), retMsg: z.string().optional() })

export function readEnvelope(body: unknown): z.infer<typeof envelope> | undefined {
  return envelope.safeParse(body).data
}

const serverTime = z.object({ time })

/** https://bybit-exchange.github.io/docs/v5/market/time */
export function readServerTime(body: unknown): number | undefined {
  return serverTime.safeParse(body).data?.time
}

const rows = z.object({
  result: z.object({
    list: z.array(z.tuple([timeText, decimal, decimal, decimal, decimal, decimal]).rest(z.unknown())),
  }),
})

/** https://bybit-exchange.github.io/docs/v5/market/kline; the newest candle is first. */
export function readCandles(body: unknown, digits: Digits, onRounded?: () => void): Candle[] | undefined {
  const list = rows.safeParse(body).data?.result.list
  const texts = list?.map(([start, open, high, low, close, volume]) => [start, open, high, low, close, volume] as const)
  return texts && readRows(texts.toReversed(), digits, onRounded)
}

const instrumentList = z.object({
  result: z.object({
    list: z
      .array(
        z.object({
          symbol: z.string().max(40),
          status: z.string().max(40),
          lotSizeFilter: z.looseObject({}).optional(),
          priceFilter: z.looseObject({}).optional(),
        }),
      )
      .min(1),
  }),
})

/** https://bybit-exchange.github.io/docs/v5/market/instrument */
export function readListings(body: unknown, instruments: readonly Instrument[]): ListingNews[] | undefined {
  const list = instrumentList.safeParse(body).data?.result.list
  return list
    ?.filter(({ symbol }) => instruments.some(({ asset }) => asset === symbol))
    .map(({ symbol, status, lotSizeFilter, priceFilter }) => {
      const rules = {
        priceStep: ruleOf(priceFilter?.tickSize),
        quantityStep: ruleOf(lotSizeFilter?.basePrecision),
        minNotional: ruleOf(lotSizeFilter?.minOrderAmt),
      }
      return { asset: symbol, status: status === 'Trading' ? 'trading' : 'halted', ...knownRules(rules) }
    })
}
