import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { createTestFeed, digitsOf, drawn, minuteOf } from '../../tests/doubles/feed.ts'
import { candlesOf } from '../../tests/market-candles.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { until } from '../../tests/until.ts'
import { rowOf } from './candle.ts'
import { dayMs, minuteMs, moscowDay, openTimeOf, timeframes } from './timeframe.ts'

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const minute = now - (now % minuteMs)
/** Two days of closed minutes of one asset, and the current minute so far */
const past = Array.from({ length: 2880 }, (_, n) =>
  minuteOf('BTCUSDT', minute - (2880 - n) * minuteMs, 100 + (n % 37), { high: 200, low: 50, volume: n / 1e5 }),
)
const current = minuteOf('BTCUSDT', minute, 150, { isClosed: false, time: now, volume: 0.5 })
const all = [...past, current]

const rowsOf = (tf: Parameters<typeof candlesOf>[1]) =>
  candlesOf(all, tf).map((candle) => rowOf(candle, digitsOf('BTCUSDT')))

let clock = now
let site: TestSite
beforeAll(async () => {
  const feed = createTestFeed({ past })
  site = await createTestSite({ feed, trustsProxy: true, now: () => clock })
  feed.emit(current)
  feed.setState({ name: 'live' })
  await until(() => !site.market.state().isBackfilling)
})
afterAll(() => site.close())

async function ask(query: string, init?: RequestInit) {
  const response = await site.app.request(`/api/market/candles?${query}`, init)
  return { response, body: response.status === 304 ? undefined : await response.json() }
}

