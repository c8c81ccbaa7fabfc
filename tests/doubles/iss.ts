import { rowOf } from '../../src/market/candle.ts'
import type { Instrument } from '../../src/market/instrument.ts'
import { dayMs, minuteMs } from '../../src/market/timeframe.ts'
import type { fakeClock } from '../fake-clock.ts'
import { createTruth } from './exchange-truth.ts'

const moscowMs = 3 * 60 * minuteMs
const delayMs = 15 * minuteMs
const pageLength = 500
/** Answer of a firewall, and of the service during maintenance */
const page = '<!DOCTYPE html><html><body><h1>Forbidden</h1></body></html>'

type Table = { columns: string[]; data: unknown[][] }
type Fault = 'html' | 'forbidden' | 'limited' | 'malformed' | 'failed' | 'future'

/** Double of the Moscow Exchange's public service: its tables, delay, pages and trading hours, on a fake clock */
export function startIss(clock: ReturnType<typeof fakeClock>, shares: readonly Instrument[]) {
  const truth = createTruth(shares, 'iss')
  const left = new Set<string>()
  /** Leaves out the minutes of a day in which nobody trades: the night, and some of the morning. */
  const leaveOutNights = (day: number) => {
    if (left.has(String(day))) return
    left.add(String(day))
    const at = (hours: number, minutes: number) => day * dayMs - moscowMs + (hours * 60 + minutes) * minuteMs
    const weekday = new Date(day * dayMs).getUTCDay()
    const isOff = faults.holidays.has(new Date(day * dayMs).toISOString().slice(0, 10))
    const [from, to] = weekday === 0 || weekday === 6 ? [at(9, 50), at(19, 0)] : [at(6, 50), at(23, 50)]
    for (const [index, { asset }] of shares.entries()) {
      if (isOff) truth.leaveOut(asset, at(0, 0), at(24, 0))
      truth.leaveOut(asset, at(0, 0), from)
      truth.leaveOut(asset, to, at(24, 0))
      for (let quiet = from + index * minuteMs; quiet < from + 180 * minuteMs; quiet += 7 * minuteMs) {
        truth.leaveOut(asset, quiet, quiet + 2 * minuteMs)
      }
    }
  }
  /** `early` counts requests in the time after a limit that the feed has heard of, in which none may follow. */
  const counts = { requests: 0, candles: 0, early: 0 }
  let limitedUntil = 0
  const faults = {
    refuses: false,
    next: [] as Fault[],
    holidays: new Set<string>(),
    suspended: new Set<string>(),
    /** Shares whose table of candles has no rows */
    empty: new Set<string>(),
  }
  const now = () => clock.now() - delayMs
  const traded = (asset: string, from: number, to: number) => {
    for (let day = Math.floor((from + moscowMs) / dayMs); day * dayMs - moscowMs < to; day++) leaveOutNights(day)
    return truth.closed(asset, from, to)
  }
  const candles = (asset: string, query: URLSearchParams): Table => {
    const share = truth.instrument(asset)
    const columns = ['open', 'close', 'high', 'low', 'value', 'volume', 'begin', 'end']
    if (!share || faults.empty.has(asset) || query.get('interval') !== '1') return { columns, data: [] }
    const [from, till] = [readTime(query.get('from')) ?? 0, readTime(query.get('till')) ?? now()]
    const current = now() - (now() % minuteMs)
    const all = traded(asset, from, Math.min(till + 1, current))
    const open = till >= current && traded(asset, current, current + 1).length > 0 && truth.at(asset, current, now())
    if (open) all.push(open)
    const start = Number(query.get('start') ?? 0)
    const data = all.slice(start, start + pageLength).map((candle) => {
      const [time, o, h, l, c, volume] = rowOf(candle, share)
      return [o, c, h, l, volume * c, volume, writeTime(time), writeTime(time + minuteMs - 1000)]
    })
    return { columns, data }
  }
  const securities = (): Table => ({
    columns: ['SECID', 'BOARDID', 'SHORTNAME', 'LOTSIZE', 'STATUS', 'DECIMALS', 'MINSTEP', 'CURRENCYID'],
    data: shares.map(({ asset, name }) => {
      return [asset, 'TQBR', name, 10, faults.suspended.has(asset) ? 'S' : 'A', 2, 0.01, 'SUR']
    }),
  })
  const days = (): Table => ({
    columns: ['date', 'is_work_day', 'start_time', 'stop_time'],
    data: [...faults.holidays].map((date) => [date, 0, null, null]),
  })
  const answer = (url: URL): Record<string, Table> => {
    const { pathname, searchParams: query } = url
    const board = '/iss/engines/stock/markets/shares/boards/TQBR/securities'
    const asset = /^\/iss\/engines.*\/securities\/(\w+)\/candles\.json$/.exec(pathname)?.[1]
    if (asset) {
      counts.candles++
      return { candles: only(candles(asset, query), query.get('candles.columns')) }
    }
    if (pathname === `${board}.json`) return { securities: only(securities(), query.get('securities.columns')) }
    // A path that does not exist is answered with the tables of its nearest known part.
    return { engine: { columns: ['id', 'name'], data: [[1, 'stock']] }, dailytable: only(days(), null) }
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      counts.requests++
      if (clock.now() < limitedUntil) counts.early++
      const headers = { date: new Date(clock.now()).toUTCString() }
      const html = { ...headers, 'content-type': 'text/html' }
      if (faults.refuses) return new Response('', { status: 502, headers })
      const fault = request.url.includes('/candles.json') ? faults.next.shift() : undefined
      if (fault === 'html') return new Response(page, { headers: html })
      if (fault === 'forbidden') return new Response(page, { status: 403, headers: html })
      if (fault === 'limited') return new Response(page, { status: 429, headers: { ...html, 'retry-after': '30' } })
      if (fault === 'failed') return new Response('', { status: 500, headers })
      const body = answer(new URL(request.url))
      if (fault === 'malformed' && body.candles) {
        body.candles.data.push(body.candles.columns.map((name) => (name === 'begin' ? '2026-99-99 00:00:00' : null)))
      }
      if (fault === 'future' && body.candles) {
        const [row = []] = answer(new URL(request.url)).candles?.data ?? []
        const begin = writeTime(clock.now() + 2 * dayMs).replace(/..$/, '00')
        const future = body.candles.columns.map((name, at) => (name === 'begin' ? begin : (row[at] ?? 100)))
        body.candles.data.push(future)
      }
      return Response.json(body, { headers })
    },
  })
  return {
    address: `http://127.0.0.1:${server.port}`,
    /** Time that the service shows, ms UTC */
    now,
    truth: { ...truth, closed: traded },
    /** Notes that the last limit has reached the feed. */
    heard: () => {
      limitedUntil = clock.now() + 30_000
    },
    /** Lets nobody trade a share for a while. */
    leaveOut: truth.leaveOut,
    counts,
    faults,
    close: () => server.stop(true),
  }
}

function only({ columns, data }: Table, wanted: string | null): Table {
  const names = wanted?.split(',') ?? columns
  return { columns: names, data: data.map((row) => names.map((name) => row[columns.indexOf(name)] ?? null)) }
}

function readTime(text: string | null): number | undefined {
  return text === null ? undefined : Date.parse(`${text.replace(' ', 'T')}+03:00`)
}

function writeTime(time: number): string {
  return new Date(time + moscowMs).toISOString().slice(0, 19).replace('T', ' ')
}
