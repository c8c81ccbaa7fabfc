import { minuteMs } from '../../timeframe.ts'
import type { Exchange, Judgment } from '../exchange/exchange.ts'
import { failed, pauseOf } from '../exchange/judge.ts'
import { readCandles, readEnvelope, readListings, readMessage, readServerTime } from './messages.ts'

const pageLength = 1000
/** A ban of an address ends ten minutes after its last request. https://bybit-exchange.github.io/docs/v5/rate-limit */
const banMs = 10 * minuteMs
/** Error codes: https://bybit-exchange.github.io/docs/v5/error */
const [success, wrongParameter, tooManyVisits, addressLimit] = [0, 10001, 10006, 10018]

/** Errors arrive with status 200 and a code in the body. */
function judge({ status, headers, body }: Parameters<Exchange['requests']['judge']>[0]): Judgment {
  const { retCode, retMsg = '' } = readEnvelope(body) ?? {}
  const isBanned = retCode === addressLimit || (status === 403 && /too frequent/i.test(retMsg))
  if (isBanned) return { kind: 'limited', pauseMs: banMs }
  if (retCode === tooManyVisits) return { kind: 'limited', pauseMs: 1000 }
  if (status === 429) return { kind: 'limited', pauseMs: pauseOf(headers.get('retry-after')) }
  if (status !== 200 || retCode === undefined) return failed(status, body)
  if (retCode === success) return { kind: 'answer', body }
  const isUnknown = retCode === wrongParameter && /symbol/i.test(retMsg)
  return isUnknown ? failed(status, body, 'delisted') : failed(status, body)
}

/**
 * Bybit's public spot market, API v5: https://bybit-exchange.github.io/docs/v5/ws/connect and
 * https://bybit-exchange.github.io/docs/v5/market/kline, read on 2026-11-30
 */
export const bybit: Exchange = {
  id: 'bybit',
  addresses: { stream: 'wss://stream.bybit.com', rest: 'https://api.bybit.com' },
  symbolOf: ({ asset }) => asset,
  stream: {
    path: () => '/v5/public/spot',
    // A request may have ten topics; with one each, an unknown symbol refuses only its own.
    greetings: (instruments) =>
      instruments.flatMap(({ asset }) =>
        ['kline.1', 'publicTrade'].map((topic) => JSON.stringify({ op: 'subscribe', args: [`${topic}.${asset}`] })),
      ),
    hasTimes: true,
    keepAlive: { text: '{"op":"ping"}', everyMs: 20_000 },
    read: readMessage,
  },
  // The exchange allows 600 requests in five seconds; other clients may share our IP address.
  requests: { intervalMs: 50, judge },
  time: { path: '/v5/market/time', read: readServerTime },
  candles: {
    pageLength,
    request: (symbol, from, end) => {
      // A response with too many candles would have the newest ones, so a request never asks for more than a page.
      const to = Math.min(end, from + pageLength * minuteMs)
      const query = new URLSearchParams({
        category: 'spot',
        symbol,
        interval: '1',
        start: String(from),
        end: String(to - 1),
        limit: String(pageLength),
      })
      return { path: `/v5/market/kline?${query}`, to }
    },
    read: readCandles,
  },
  // The list of spot instruments has no pages.
  listings: {
    maxAtOnce: Number.POSITIVE_INFINITY,
    path: () => '/v5/market/instruments-info?category=spot',
    read: readListings,
  },
}
