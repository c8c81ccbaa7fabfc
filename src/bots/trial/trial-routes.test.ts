import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { until } from '../../../tests/until.ts'
import { paths } from '../../paths.ts'

setDefaultTimeout(600_000)

const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const minute = now - (now % 60_000)
/** Prices that go up and down, never twice the same way */
const past = Array.from({ length: 900 }, (_, n) => {
  const price = Math.round(10_000 + 300 * Math.sin(n / 9) + 200 * Math.sin(n / 4.3)) / 100
  return minuteOf('BTCUSDT', minute - (900 - n) * 60_000, price, { high: 120, low: 80, volume: 5 })
})

let site: TestSite
let cookie: string
beforeAll(async () => {
  const feed = createTestFeed({ past })
  site = await createTestSite({ feed, now: () => now })
  feed.tell(minuteOf('BTCUSDT', minute, 150, { isClosed: false, time: now, volume: 0.5 }))
  feed.setState({ name: 'live' })
  await until(() => !site.market.state().isBackfilling)
  cookie = (await signIn(site.appDb, { now })).cookie
})
afterAll(() => site.close())

const fields = {
  ...{ run: '1', asset: 'BTCUSDT', tf: '1', from: '2026-06-10', to: '2026-06-10', strategy: 'ma-cross' },
  ...{
    'params.fast': '1',
    'params.slow': '4',
    capital: '1000',
    'risk.stopLoss': '50',
    'risk.maxDrawdown': '',
    'risk.dailyLoss': '',
    'risk.cooldown': '',
  },
}
const ask = (
  more: Record<string, string>,
  { path = paths.botTrial, prefix = '/en' }: { path?: string; prefix?: string } = {},
) => site.app.request(`${prefix}${path}?${new URLSearchParams({ ...fields, ...more })}`, { headers: { cookie } })

/** Those of some texts that a page lacks: pages are too long to be printed. */
const missing = (page: string, texts: string[]) => texts.filter((text) => !page.includes(text))

test('a form stands there before anything was asked, and says that money is play money', async () => {
  const page = await (await site.app.request(`/en${paths.botTrial}`, { headers: { cookie } })).text()
  expect(missing(page, ['name="params.fast"', 'type="date"', 'value="2026-05-12"', 'Play money'])).toEqual([])
  expect(page.includes('<progress')).toBe(false)
})

test('the result follows the form on one page, and is remembered with its trades', async () => {
  const response = await ask({})
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const first = await response.text()
  const order = ['<form class="form trial-form"', '<progress class="late-step"', 'class="trial-outcome"', '</html>']
  const places = order.map((text) => first.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const parts = ['Usual order', 'Worse order', 'Buy and hold', 'Random entries (200)', 'Monte Carlo', 'Walk forward']
  expect(missing(first, [...order, ...parts, 'in fewer than 30 a market shows one face'])).toEqual([])

  const csv = await (await ask({}, { path: paths.botTrialTrades })).text()
  const [head, ...lines] = csv.trim().split('\r\n')
  expect(head).toBe('time,side,price,quantity,fee,profit,reason')
  expect(lines.length).toBeGreaterThan(50)
  expect(lines[0]).toMatch(/^2026-06-09T2\d:\d\d:00\.000Z,buy,[\d.]+,[\d.]+,[\d.]+,0\.00000000,cross-up$/)

  const again = await (await ask({ page: '2' })).text()
  expect(again.includes('<progress')).toBe(false)
  expect(missing(again, [`Page 2 of ${Math.ceil(lines.length / 50)}`])).toEqual([])
  const russian = await (await ask({}, { prefix: '' })).text()
  expect(russian.includes('<progress')).toBe(false)
  expect(missing(russian, ['Купить и держать', 'Учебные деньги'])).toEqual([])
})

test.each([
  [{ from: '2026-02-31' }, 'There is no such day.'],
  [{ from: '2026-06-11', to: '2026-06-12' }, 'This day has not come yet.'],
  [{ to: '2026-06-01' }, 'It ends before it begins'],
  [{ from: '2020-01-01' }, 'At most 694 days'],
  [{ 'risk.stopLoss': '' }, 'stop'],
  [{ 'params.fast': '9' }, 'Fast'],
])('what is wrong is said beside its field: %j', async (wrong, text) => {
  const response = await ask(wrong)
  const page = await response.text()
  expect([response.status, page.includes(text)]).toEqual([422, true])
  expect(/<p class="field-error" id="[\w-]+"><svg/.test(page)).toBe(true)
})

test('a time without candles is said to be one', async () => {
  const page = await (await ask({ from: '2025-01-01', to: '2025-01-05' })).text()
  expect(missing(page, ['There are no candles of this pair from that time.'])).toEqual([])
  expect((await ask({ from: '2025-01-01', to: '2025-01-05' }, { path: paths.botTrialTrades })).status).toBe(503)
})

test('the last days are an address with days in it', async () => {
  const { run: _, ...rest } = fields
  const asked = new URLSearchParams({ ...rest, days: '7' })
  const response = await site.app.request(`/en${paths.botTrial}?${asked}`, { headers: { cookie } })
  const address = new URL(response.headers.get('location') ?? '', 'https://kurs.test')
  expect([response.status, address.pathname, address.hash]).toEqual([303, `/en${paths.botTrial}`, '#trial-result'])
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ from: '2026-06-04', to: '2026-06-10', run: '1' })
})
