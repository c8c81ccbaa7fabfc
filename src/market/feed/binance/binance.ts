import { minuteMs } from '../../timeframe.ts'
import type { Exchange, ExchangeAddresses } from '../exchange/exchange.ts'
import { failed, pauseOf } from '../exchange/judge.ts'
import { readListings } from './listings.ts'
import { readErrorCode, readKlines, readMessage, readServerTime } from './messages.ts'

const pageLength = 1000
/** Maximum request weight we use per minute. The exchange allows 6,000, but other clients may share our IP address. */
const maxWeight = 5000
const klinesWeight = 2
/** Error code of an unknown symbol: https://developers.binance.com/docs/binance-spot-api-docs/errors */
const invalidSymbol = -1121

const binanceAddresses: ExchangeAddresses = {
  stream: 'wss://data-stream.binance.vision',
  rest: 'https://data-api.binance.vision',
}

/** Binance's public spot market: https://developers.binance.com/docs/binance-spot-api-docs */
export const binance: Exchange = {
  id: 'binance',
  addresses: binanceAddresses,
  symbolOf: ({ asset }) => asset,
  stream: {
    // A connection may have 1,024 streams.
    path: (assets) => {
      const streams = assets.flatMap((asset) =>
        ['kline_1m', 'aggTrade'].map((name) => `${asset.toLowerCase()}@${name}`),
      )
      return `/stream?streams=${streams.join('/')}`
    },
    greetings: () => [],
    hasTimes: true,
    read: readMessage,
  },
  requests: {
    intervalMs: 0,
    pauseAfter: (headers, now) => {
      const used = Number(headers.get('x-mbx-used-weight-1m') ?? 0)
      return used + klinesWeight > maxWeight ? minuteMs - (now % minuteMs) : 0
    },
    judge: ({ status, headers, body }) => {
      if (status === 429 || status === 418) return { kind: 'limited', pauseMs: pauseOf(headers.get('retry-after')) }
      if (status === 200) return { kind: 'answer', body }
      const isUnknown = status >= 400 && status < 500 && readErrorCode(body) === invalidSymbol
      return isUnknown ? failed(status, body, 'delisted') : failed(status, body)
    },
  },
  time: { path: '/api/v3/time', read: readServerTime },
  candles: {
    pageLength,
    request: (symbol, from, to) => {
      const [startTime, endTime] = [String(from), String(to - 1)]
      const query = new URLSearchParams({ symbol, interval: '1m', startTime, endTime, limit: String(pageLength) })
      return { path: `/api/v3/klines?${query}` }
    },
    read: readKlines,
  },
  listings: {
    // Each symbol adds some kilobytes to the response, and a request has weight 20.
    maxAtOnce: 100,
    path: (instruments) => {
      const symbols = JSON.stringify(instruments.map(({ asset }) => asset))
      return `/api/v3/exchangeInfo?${new URLSearchParams({ symbols })}`
    },
    read: readListings,
  },
}
