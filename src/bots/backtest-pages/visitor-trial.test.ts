import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { fields, openTrials, type Trials } from '../../../tests/trials.ts'
import { paths } from '../../paths.ts'

setDefaultTimeout(60_000)

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const password = 'a long sentence of nobody in particular'
const english = `/en${paths.tryStrategy}`
const linkTo = (path: string, page: string) =>
  new RegExp(`href="(${path}\\?[^"]+)"`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''

test.each([
  [paths.tryStrategy, 'Проверить стратегию', 'Аккаунт не нужен'],
  [english, 'Try a strategy', 'No account needed'],
])('the page is open to everyone: %s', async (path, title, lead) => {
  const response = await trials.lookFromOne(path)
  const page = await response.text()
  expect(response.status).toBe(200)
  expect(trials.missing(page, [`<title>${title}`, lead, 'name="params.fast"', 'name="strategy"'])).toEqual([])
  expect(['name="from"', '<progress', 'noindex'].filter((text) => page.includes(text))).toEqual([])
})

test('own rules are written above the button, all other settings stay folded', async () => {
  const placesOf = async (strategy: string, field: string) => {
    const page = await (await trials.tryOut(english, { strategy, run: '' })).text()
    const form = page.slice(page.indexOf('trial-form'))
    return [`name="${field}"`, 'class="trial-acts"', '<details class="bot-fine fold"'].map((part) => form.indexOf(part))
  }
  const inOrder = (places: number[]) => places.every((place, n) => place > (places[n - 1] ?? 0))
  expect(inOrder(await placesOf('rules', 'params.text'))).toBe(true)
  const [field = 0, button = 0, fold = 0] = await placesOf('ma-cross', 'params.fast')
  expect(inOrder([button, fold, field])).toBe(true)
  const faulty = await (await trials.tryOut(english, { strategy: 'rules', 'params.text': 'buy' })).text()
  const place = (text: string) => faulty.indexOf(text)
  expect(inOrder([place('trial-form'), place('id="params-text-error"'), place('class="trial-acts"')])).toBe(true)
  expect(faulty).toContain('<details class="bot-fine fold"><summary>')
})

test('a visitor gets the result that members see, over the last 90 days', async () => {
  // The period of these fields is ignored.
  const page = await (await trials.tryOut(english, fields)).text()
  const parts = ['<progress', 'Likely path', 'Buy and hold', 'Monte Carlo', 'Walk-forward', 'Download all trades']
  expect(trials.missing(page, [...parts, 'noindex', '</html>'])).toEqual([])
  expect(page).not.toContain('Sweep parameters')
  // Only 15 hours of the 90 whole days and today are stored.
  expect(page).toContain('Prices begin at Jun 10, 2026, 00:30: 0.6 of the requested 90.6 days were tested.')
  // The member's request is equal, so its result is cached.
  const own = await (await trials.ask(paths.botTrial, { from: '2026-03-12', to: '2026-06-10' })).text()
  expect([own.includes('<progress'), own.includes('trial-figures')]).toEqual([false, true])
  const csv = await trials.lookFromOne(linkTo(`/en${paths.tryStrategyTrades}`, page))
  expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  // A file of 65 trades is charged as work, although its result is cached.
  const network = '198.51.100.11'
  const file = await (await trials.tryOut(`/en${paths.tryStrategyTrades}`, fields, network)).text()
  const next = await trials.tryOut(`/en${paths.search}`, {}, network)
  expect([file.split('\n').length, next.headers.get('ratelimit')]).toEqual([67, '"work";r=5988;t=1'])
  const other = await trials.tryOut(`/en${paths.tryStrategyTrades}`, { 'params.fast': '2' })
  expect([other.status, other.headers.get('location')?.split('?')[0]]).toEqual([303, english])
})

test('saving leads through registration to a bot with exactly what was tested', async () => {
  const tested = { 'params.fast': '3', 'params.slow': '9', 'risk.maxDrawdown': '', capital: '2000' }
  const visitor = trials.newcomer()
  const asked = new URLSearchParams({ asset: 'BTCUSDT', tf: '1', strategy: 'ma-cross', run: '1', ...tested })
  const result = await visitor.read(`${english}?${asked}`)
  const login = new URLSearchParams(linkTo('/en/login', result.slice(result.indexOf('trial-outcome'))).split('?')[1])
  const register = linkTo('/en/register', result.slice(result.indexOf('trial-outcome')))
  expect(login.get('next')).toBe(new URLSearchParams(register.split('?')[1]).get('next'))
  const welcome = await visitor.post(register, { login: `newcomer-${crypto.randomUUID().slice(0, 8)}`, password })
  expect([welcome.status, welcome.location]).toEqual([303, login.get('next')])
  const form = await visitor.read(welcome.location ?? '')
  const inputs = [...form.matchAll(/<(?:input|option)[^>]*>/g)].map(([tag]) => tag)
  const filled = Object.entries(tested).filter(([name, value]) =>
    inputs.some((tag) => tag.includes(`name="${name}"`) && tag.includes(`value="${value}"`)),
  )
  expect(Object.fromEntries(filled)).toEqual(tested)
  expect(form).toContain('<option value="90" selected="">')
  expect(form).toContain('The settings of your backtest are filled in.')
  const sent = new URL(welcome.location ?? '', 'https://kurs.test')
  expect(sent.pathname).toBe(`/en${paths.newBot}`)
  const saved = await visitor.post(sent.pathname, Object.fromEntries(sent.searchParams))
  expect([saved.status, saved.location?.replace(/[^/]+$/, '')]).toEqual([303, '/en/app/bots/'])
})

test('users get the same backtest on their own page', async () => {
  const response = await trials.ask(paths.tryStrategy, { 'params.fast': '7' })
  const address = new URL(response.headers.get('location') ?? '', 'https://kurs.test')
  expect([response.status, address.pathname]).toEqual([303, `/en${paths.botTrial}`])
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    ...{ 'params.fast': '7', from: '2026-03-12', to: '2026-06-10', run: '1' },
  })
})

