import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { send } from '../../../tests/sender.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { until } from '../../../tests/until.ts'
import { addUsers } from '../../../tests/users.ts'
import { newSession } from '../../auth/session/session.ts'
import { paths } from '../../paths.ts'

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const minute = now - (now % 60_000)
/** Minutes with oscillating prices without repetition */
const past = Array.from({ length: 900 }, (_, n) => {
  const price = Math.round(10_000 + 300 * Math.sin(n / 9) + 200 * Math.sin(n / 4.3)) / 100
  return minuteOf('BTCUSDT', minute - (900 - n) * 60_000, price, { high: 120, low: 80, volume: 5 })
})

let site: TestSite
let cookie: string
let candles: [time: number, open: number, high: number, low: number, close: number, volume: number][]
beforeAll(async () => {
  const feed = createTestFeed({ past })
  site = await createTestSite({ feed, now: () => now })
  feed.emit(minuteOf('BTCUSDT', minute, 150, { isClosed: false, time: now, volume: 0.5 }))
  feed.setState({ name: 'live' })
  await until(() => !site.market.state().isBackfilling)
  const [userId = ''] = await addUsers(site.appDb, [{ login: `trier-${crypto.randomUUID()}` }])
  const session = newSession(site.appDb, { userId, now, address: '10.0.0.1', userAgent: 'A test' })
  await site.appDb.writeBatch([session.statement])
  cookie = `__Host-sid=${session.token}`
  const answer = await site.app.request(`${paths.marketCandles}?asset=BTCUSDT&tf=1&limit=1000`)
  candles = (await answer.json()).slice(0, -1)
})
afterAll(() => site.close())

const task = () => ({
  asset: 'BTCUSDT',
  tf: 1,
  from: candles[100]?.[0],
  to: (candles.at(-1)?.[0] ?? 0) + 60_000,
  strategy: 'ma-cross',
  params: { fast: 3, slow: 8 },
  capital: 10_000,
  feeBps: 10,
  slippageBps: 5,
})
const ask = (json: unknown, headers: Record<string, string> = { cookie }) =>
  send(site, paths.botBacktest, { json, headers: { ...headers, accept: 'application/json' } })

test('the API returns the trades that its candles give by separate computation', async () => {
  const response = await ask(task())
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { trades, equity, summary } = await response.json()
  expect(trades.length).toBeGreaterThan(10)
  let [cash, held] = [10_000, 0]
  const average = (at: number, length: number) =>
    candles.slice(at - length + 1, at + 1).reduce((sum, row) => sum + Math.round(row[4] * 100), 0) / length
  const expected = candles.flatMap(([time, open], at) => {
    const decided = at - 1
    if (decided < 100) return []
    const [before, now] = [average(decided - 1, 3) - average(decided - 1, 8), average(decided, 3) - average(decided, 8)]
    if (held === 0 && before <= 0 && now > 0) {
      const price = Math.ceil((Math.round(open * 100) * 10_005) / 10_000) / 100
      const quantity = Math.floor((cash / (price * 1.001)) * 1e5) / 1e5
      const fee = quantity * price * 0.001
      cash -= quantity * price + fee
      held = quantity
      return [{ time, side: 'buy', price, quantity, fee }]
    }
    if (held > 0 && before >= 0 && now < 0) {
      const price = Math.floor((Math.round(open * 100) * 9_995) / 10_000) / 100
      const fee = held * price * 0.001
      const sold = { time, side: 'sell', price, quantity: held, fee }
      cash += held * price - fee
      held = 0
      return [sold]
    }
    return []
  })
  expect(trades.length).toBe(expected.length)
  for (const [index, { time, side, price, quantity, fee }] of expected.entries()) {
    const trade = trades[index]
    expect([trade.time, trade.side, Number(trade.price), Number(trade.quantity)]).toEqual([time, side, price, quantity])
    expect(Number(trade.fee)).toBeCloseTo(fee, 7)
  }
  expect(equity.map(([time]: [number]) => time)).toEqual(candles.slice(100).map(([time]) => time))
  expect(equity.at(-1)[1]).toBeCloseTo(cash + held * (candles.at(-1)?.[4] ?? 0), 4)
  expect(summary).toMatchObject({ trades: trades.length, equity: equity.at(-1)[1] })
})

test('a run without trades returns the reason', async () => {
  const { summary } = await (await ask({ ...task(), params: { fast: 3, slow: 500 }, to: candles[300]?.[0] })).json()
  expect([summary.trades, summary.noTrades?.reason, summary.noTrades?.detail]).toEqual([
    0,
    'warm-up',
    expect.stringMatching(/^Not enough candles for the indicator’s warm-up: it needs 500 and got \d+\.$/),
  ])
})

test.each([
  [{ asset: 'NONEUSDT' }, 'asset'],
  [{ tf: 7 }, 'tf'],
  [{ from: 'yesterday' }, 'from'],
  [{ to: 0 }, 'to'],
  [{ from: 0 }, 'to'],
  [{ strategy: 'luck' }, 'strategy'],
  [{ params: { fast: 8, slow: 3 } }, 'params.slow'],
  [{ params: { fast: 8 } }, 'params.slow'],
  [{ capital: 'much' }, 'capital'],
  [{ capital: 0 }, 'capital'],
  [{ feeBps: -1 }, 'feeBps'],
  [{ slippageBps: 1001 }, 'slippageBps'],
  [{ order: 'best' }, 'order'],
  [{ risk: { stopLoss: 0 } }, 'risk.stopLoss'],
  [{ luck: true }, 'luck'],
])('errors name the wrong field: %j', async (wrong, field) => {
  const response = await ask({ ...task(), ...wrong })
  expect([response.status, response.headers.get('content-type')]).toEqual([422, 'application/problem+json'])
  const { errors, detail } = await response.json()
  expect(errors.map((error: { field: string }) => error.field)).toContain(field)
  expect(detail).toContain(field)
})

test('a body that is not JSON is refused with 422, an anonymous request with 401', async () => {
  expect((await ask('fast')).status).toBe(422)
  expect((await ask(task(), {})).status).toBe(401)
})
