import { type Candle, rowOf } from '../../src/market/candle.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import type { Digits } from '../../src/market/units.ts'
import type { ExchangeFaults } from './exchange.ts'
import { exchangeInfo, exchangeInfoWeight, type SymbolRules } from './exchange-info.ts'
import type { ExchangeTruth } from './exchange-truth.ts'

const weightLimit = 6000
/** Number of requests after a 429 that still get a 429; the next request gets the address banned. */
const toleratedWhileLimited = 5
const firstBanMs = 2 * minuteMs
const maxBanMs = 3 * 1440 * minuteMs
const [usualLimit, maxLimit] = [500, 1000]
const weights: Record<string, number> = { '/api/v3/klines': 2, '/api/v3/exchangeInfo': exchangeInfoWeight }
const invalidSymbol: ExchangeError = { code: -1121, msg: 'Invalid symbol.' }
const restricted = "Service unavailable from a restricted location according to 'b. Eligibility' in the terms of use."

export interface ExchangeError {
  code: number
  msg: string
}

export interface ExchangeRestOptions {
  truth: ExchangeTruth
  faults: Pick<ExchangeFaults, 'delisted' | 'failing' | 'unanswered' | 'forbids' | 'steps'>
  /** Current time by the exchange's clock, ms UTC */
  now(): number
  port?: number
}

export interface ExchangeRest {
  url: string
  /** Weight used in the current minute; a test may set it close to the limit */
  weight: number
  /** Number of responses by status */
  statuses: Map<number, number>
  /** Statuses of the next responses, whatever is requested; a string is sent as the body with status 200 */
  next: (number | string)[]
  close(): Promise<void>
}

/** Serves `/api/v3/klines`, `/exchangeInfo`, `/time` and `/ping` with weights, 429 and 418. */
export function startExchangeRest({ truth, faults, now, port = 0 }: ExchangeRestOptions): ExchangeRest {
  let window = Math.floor(now() / minuteMs)
  let asksWhileLimited = 0
  let [bannedUntil, banMs] = [0, firstBanMs]

  const refuse = (status: 429 | 418, code: number, until: number) => {
    const seconds = Math.max(1, Math.ceil((until - now()) / 1000))
    const msg =
      status === 429 ? 'Too much request weight used.' : `Way too much request weight used; IP banned until ${until}.`
    return answer({ code, msg }, status, { 'retry-after': String(seconds) })
  }
  const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
    rest.statuses.set(status, (rest.statuses.get(status) ?? 0) + 1)
    return Response.json(body, { status, headers: { 'x-mbx-used-weight-1m': String(rest.weight), ...headers } })
  }
  /** A refused country gets JSON from the exchange; a refused network gets HTML from the firewall in front. */
  const forbid = (status: 403 | 451) => {
    if (status === 451) return answer({ code: 0, msg: restricted }, status)
    rest.statuses.set(status, (rest.statuses.get(status) ?? 0) + 1)
    return new Response('<html><title>ERROR: The request could not be satisfied</title></html>', { status })
  }
  const rulesOf = (symbol: string): SymbolRules | undefined => {
    const instrument = faults.delisted.has(symbol) ? undefined : truth.instrument(symbol)
    return (
      instrument && {
        instrument: { ...instrument, ...faults.steps[symbol] },
        status: truth.isStopped(symbol) ? 'BREAK' : 'TRADING',
      }
    )
  }
  const limit = (weight: number): Response | undefined => {
    const minute = Math.floor(now() / minuteMs)
    if (minute !== window) [window, rest.weight, asksWhileLimited] = [minute, 0, 0]
    if (now() < bannedUntil) return refuse(418, -1003, bannedUntil)
    rest.weight += weight
    if (rest.weight <= weightLimit) return undefined
    if (++asksWhileLimited <= toleratedWhileLimited) return refuse(429, -1003, (minute + 1) * minuteMs)
    bannedUntil = now() + banMs
    banMs = Math.min(maxBanMs, banMs * 4)
    return refuse(418, -1003, bannedUntil)
  }

  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (faults.unanswered.has(pathname)) return new Promise<never>(() => {})
      const given = rest.next.shift()
      if (typeof given === 'string') return new Response(given, { headers: { 'content-type': 'application/json' } })
      if (given === 429) return refuse(429, -1003, now() + 7000)
      if (given === 418) {
        bannedUntil = now() + banMs
        return refuse(418, -1003, bannedUntil)
      }
      if (given !== undefined) return answer({ code: -1000, msg: 'An unknown error occurred.' }, given)
      if (faults.forbids) return forbid(faults.forbids)
      const refused = limit(weights[pathname] ?? 1)
      if (refused) return refused
      if (pathname === '/api/v3/ping') return answer({})
      if (pathname === '/api/v3/time') return answer({ serverTime: now() })
      if (pathname === '/api/v3/exchangeInfo') {
        const info = exchangeInfo(searchParams, truth.symbols, rulesOf, now())
        return 'error' in info ? answer(info.error, 400) : answer(info.body)
      }
      if (pathname !== '/api/v3/klines') return answer({ code: -1, msg: 'Not found' }, 404)
      const symbol = searchParams.get('symbol') ?? ''
      if (faults.delisted.has(symbol)) return answer(invalidSymbol, 400)
      if (faults.failing.has(symbol)) return answer({ code: -1000, msg: 'An unknown error occurred.' }, 503)
      const klines = klinesOf(searchParams, truth, now())
      return klines.error ? answer(klines.error, 400) : answer(klines.rows)
    },
  })
  const rest: ExchangeRest = {
    url: `http://127.0.0.1:${server.port}`,
    weight: 0,
    statuses: new Map(),
    next: [],
    close: () => server.stop(true),
  }
  return rest
}

