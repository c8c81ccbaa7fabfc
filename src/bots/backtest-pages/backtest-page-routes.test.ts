import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openTrials, type Trials } from '../../../tests/trials.ts'
import { paths } from '../../paths.ts'
import { byteOrderMark } from '../../ui/list/csv.ts'

setDefaultTimeout(60_000)

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const ask = (
  more: Record<string, string>,
  { path = paths.botTrial, prefix = '/en' }: { path?: string; prefix?: string } = {},
) => trials.ask(path, more, prefix)

test('the form is shown before any request, and says that the money is play money', async () => {
  const page = await (await ask({ run: '' })).text()
  expect(trials.missing(page, ['name="params.fast"', 'type="date"', 'value="2026-06-10"', 'Paper money'])).toEqual([])
  expect(page.includes('<progress')).toBe(false)
})

test('the result follows the form on one page, and is cached with its trades', async () => {
  const response = await ask({})
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const first = await response.text()
  const order = ['<form class="form trial-form"', '<progress class="late-step"', 'class="trial-outcome"', '</html>']
  const places = order.map((text) => first.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const parts = ['Likely path', 'Worst path', 'Buy and hold', 'Random entries (200)', 'Monte Carlo', 'Walk-forward']
  const warning = 'Fewer than 30 show a single kind of market.'
  expect(trials.missing(first, [...order, ...parts, warning])).toEqual([])

  const csv = Buffer.from(await (await ask({}, { path: paths.botTrialTrades })).arrayBuffer()).toString()
  const [head, ...lines] = csv.trimEnd().split('\r\n')
  expect(head).toBe(`${byteOrderMark}time,side,price,quantity,fee,profit,reason`)
  expect(lines.length).toBeGreaterThan(50)
  expect(lines[0]).toMatch(/^2026-06-09T2\d:\d\d:00\.000Z,buy,[\d.]+,[\d.]+,[\d.]+,0,cross-up$/)
  expect(lines.filter((line) => /,-[\d.]+,cross-down$/.test(line)).length).toBeGreaterThan(0)

  const again = await (await ask({ page: '2' })).text()
  expect(again.includes('<progress')).toBe(false)
  expect(trials.missing(again, [`Page 2 of ${Math.ceil(lines.length / 50)}`])).toEqual([])
  const russian = await (await ask({}, { prefix: '' })).text()
  expect(russian.includes('<progress')).toBe(false)
  expect(trials.missing(russian, ['Купить и держать', 'Учебные деньги'])).toEqual([])
})

test('the links of a result keep the fields that were emptied', async () => {
  const page = await (await ask({ capital: '1001' })).text()
  const [, saved = ''] = /href="([^"]+\/app\/bots\/new\?[^"]+)"/.exec(page) ?? []
  const [, later = ''] = /href="([^"]+page=2[^"]*)"/.exec(page) ?? []
  // Without the empty field, both addresses would mean the default drawdown limit of 15%.
  for (const address of [saved, later]) {
    expect(new URLSearchParams(address.replaceAll('&amp;', '&').split('?')[1]).get('risk.maxDrawdown')).toBe('')
  }
})

test.each([
  [{ from: '2026-02-31' }, 'Not a valid date.'],
  [{ from: '2026-06-11', to: '2026-06-12' }, 'This date is in the future.'],
  [{ to: '2026-06-01' }, 'The end is before the start'],
  [{ from: '2020-01-01' }, 'Choose up to 694 days'],
  [{ 'risk.stopLoss': '' }, 'stop'],
  [{ 'params.fast': '9' }, 'Fast'],
])('errors are shown beside their fields: %j', async (wrong, text) => {
  const response = await ask(wrong)
  const page = await response.text()
  expect(response.status).toBe(422)
  expect(page).toContain(text)
  expect(/<p class="field-error" id="[\w-]+"><svg/.test(page)).toBe(true)
})

test('a result without trades explains why, in both languages', async () => {
  const grid = { strategy: 'grid', 'params.lower': '1', 'params.upper': '2', 'params.levels': '3' }
  const english = await (await ask(grid)).text()
  const russian = await (await ask(grid, { prefix: '' })).text()
  expect(trials.missing(english, ['No trades', 'The price never reached the buy orders: the nearest one'])).toEqual([])
  expect(trials.missing(russian, ['Сделок не было', 'Цена не дошла до заявок на покупку: ближайшая ждала на'])).toEqual(
    [],
  )
})

test('a period without candles is reported as such', async () => {
  const page = await (await ask({ from: '2025-01-01', to: '2025-01-05' })).text()
  expect(trials.missing(page, ['This asset has no candles for that period.'])).toEqual([])
  expect((await ask({ from: '2025-01-01', to: '2025-01-05' }, { path: paths.botTrialTrades })).status).toBe(503)
})

test.each([
  ['', 'Отменить', 'Результат'],
  ['/en', 'Cancel', 'Result'],
])('following the cancel link ends the work, at “%s”', async (prefix, cancel, result) => {
  const wanted = { 'params.slow': prefix ? '31' : '32' }
  const response = await ask(wanted, { prefix })
  const reader = response.body?.getReader()
  const begun = new TextDecoder().decode((await reader?.read())?.value)
  const [, address = ''] = new RegExp(`href="([^"]+)">${cancel}<`).exec(begun) ?? []
  expect(address).toStartWith(`${prefix}${paths.botTrial}?`)
  expect(new URLSearchParams(address.split('?')[1]).has('run')).toBe(false)
  await reader?.cancel()
  const left = await (await ask({ ...wanted, run: '' }, { prefix })).text()
  expect([left.includes('name="params.slow" value'), left.includes('trial-outcome')]).toEqual([true, false])
  // If the canceled backtest still ran, it would be finished and cached before this one, because backtests run in
  // order.
  await (await ask({ 'params.slow': '33', asked: prefix }, { prefix })).text()
  const again = await (await ask(wanted, { prefix })).text()
  expect([again.includes('<progress'), again.includes(`>${result}</h2>`)]).toEqual([true, true])
})

test('the buttons for the last days redirect to a URL with dates', async () => {
  const response = await ask({ run: '', days: '7' })
  const address = new URL(response.headers.get('location') ?? '', 'https://kurs.test')
  expect([response.status, address.pathname, address.hash]).toEqual([303, `/en${paths.botTrial}`, '#trial-result'])
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ from: '2026-06-03', to: '2026-06-10', run: '1' })
})

test('a HEAD request runs no backtest', async () => {
  const other = { 'params.fast': '2', 'params.slow': '7' }
  const page = await trials.askHead(paths.botTrial, other)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const csv = await trials.askHead(paths.botTrialTrades, other)
  expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  // Backtests of one user run in order: if the HEAD request had started one, its result would be cached by now.
  await (await ask({ 'params.fast': '3', 'params.slow': '8' })).text()
  expect((await (await ask(other)).text()).includes('<progress')).toBe(true)
})

test('a request over the rate limit gets a page in the user’s language, or JSON for API clients', async () => {
  const path = `/en${paths.botTrial}`
  const before = await Promise.all(Array.from({ length: 60 }, () => trials.lookFromOne(path)))
  expect(before.filter(({ status }) => status === 429)).toEqual([])
  const refused = await trials.lookFromOne(path, { accept: 'text/html' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(refused.headers.get('content-type')).toStartWith('text/html')
  expect(trials.missing(await refused.text(), ['<html lang="en-US"', 'Too Many Requests'])).toEqual([])
  const program = await trials.lookFromOne(path, { accept: 'application/json' })
  expect([program.status, program.headers.get('content-type')]).toEqual([429, 'application/problem+json'])
})
