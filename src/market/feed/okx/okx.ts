import { minuteMs } from '../../timeframe.ts'
import type { Exchange, Judgment } from '../exchange/exchange.ts'
import { failed, pauseOf } from '../exchange/judge.ts'
import { readCandles, readCode, readListings, readMessage, readServerTime, symbolOf } from './messages.ts'

/** Candles that `candles` keeps; older ones are only in `history-candles`. */
const recentMinutes = 1440
const [recentPage, pageLength] = [300, 100]
/** Error codes: https://www.okx.com/docs-v5/en/#error-code */
const [success, tooManyRequests, unknownInstrument] = ['0', '50011', '51001']

function judge({ status, headers, body }: Parameters<Exchange['requests']['judge']>[0]): Judgment {
  const code = readCode(body)
  if (code === tooManyRequests) return { kind: 'limited', pauseMs: 2000 }
  if (status === 429) return { kind: 'limited', pauseMs: pauseOf(headers.get('retry-after')) }
  if (code === unknownInstrument) return failed(status, body, 'delisted')
  return status === 200 && code === success ? { kind: 'answer', body } : failed(status, body)
}

/** OKX's public spot market, API v5: https://www.okx.com/docs-v5/en/#order-book-trading-market-data, 2026-11-30 */
export const okx: Exchange = {
  id: 'okx',
  addresses: { stream: 'wss://ws.okx.com:8443', rest: 'https://www.okx.com' },
  symbolOf,
  stream: {
    path: () => '/ws/v5/business',
    greetings: (instruments) => {
      const args = instruments.flatMap((instrument) =>
        ['candle1m', 'trades-all'].map((channel) => ({ channel, instId: symbolOf(instrument) })),
      )
      return [JSON.stringify({ op: 'subscribe', args })]
    },
    hasTimes: false,
    // The exchange closes a connection after 30 seconds without a message.
    keepAlive: { text: 'ping', everyMs: 20_000 },
    read: readMessage,
  },
  // The strictest path allows 20 requests in two seconds.
  requests: { intervalMs: 110, judge },
  time: { path: '/api/v5/public/time', read: readServerTime },
  candles: {
    pageLength,
    request: (instId, from, end, now) => {
      const isRecent = from > now - (recentMinutes - 10) * minuteMs
      const length = isRecent ? recentPage : pageLength
      const to = Math.min(end, from + length * minuteMs)
      // Both bounds are exclusive: candles older than `after` and newer than `before`.
      const [after, before] = [String(to), String(from - 1)]
      const query = new URLSearchParams({ instId, bar: '1m', after, before, limit: String(length) })
      return { path: `/api/v5/market/${isRecent ? 'candles' : 'history-candles'}?${query}`, to }
    },
    read: readCandles,
  },
  // The list of spot instruments has no pages.
  listings: {
    maxAtOnce: Number.POSITIVE_INFINITY,
    path: () => '/api/v5/public/instruments?instType=SPOT',
    read: readListings,
  },
}
