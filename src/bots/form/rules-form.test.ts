import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { until } from '../../../tests/until.ts'
import { findBot } from '../owner/owner-queries.ts'
import { ruleExamples } from '../strategies/rules/examples.ts'

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const minute = now - (now % 60_000)
const past = Array.from({ length: 900 }, (_, n) => {
  const price = Math.round(10_000 + 300 * Math.sin(n / 9)) / 100
  return minuteOf('BTCUSDT', minute - (900 - n) * 60_000, price, { high: price + 1, low: price - 1, volume: 5 })
})

let site: TestSite
beforeAll(async () => {
  const feed = createTestFeed({ past })
  site = await createTestSite({ feed, now: () => now })
  feed.emit(minuteOf('BTCUSDT', minute, 100, { isClosed: false, time: now, volume: 0.5 }))
  feed.setState({ name: 'live' })
  await until(() => !site.market.state().isBackfilling)
})
afterAll(() => site.close())

const costs = {
  capital: '1000',
  feeBps: '10',
  slippageBps: '5',
  spreadBps: '2',
  order: 'nearest',
  'risk.stopLoss': '5',
}
const base = { strategy: 'rules', asset: 'BTCUSDT', tf: '1', ...costs }
const query = (text: string) => new URLSearchParams({ ...base, 'params.text': text }).toString()

test('the form explains the rules in words, and shows the line and place of a fault', async () => {
  const visitor = site.as(await signIn(site.appDb, { now }))
  const good = await visitor.read(`/en/app/bots/new?${query('enter when close > 100\nexit when profit > 2%')}`)
  expect(good).toContain('The bot buys for all the money when close is above 100.')
  expect(good).toContain('It sells everything when profit is above 2%.')
  const bad = await visitor.read(`/app/bots/new?${query('enter when close > 100\r\nexit when clsoe > 2')}`)
  expect(bad).toContain('Строка 2, столбец 11. Имя «clsoe» неизвестно. Возможно, вы имели в виду «close».')
  expect(bad).toContain('2: exit when clsoe &gt; 2\n             ^')
  expect(bad).toMatch(/<textarea[^>]*name="params.text"[^>]*aria-invalid="true"/)
})

test('a check of the form answers with the fault of the rules, or with their words', async () => {
  const visitor = site.as(await signIn(site.appDb, { now }))
  const check = async (text: string) => (await visitor.part(`/en/app/bots/new?${query(text)}`)).html
  expect(await check('enter when')).toContain(
    'Line 1, column 11. Expected: RSI(14), close, 30, 2%. Found: end of line.',
  )
  expect(await check('enter when hour = 9')).toContain('when hour (UTC) equals 9.')
})

test('a bot with own rules is created from the form, runs them, and shows them', async () => {
  const owner = await signIn(site.appDb, { now })
  const visitor = site.as(owner)
  const text = ruleExamples.trend.replaceAll('\n', '\r\n')
  const made = await visitor.post('/en/app/bots/new', { ...base, 'params.text': text, start: 'yes' })
  expect(made.status).toBe(303)
  const id = made.location?.split('/').at(-1) ?? ''
  const found = await findBot(site.appDb, id, owner.id)
  expect([found?.row.state, found?.plan.params]).toEqual(['running', { text: ruleExamples.trend }])
  const page = await visitor.read(`/en/app/bots/${id}`)
  expect(page).toContain('A stop order follows the close at a distance of ATR(14) × 3 and never falls.')
  const link = /href="([^"]+)">Create a bot with these settings</.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const cloned = await site.as(await signIn(site.appDb, { now })).read(link)
  expect(cloned).toContain('trailing stop ATR(14) * 3</textarea>')
  expect(await visitor.read(`/en/app/bots/${id}/edit`)).toContain('trailing stop ATR(14) * 3</textarea>')
})

test('too long a text is refused with all that was typed', async () => {
  const visitor = site.as(await signIn(site.appDb, { now }))
  const text = `enter when close > 1\n# ${'long '.repeat(450)}end`
  const refused = await visitor.post('/en/app/bots/new', { ...base, 'params.text': text })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('The text is too long. Shorten it to 2000 characters.')
  expect(refused.html).toContain('long end</textarea>')
})

test('the backtest of own rules has its settings in the address, and its trades name the rules', async () => {
  const visitor = site.as(await signIn(site.appDb, { now }))
  const rules = 'enter when close crosses above SMA(20)\nexit when close crosses below SMA(20)'
  const shown = await visitor.get(`/en/app/bots/backtest?${query(rules)}&from=2026-06-10&to=2026-06-10&run=1`)
  expect(shown.status).toBe(200)
  expect(shown.html).toContain('exit when close crosses below SMA(20)</textarea>')
})

test('a sweep of own rules replaces their numbers in braces', async () => {
  const visitor = site.as(await signIn(site.appDb, { now }))
  const rules = 'enter when close crosses above SMA({20})\nexit when close crosses below SMA({20})'
  const range = 'x=first&x.from=5&x.to=15&x.step=5&y='
  const address = `/en/app/bots/sweep?${query(rules)}&from=2026-06-10&to=2026-06-10&${range}&run=1`
  const swept = await visitor.read(address)
  expect(swept).toContain('First marked number')
  for (const length of [5, 10, 15]) expect(swept).toContain(`first:${length}`)
  const unmarked = await visitor.get(address.replaceAll('%7B', '').replaceAll('%7D', ''))
  expect(unmarked.status).toBe(422)
})

test('a value for a number in braces is refused where the rules have none', async () => {
  const visitor = site.as(await signIn(site.appDb, { now }))
  const refused = await visitor.post('/en/app/bots/new', {
    ...base,
    'params.text': 'enter when RSI({14}) < 30',
    'params.first': '7',
    'params.second': '3',
  })
  expect(refused.html).toContain('The rules have no such number in braces.')
  expect(refused.html).toContain('when RSI(7) is below 30.')
})

test('menus append a condition to the text, in every form that has rules', async () => {
  const visitor = site.as(await signIn(site.appDb, { now }))
  const menus = {
    build: 'yes',
    'build.statement': 'enter',
    'build.join': 'and',
    'build.left': 'RSI',
    'build.leftNumber': '14',
    'build.comparison': '<',
    'build.right': 'number',
    'build.rightNumber': '30',
  }
  const more = `${query('enter when close > 100')}&${new URLSearchParams(menus)}`
  for (const page of ['new', 'backtest', 'sweep']) {
    const html = await visitor.read(`/en/app/bots/${page}?${more}`)
    expect(html).toContain('enter when close &gt; 100 and RSI(14) &lt; 30</textarea>')
    expect(html).toContain('when close is above 100 and RSI(14) is below 30.')
  }
  const form = await visitor.read(`/app/bots/new?${query('enter when clsoe > 1')}`)
  expect(form).toMatch(/<option value="RSI" selected="">RSI<\/option>/)
  expect(form).toContain('data-text="SMA(20)" data-place="value" data-source="true"')
  expect(form).toMatch(/id="rules-reading"[^>]* data-line="1" data-column="12"/)
})