test('candles of every timeframe are ascending, the current one last', async () => {
  for (const tf of timeframes) {
    const { response, body } = await ask(`asset=BTCUSDT&tf=${tf}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=1')
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(body).toEqual(rowsOf(tf).slice(-500))
  }
})

test('from and limit select the first candles; without from, the last ones before to', async () => {
  const rows = rowsOf(5)
  const from = minute - 600 * minuteMs + 1
  const to = minute - 300 * minuteMs
  const within = rows.filter(([openTime]) => openTime >= from && openTime < to)
  expect((await ask(`asset=BTCUSDT&tf=5&from=${from}&to=${to}`)).body).toEqual(within)
  expect((await ask(`asset=BTCUSDT&tf=5&from=${from}&to=${to}&limit=7`)).body).toEqual(within.slice(0, 7))
  const before = rows.filter(([openTime]) => openTime < to)
  expect((await ask(`asset=BTCUSDT&tf=5&to=${to}&limit=7`)).body).toEqual(before.slice(-7))
  expect((await ask(`asset=BTCUSDT&tf=5&limit=1`)).body).toEqual(rows.slice(-1))
  expect((await ask(`asset=BTCUSDT&tf=5&from=${now}`)).body).toEqual([])
  expect((await ask(`asset=ETHUSDT&tf=5`)).body).toEqual([])
  expect((await ask('asset=BTCUSDT&tf=5&from=0&to=8640000000000000&limit=1')).body).toEqual(rows.slice(0, 1))
  const [row] = (await ask(`asset=BTCUSDT&tf=1&from=${minute}&to=${minute + 1}`)).body
  expect(row).toEqual([minute, 150, 150, 150, 150, 0.5])
})

test('until returns candles as they stood at that time, without a later minute', async () => {
  const time = fc.integer({ min: minute - 2 * dayMs - minuteMs, max: minute })
  const query = fc.record({
    tf: fc.constantFrom(...timeframes),
    until: time,
    from: fc.option(time, { nil: undefined }),
    to: fc.option(time, { nil: undefined }),
    limit: fc.integer({ min: 1, max: 300 }),
  })
  const answers = fc.asyncProperty(query, async ({ tf, until, from, to, limit }) => {
    fc.pre(from === undefined || to === undefined || from < to)
    const known = past.filter(({ openTime }) => openTime < openTimeOf(until, 1))
    const rows = candlesOf(known, tf).map((candle) => rowOf(candle, digitsOf('BTCUSDT')))
    const fitting = rows.filter(([openTime]) => openTime >= (from ?? 0) && openTime < (to ?? now))
    const range = `${from === undefined ? '' : `&from=${from}`}${to === undefined ? '' : `&to=${to}`}`
    const { body } = await ask(`asset=BTCUSDT&tf=${tf}&until=${until}&limit=${limit}${range}`)
    expect(body).toEqual(from === undefined ? fitting.slice(-limit) : fitting.slice(0, limit))
  })
  await fc.assert(answers, { numRuns: 60 })
})

test('days that begin at midnight in Moscow are the candles of their minutes', async () => {
  const rows = rowsOf(moscowDay)
  expect((await ask('asset=BTCUSDT&tf=1440&days=moscow')).body).toEqual(rows)
  expect(rows.map(([openTime]) => new Date(openTime).getUTCHours())).toEqual([21, 21, 21])
})

test('an overview is the closes of the whole history in at most 300 candles', async () => {
  const response = await site.app.request('/api/market/overview?asset=BTCUSDT')
  expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  const closes = rowsOf(15).map(([openTime, , , , close]) => [openTime, close])
  expect(await response.json()).toEqual({ tf: 15, closes })
  expect(closes.length).toBeWithin(150, 301)
  // The first day began as long ago as 300 candles reach, and a minute later.
  const { candles } = site.market
  const [day] = await candles({ asset: 'BTCUSDT', tf: 1440, from: 0, limit: 1 })
  for (const [tf, ago] of [
    [30, 299 * 15],
    [15, 299 * 15 - 1],
  ] as const) {
    const read = spyOn(site.market, 'candles').mockImplementation(async (query) =>
      query.tf === 1440 && day ? [{ ...day, openTime: minute - ago * minuteMs }] : [],
    )
    expect(await (await site.app.request('/api/market/overview?asset=BTCUSDT')).json()).toMatchObject({ tf })
    expect(read).toHaveBeenLastCalledWith({ asset: 'BTCUSDT', tf, limit: 300 })
    read.mockRestore()
  }
  expect(await (await site.app.request('/api/market/overview?asset=ETHUSDT')).json()).toEqual({ tf: 1, closes: [] })
})

test('gaps and the overview refuse unknown assets; minutes that are all there have no gaps', async () => {
  const ask = (path: string) => site.app.request(`/api/market/${path}`)
  expect(await (await ask(`gaps?asset=BTCUSDT&from=${past[0]?.openTime}`)).json()).toEqual([])
  for (const path of ['gaps', 'overview']) {
    expect((await ask(`${path}?asset=GOLD`)).status).toBe(404)
    expect((await ask(path)).status).toBe(400)
  }
})

test('at most 1000 candles are returned', async () => {
  expect((await ask('asset=BTCUSDT&tf=1&limit=1000')).body).toEqual(rowsOf(1).slice(-1000))
})

test('an invalid query is answered with the faults and the expected values', async () => {
  const cases: [query: string, parameters: string[], detail?: string][] = [
    ['', ['asset', 'tf']],
    ['asset=BTCUSDT&tf=7', ['tf']],
    ['asset=BTCUSDT&tf=1e0', ['tf']],
    ['asset=BTCUSDT&tf=5&limit=0', ['limit'], 'limit: expected a number from 1 to 1000'],
    ['asset=BTCUSDT&tf=5&limit=1001', ['limit']],
    ['asset=BTCUSDT&tf=5&limit=', ['limit']],
    ['asset=BTCUSDT&tf=5&from=yesterday&to=-1', ['from', 'to']],
    ['asset=BTCUSDT&tf=5&from=1.5', ['from'], 'the first time wanted, ms UTC, such as 1767225600000'],
    ['asset=BTCUSDT&tf=5&to=8640000000000001', ['to']],
    ['asset=BTCUSDT&tf=5&from=2000&to=2000', ['to']],
    [`asset=${'B'.repeat(41)}&tf=5`, ['asset']],
    ['asset=BTCUSDT&tf=1440&days=utc', ['days'], 'days: expected "moscow", or nothing'],
    ['asset=BTCUSDT&tf=60&days=moscow', ['days'], 'only with "tf" 1440'],
  ]
  for (const [query, parameters, detail = ''] of cases) {
    const { response, body } = await ask(query)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(parameters)
    expect(body.detail).toContain(detail)
    for (const { parameter, expected } of body.errors) {
      expect(body.detail).toContain(parameter)
      expect(expected.length).toBeGreaterThan(5)
    }
  }
})

test('an unknown asset is answered with 404 and the list of traded assets', async () => {
  const { response, body } = await ask('asset=GOLD&tf=5')
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(body.detail).toContain('GOLD')
  expect(body.detail).toContain('BTCUSDT')
})

test('a client with a current ETag gets 304', async () => {
  const { response } = await ask('asset=BTCUSDT&tf=60')
  const etag = response.headers.get('etag') ?? ''
  const again = await ask('asset=BTCUSDT&tf=60', { headers: { 'if-none-match': `"other", ${etag}` } })
  expect(again.response.status).toBe(304)
  expect(again.response.headers.get('etag')).toBe(etag)
})

test('assets with a price are listed with their 24-hour figures', async () => {
  const response = await site.app.request('/api/market/assets')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, max-age=1')
  const day = all.slice(-1440).map((minute) => drawn(minute))
  const hours = Array.from({ length: 24 }, (_, hour) => day[hour * 60 + 59]?.close)
  const steps = day.reduce((sum, { volume }) => sum + Math.round(volume * 1e5), 0)
  expect(await response.json()).toEqual([
    {
      asset: 'BTCUSDT',
      last: 150,
      change24h: (150 / (day[0]?.open ?? 0) - 1) * 100,
      high24h: 200,
      low24h: 50,
      volume24h: steps / 1e5,
      spark: hours,
      state: 'trading',
      priceStep: '0.01',
      quantityStep: '0.00001',
      minNotional: '5',
    },
  ])
})

test('a client over the rate limit gets 429 with a retry time', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const request = () => site.app.request('/api/market/assets', { headers })
  let response = await request()
  let heard = 0
  for (; heard < 400 && response.status === 200; heard++) response = await request()
  expect([heard, response.status]).toEqual([300, 429])
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const other = await site.app.request('/api/market/assets', { headers: { 'x-forwarded-for': '203.0.113.10' } })
  expect(other.status).toBe(200)
  clock += 5000
  expect((await request()).status).toBe(200)
})

test('assets are listed with their state, steps and minimum order value', async () => {
  const feed = createTestFeed({ past: past.slice(-60) })
  const own = await createTestSite({ feed, now: () => now })
  feed.setListings({ asset: 'BTCUSDT', status: 'halted', priceStep: '0.1', minNotional: '10' })
  await until(() => own.market.state().assets?.BTCUSDT === 'halted')
  expect(await (await own.app.request('/api/market/assets')).json()).toMatchObject([
    { asset: 'BTCUSDT', state: 'halted', priceStep: '0.1', quantityStep: '0.00001', minNotional: '10' },
  ])
  await own.close()
})