test('while history loads, the page says so', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  const loading = await openTrials({ loaded })
  const lookAt = async (more = {}) => (await loading.tryOut(english, more)).text()
  const notice = 'The price history of BTCUSDT is still loading.'
  expect(loading.missing(await lookAt({ run: '' }), [notice])).toEqual([])
  expect(loading.missing(await lookAt(), [notice, 'None of these days is loaded yet.'])).toEqual([])
  load()
  await loading.filled()
  const page = await lookAt()
  expect([page.includes(notice), page.includes('trial-figures')]).toEqual([false, true])
  await loading.close()
})

test('an error is shown beside its field', async () => {
  const response = await trials.tryOut(english, { 'params.fast': '60' })
  expect(response.status).toBe(422)
  expect(await response.text()).toMatch(/<p class="field-error" id="params-slow-error"><svg/)
})

test('ten backtests in a row for one network; cached results and other networks are free', async () => {
  const network = '198.51.100.9'
  const ask = (slow: number, from = network) => trials.tryOut(english, { 'params.slow': String(slow) }, from)
  const statuses: number[] = []
  for (let slow = 101; slow <= 110; slow++) {
    const { status, body } = await ask(slow)
    statuses.push(status)
    await body?.cancel()
  }
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
  const refused = await ask(111)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  const wanted = ['Try again in 30 s.', 'name="params.slow" value="111"']
  expect(trials.missing(await refused.text(), wanted)).toEqual([])
  expect((await (await ask(111, '198.51.100.10')).text()).includes('trial-figures')).toBe(true)
  const cached = await ask(111)
  expect([cached.status, (await cached.text()).includes('trial-figures')]).toEqual([200, true])
})

test('the list of bots and its menu lead visitors to it', async () => {
  const list = await (await trials.lookFromOne(`/en${paths.bots}`)).text()
  expect(list.split(`href="${english}"`).length - 1).toBe(2)
  expect(list).not.toContain(`href="/en${paths.botSweep}"`)
  const own = await (await trials.ask(paths.bots)).text()
  expect(own).not.toContain(`href="${english}"`)
})

test('while registration is closed, saving leads to signing in', async () => {
  const closed = await openTrials({ isOpen: false })
  const page = await (await closed.tryOut(english)).text()
  await closed.close()
  expect(page).not.toContain('href="/en/register')
  expect(page).toContain('Sign in, and the bot form opens with these settings.')
  expect(linkTo('/en/login', page.slice(page.indexOf('trial-outcome')))).toContain(encodeURIComponent(paths.newBot))
})