interface Klines {
  rows?: unknown[][]
  error?: ExchangeError
}

/** Returns the first candles from `startTime` on, or the newest without it; both ends of the range are inclusive. */
function klinesOf(query: URLSearchParams, truth: ExchangeTruth, now: number): Klines {
  for (const name of ['symbol', 'interval']) {
    if (!query.get(name)) {
      const msg = `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`
      return { error: { code: -1102, msg } }
    }
  }
  const symbol = query.get('symbol') ?? ''
  const instrument = truth.instrument(symbol)
  if (!instrument) return { error: invalidSymbol }
  if (query.get('interval') !== '1m') return { error: { code: -1120, msg: 'Invalid interval.' } }
  for (const name of ['startTime', 'endTime', 'limit']) {
    if (query.has(name) && !/^\d+$/.test(query.get(name) ?? '')) {
      return { error: { code: -1100, msg: `Illegal characters found in parameter '${name}'.` } }
    }
  }
  const limit = Math.min(maxLimit, Math.max(1, Number(query.get('limit') ?? usualLimit)))
  const current = now - (now % minuteMs)
  const end = Math.min(current, Number(query.get('endTime') ?? current))
  const candles: Candle[] = []
  const take = (openTime: number) => {
    const candle = openTime === current ? truth.at(symbol, openTime, now) : truth.minute(symbol, openTime)
    if (candle) candles.push(candle)
  }
  if (query.has('startTime')) {
    const start = Math.ceil(Number(query.get('startTime')) / minuteMs) * minuteMs
    for (let time = start; time <= end && candles.length < limit; time += minuteMs) take(time)
  } else {
    for (let time = end - (end % minuteMs); time > 0 && candles.length < limit; time -= minuteMs) take(time)
    candles.reverse()
  }
  return { rows: candles.map((candle) => klineOf(candle, instrument)) }
}

function klineOf(candle: Candle, digits: Digits): unknown[] {
  const [openTime, ...numbers] = rowOf(candle, digits)
  const [o, h, l, c, v] = numbers.map((value) => value.toFixed(8))
  const quoteVolume = (Number(v) * Number(c)).toFixed(8)
  return [openTime, o, h, l, c, v, openTime + minuteMs - 1, quoteVolume, 42, v, quoteVolume, '0']
}
