import { minuteMs } from '../../timeframe.ts'
import type { Exchange, Judgment } from '../exchange/exchange.ts'
import { failed, pauseOf } from '../exchange/judge.ts'
import { moscowText, readListings } from './messages.ts'

/** Public service of the Moscow Exchange, read on 2026-11-30: https://iss.moex.com/iss/reference */
export const issAddress = 'https://iss.moex.com'
/** Delay of what the service shows to everyone, ms */
export const delayMs = 15 * minuteMs
/** Maximum candles of one response. Longer answers are cut, so the next request begins after the last candle. */
export const pageLength = 500

const engine = '/iss/engines/stock'
const board = `${engine}/markets/shares/boards/TQBR/securities`

/** @param to  ms UTC, exclusive; undefined for everything up to now */
export function candlesPath(asset: string, from: number, to?: number): string {
  // Both bounds are inclusive.
  const till = to === undefined ? '' : `&till=${encodeURIComponent(moscowText(to - 1000))}`
  const columns = 'open,close,high,low,volume,begin'
  const query = `iss.meta=off&interval=1&candles.columns=${columns}&from=${encodeURIComponent(moscowText(from))}${till}`
  return `${board}/${asset}/candles.json?${query}`
}

export const specialDaysPath = `${engine}.json?iss.meta=off&iss.only=dailytable&dailytable.columns=date,is_work_day`

export const issListings: Exchange['listings'] = {
  maxAtOnce: Number.POSITIVE_INFINITY,
  path: () => {
    const columns = 'SECID,LOTSIZE,DECIMALS,MINSTEP,STATUS'
    return `${board}.json?iss.meta=off&iss.only=securities&securities.columns=${columns}`
  },
  read: readListings,
}

/** The service publishes no limit; half of the two requests a second remain for what else is at our address. */
export const intervalMs = 500

/** An HTML page, such as that of a firewall, is no answer. Paths that do not exist are answered with other tables. */
export function judgeIss({ status, headers, body }: Parameters<Exchange['requests']['judge']>[0]): Judgment {
  if (status === 429) return { kind: 'limited', pauseMs: pauseOf(headers.get('retry-after')) }
  return status === 200 ? { kind: 'answer', body } : failed(status, body)
}
