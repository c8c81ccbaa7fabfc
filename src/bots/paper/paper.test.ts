import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { until } from '../../../tests/until.ts'
import { partial } from '../../../tests/visitor.ts'
import type { TradingLine } from '../../charts/trading/trading-line.ts'
import { createLogger } from '../../log/logger.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { wholeUnits } from '../../market/units.ts'
import type { Intent } from '../engine/order.ts'
import { sendCommand } from '../owner/own-bots.ts'
import { findManualBot } from '../owner/owner-queries.ts'
import { type BotRunner, runBots } from '../running/run-bots.ts'

setDefaultTimeout(60_000)

const begin = Date.UTC(2026, 5, 10, 12)
let now = begin + 20_000
const feed = createTestFeed()
let site: TestSite
let bots: BotRunner

beforeAll(async () => {
  site = await createTestSite({ feed, now: () => now })
  feed.setState({ name: 'live' })
  const log = createLogger({ level: 'silent', write: () => {} })
  bots = runBots({ db: site.appDb, market: site.market, events: site.events, log, now: () => now })
})
afterAll(async () => {
  await bots.close()
  await site.close()
})

/** Opens a separate asset for a test, with a trader of its own. */
/** The minute that is open, by asset, and its price: tests that share an asset trade one after another. */
const open = new Map<string, { minute: number; price: number }>()

async function openPlace(asset: string, prefix = '/en') {
  now += minuteMs
  const person = await signIn(site.appDb, { now })
  const first = Math.floor(now / minuteMs)
  // Bots wait for missing minutes.
  const { minute = first, price = 0 } = open.get(asset) ?? {}
  for (let at = minute; at < first; at++) feed.emit(minuteOf(asset, at * minuteMs, price))
  let closedCount = 0
  /** Sends a price in the current minute. */
  const quote = (price: number) => {
    const openTime = (first + closedCount) * minuteMs
    open.set(asset, { minute: first + closedCount, price })
    feed.emit(minuteOf(asset, openTime, price, { isClosed: false, time: openTime + 20_000, volume: 1000 }))
  }
  /** Closes the current minute and opens the next one at its close; resolves when the bots have processed it. */
  const close = async (open: number, high: number, low: number, end: number) => {
    const openTime = (first + closedCount++) * minuteMs
    feed.emit(minuteOf(asset, openTime, open, { high, low, close: end, volume: 1000 }))
    now = Math.max(now, openTime + minuteMs + 20_000)
    quote(end)
    await until(async () => (await site.market.closes(asset, 1, openTime - 1)).length > 0)
    await bots.claim()
    await bots.idle()
  }
  const page = `${prefix}/app/paper/${asset}`
  return {
    person,
    quote,
    close,
    order: (fields: Record<string, string>) => site.as(person).post(`${page}/orders`, fields),
    submit: (path: string, fields: Record<string, string> = {}) => site.as(person).post(`${page}${path}`, fields),
    page: async (query = '') => await site.as(person).read(`${page}${query}`),
    trades: async () => {
      const html = await site.as(person).read(`/en/app/paper/trades.csv?asset=${asset}`)
      return html
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(2, 5))
        .map(([side, price, quantity]) => `${side} ${Number(price)} ${Number(quantity)}`)
    },
    /** Names of waiting orders, oldest first */
    waiting: async () =>
      [...(await site.as(person).read(page)).matchAll(/id="move-([\w.]+)"/g)].map(([, name]) => name ?? ''),
  }
}

const buy = { side: 'buy', kind: 'market', amount: '1000' }

test('a note on a closed trade is kept for its owner, changed, removed and downloaded', async () => {
  const place = await openPlace('TONUSDT')
  place.quote(100)
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  await place.submit('/close')
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  const [action = ''] = /\/trades\/\d+\/note/.exec(await place.page()) ?? []
  const note = async (text: string, at = action) => (await place.submit(at, { note: text })).status
  const stranger = site.as(await signIn(site.appDb, { now }))
  expect((await stranger.post(`/en/app/paper/TONUSDT${action}`, { note: 'Mine' })).status).toBe(404)
  expect([await note('x\r\n'.repeat(500)), await note(`${'x\r\n'.repeat(500)}x`)]).toEqual([303, 400])
  expect([await note('x'.repeat(1001)), await note('Bought', '/trades/1/note')]).toEqual([400, 404])
  expect([await note('Bought', '/trades/abc/note'), await note('Bought', '/trades/1e999/note')]).toEqual([404, 404])
  expect(await note('Sold <b>too early</b>')).toBe(303)
  expect(await place.page()).toContain('Sold &lt;b&gt;too early&lt;/b&gt;</summary>')
  const back = await site.as(place.person).post(`/app/paper/TONUSDT${action}`, { note: 'Рано', back: '/app/paper' })
  expect(back.location).toBe('/app/paper')
  expect(await site.as(place.person).read('/app/paper')).toContain('Рано</summary>')
  expect(await site.as(place.person).read('/app/paper/trades.csv')).toContain(',by-hand,Рано')
  const picture = action.replace('note', 'picture')
  expect(await place.page()).toContain(`hx-get="/en/app/paper/TONUSDT${picture}"`)
  for (const headers of [{}, partial]) {
    const html = await site.as(place.person).read(`/app/paper/TONUSDT${picture}`, headers)
    expect(html).toMatch(/is-buy"><path class="chart-ink-trade-price".*is-sell"><path class="chart-ink-trade-price"/s)
    expect(html).toMatch(/<figcaption>Покупка 100,020, .* · Продажа 99,980, .* · 1.мин<\/figcaption>/)
  }
  const gone = [
    stranger.get(`/app/paper/TONUSDT${picture}`),
    site.as(place.person).get('/app/paper/TONUSDT/trades/9/picture'),
  ]
  for (const { status } of await Promise.all(gone)) expect(status).toBe(404)
  expect(await note(' ')).toBe(303)
  expect(await place.page()).toContain('Add a note</summary>')
})

test('submitting a form twice, also in the other language, orders once, even without money', async () => {
  const { person, quote, order, page, waiting } = await openPlace('LINKUSDT')
  quote(20)
  const [, key] = /name="formKey" value="([\w-]+)"/.exec(await page('?side=buy&kind=limit')) ?? []
  const form = { side: 'buy', kind: 'limit', price: '15', share: '75', formKey: key ?? 'none' }
  const sends = [...(await Promise.all([order(form), order(form)])), await order(form)]
  const done = { status: 303, location: '/en/app/paper/LINKUSDT?side=buy&kind=limit' }
  expect(sends).toEqual(sends.map(() => expect.objectContaining(done)))
  expect(await waiting()).toHaveLength(1)
  expect((await site.as(person).post('/app/paper/LINKUSDT/orders', form)).status).toBe(303)
  expect(await waiting()).toHaveLength(1)
  // A form with other fields, or on a reloaded page, makes another order; API clients send no key.
  await order({ ...form, share: '25' })
  expect(await waiting()).toHaveLength(2)
  for (let n = 0; n < 2; n++) await order({ side: 'buy', kind: 'limit', price: '15', amount: '10' })
  expect(await waiting()).toHaveLength(4)
  expect((await findManualBot(site.appDb, person.id, 'LINKUSDT'))?.row.nextAct).toBe(5)
})

test('a market order creates an account and fills at the next open by the fill model', async () => {
  const place = await openPlace('ETHUSDT')
  place.quote(100)
  expect(await place.order(buy)).toMatchObject({ status: 303, location: '/en/app/paper/ETHUSDT?side=buy&kind=market' })
  expect(await place.page()).toContain('from the next minute')
  // An order never fills in the minute in which it was given, even if prices reach it.
  await place.close(100, 130, 90, 120)
  expect(await place.trades()).toEqual([])
  await place.close(110, 130, 90, 120)
  // The price is 110 × 1.0002, rounded up to the step of 0.01; the quantity is worth 1,000 minus the fee of 0.1 %.
  expect(await place.trades()).toEqual(['buy 110.03 9.0793'])
  expect(await place.page()).toContain('110.14')
  expect(await place.submit('/close')).toMatchObject({ status: 303 })
  await place.close(120, 121, 119, 120)
  await place.close(120, 121, 119, 120)
  expect((await place.trades())[0]).toBe('sell 119.97 9.0793')
})

test('an account ahead of the market, after its minutes were removed, accepts no orders', async () => {
  const place = await openPlace('LTCUSDT')
  place.quote(100)
  expect(await place.order(buy)).toMatchObject({ status: 303 })
  await site.appDb.client.execute("update bots set cursor = cursor + 86400000 where asset = 'LTCUSDT'")
  expect((await place.order(buy)).html).toContain('clock was ahead')
  expect(await place.page()).toContain('clock was ahead')
})

test('paper trading is in the navigation of the bot pages', async () => {
  const person = await signIn(site.appDb, { now })
  for (const path of ['/en/app/paper', '/app/paper/LINKUSDT']) {
    const html = await site.as(person).read(path)
    const [header = '', parts = ''] = [/<header.*?<\/header>/s, /<nav class="part-nav".*?<\/nav>/s].map(
      (part) => part.exec(html)?.[0] ?? '',
    )
    expect(header).toMatch(/\/app\/bots" aria-current="true"/)
    expect(parts.match(/href="[^"]+" aria-current/g)?.join()).toMatch(/^href="(\/en)?\/app\/paper" aria-current$/)
  }
})

test('the hint that order lines can be dragged appears only with scripts', async () => {
  const place = await openPlace('SOLUSDT')
  place.quote(100)
  expect(await place.page()).toContain('<p class="paper-told" role="status"></p>')
})

test.each([
  ['BNBUSDT', '/en', 'buy 96 10.515', 'The price must be a multiple of 0.01.'],
  ['AVAXUSDT', '', 'buy 96 10.51', 'Цена должна делиться на шаг 0,01.'],
])(
  'a limit fills only beyond its price, and can be moved and canceled: %s at “%s”',
  async (asset, prefix, bought, fault) => {
    const place = await openPlace(asset, prefix)
    place.quote(100)
    await place.order({ side: 'buy', kind: 'limit', amount: '1000', price: '95' })
    await place.close(100, 100, 100, 100)
    const [name = ''] = await place.waiting()
    await place.close(100, 100, 95, 100)
    expect(await place.trades()).toEqual([])
    expect(await place.submit(`/orders/${name}`, { do: 'move', price: '96.005' })).toMatchObject({
      status: 422,
      html: expect.stringContaining(fault),
    })
    expect((await place.submit(`/orders/${name}`, { do: 'move', price: '96' })).status).toBe(303)
    await place.close(100, 100, 97, 100)
    await place.close(100, 100, 95.99, 100)
    expect(await place.trades()).toEqual([bought])
    expect(await place.submit(`/orders/${name}`, { do: 'move', price: '97' })).toMatchObject({ status: 422 })
    await place.order({ side: 'sell', kind: 'limit', share: '50', price: '110' })
    const [sale = ''] = await place.waiting()
    expect((await place.submit(`/orders/${sale}`, { do: 'cancel' })).status).toBe(303)
    expect(await place.waiting()).toEqual([])
  },
)

test('a move is validated like a new order', async () => {
  const place = await openPlace('LTCUSDT')
  place.quote(100)
  await place.order({ side: 'buy', kind: 'stop', amount: '9900', price: '101' })
  await place.close(100, 100, 100, 100)
  const [stop = ''] = await place.waiting()
  const move = (name: string, price: string) => place.submit(`/orders/${name}`, { do: 'move', price })
  expect((await move(stop, '150')).status).toBe(422)
  expect((await move(stop, '101.5')).status).toBe(303)
  expect((await place.submit(`/orders/${stop}`, { do: 'cancel' })).status).toBe(303)
  await place.order({ side: 'buy', kind: 'limit', amount: '6', price: '95' })
  await place.close(100, 100, 100, 100)
  const [limit = ''] = await place.waiting()
  expect((await move(limit, '50')).status).toBe(422)
  expect((await move(limit, '96')).status).toBe(303)
})

test('the lines of a chart are the alerts, orders and position of its user, and can be moved', async () => {
  const place = await openPlace('DOGEUSDT')
  const as = (path: string, fields: Record<string, string>) =>
    site.as(place.person).post(path, fields, { accept: 'application/json' })
  const lines = async (): Promise<TradingLine[]> => JSON.parse(await place.page('/lines')).lines
  place.quote(100)
  expect(await lines()).toEqual([])
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  await place.order({ side: 'buy', kind: 'bracket', amount: '100', price: '90', stop: '80', profit: '120' })
  await as('/en/app/alerts', { asset: 'DOGEUSDT', kind: 'level', value: '110' })
  await as('/en/app/alerts', { asset: 'DOGEUSDT', kind: 'leave', value: '70', high: '130' })
  await as('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: '110' })
  const drawn = async () => (await lines()).map(({ kind, price, address }) => [kind, price, address !== undefined])
  const others = [
    ['alert', 70, false],
    ['alert', 130, false],
  ]
  const held = ['average', expect.closeTo(100.12, 2), false]
  expect(await drawn()).toEqual([
    ...others,
    ['alert', 110, true],
    held,
    ['limit', 90, true],
    ['stop', 80, true],
    ['profit', 120, true],
  ])
  const move = async (kind: string, price: string) => {
    const { address = '' } = (await lines()).find((line) => line.kind === kind && line.address) ?? {}
    const { status, html } = await as(address, { do: 'move', price })
    return [status, JSON.parse(html).title]
  }
  expect(await move('stop', '95')).toEqual([422, 'The stop loss must be below the entry price.'])
  for (const [kind, price] of Object.entries({ alert: '111', limit: '91', stop: '81', profit: '121' })) {
    expect(await move(kind, price)).toEqual([200, undefined])
  }
  expect(await drawn()).toEqual([
    ['alert', 111, true],
    ...others,
    held,
    ['limit', 91, true],
    ['stop', 81, true],
    ['profit', 121, true],
  ])
})

test('a trailing stop by hand follows the price up and sells what is held', async () => {
  const place = await openPlace('XRPUSDT')
  place.quote(100)
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  const trailing = { side: 'sell', kind: 'trailing', share: '100' }
  expect(await place.order({ ...trailing, trail: '60' })).toMatchObject({
    status: 422,
    html: expect.stringContaining('Enter a percentage from 0.1 to 50.'),
  })
  expect((await place.order({ ...trailing, side: 'buy', trail: '5' })).status).toBe(400)
  expect(await place.page('?side=sell&kind=trailing')).toContain('Distance below the highest price, %')
  expect((await place.order({ ...trailing, trail: '5' })).status).toBe(303)
  const stop = async () => {
    const lines: TradingLine[] = JSON.parse(await place.page('/lines')).lines
    return lines.flatMap(({ kind, label, price }) => (kind === 'stop' ? [label, price] : []))
  }
  expect(await stop()).toEqual(['Sell · Trailing', 95])
  await place.close(100, 100, 100, 100)
  await place.close(100, 120, 100, 118)
  expect(await stop()).toEqual(['Sell · Trailing', 114])
  await place.close(118, 119, 114, 115)
  expect(await stop()).toEqual([])
  expect((await place.trades())[0]).toMatch(/^sell 113\.9/)
})

test('an order can be moved until it uses all free money, but no further', async () => {
  const place = await openPlace('LINKUSDT')
  place.quote(100)
  await place.order({ side: 'buy', kind: 'limit', amount: '1000', price: '95' })
  await place.close(100, 100, 100, 100)
  const [limit = ''] = await place.waiting()
  // This order reserves all the remaining money for the next minute.
  expect((await place.order({ side: 'buy', kind: 'market', share: '100' })).status).toBe(303)
  const move = async (price: string) => (await place.submit(`/orders/${limit}`, { do: 'move', price })).status
  expect([await move('95'), await move('95.001')]).toEqual([303, 422])
})

test('a bracket sells at the first exit reached and cancels the other', async () => {
  const place = await openPlace('SOLUSDT')
  place.quote(100)
  await place.order({ side: 'buy', kind: 'bracket', amount: '1000', price: '', stop: '95', profit: '110' })
  await place.close(100, 100, 100, 100)
  await place.close(100, 100, 100, 100)
  expect(await place.waiting()).toHaveLength(2)
  await place.close(100, 110.01, 96, 105)
  expect(await place.trades()).toEqual(['sell 110 9.988', 'buy 100.02 9.988'])
  expect(await place.waiting()).toEqual([])
})

test('exits of a position show what they risk and gain, and the first one cancels the other', async () => {
  const place = await openPlace('SOLUSDT')
  place.quote(100)
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  const exits = { side: 'sell', kind: 'bracket', share: '100', stop: '95', profit: '110' }
  const estimate = await place.page(`/estimate?${new URLSearchParams(exits)}`)
  expect(estimate).toContain('9.988 SOL: the first exit reached sells it and cancels the other')
  // The stop fills at 94.98: 948.66 minus the fee of 0.95, for a cost of 1,000.00.
  expect(estimate).toContain('At the stop −52.29 USDT. At the target +97.58 USDT')
  expect((await place.order(exits)).status).toBe(303)
  const lines = async () => {
    const { lines }: { lines: TradingLine[] } = JSON.parse(await place.page('/lines'))
    return lines.flatMap(({ kind, price, result }) => (kind === 'average' ? [] : [[kind, price, result]]))
  }
  expect(await lines()).toEqual([
    ['stop', 95, '−52.29'],
    ['profit', 110, '+97.58'],
  ])
  expect(await place.page()).toContain(' · −52.29 USDT')
  await place.order({ side: 'buy', kind: 'bracket', amount: '100', price: '90', stop: '80', profit: '' })
  expect((await lines()).slice(2)).toEqual([
    ['limit', 90, undefined],
    ['stop', 80, expect.stringMatching(/^−11\.\d\d$/)],
  ])
  await place.close(100, 100, 100, 100)
  await place.close(100, 100, 94, 96)
  expect(await place.trades()).toEqual(['sell 94.98 9.988', 'buy 100.02 9.988'])
  expect(await place.page()).toContain('−52.29</span></td>')
  expect(await lines()).toHaveLength(2)
})

test('an account has the fees of an exchange or its own; past trades keep theirs', async () => {
  const place = await openPlace('BTCUSDT')
  const fees = async () => {
    const csv = await site.as(place.person).read('/en/app/paper/trades.csv?asset=BTCUSDT')
    return csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[5]).toFixed(4))
  }
  const limit = { side: 'buy', kind: 'limit', amount: '1000', price: '99' }
  place.quote(100)
  expect(await place.page()).toContain('Fees: maker 0.1%, taker 0.1% (Binance, Bybit)')
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  expect((await place.submit('/fees', { preset: 'okx', maker: 'typed' })).status).toBe(303)
  for (const path of ['', '/ticket']) expect(await place.page(path)).toContain('Fees: maker 0.08%, taker 0.1% (OKX)')
  const estimate = await place.page(`/estimate?${new URLSearchParams(limit)}`)
  expect(estimate).toContain('incl. fee of 0.80')
  // The entry of a bracket waits like a limit order.
  const bracket = { ...limit, kind: 'bracket', stop: '95' }
  expect(await place.page(`/estimate?${new URLSearchParams(bracket)}`)).toContain('incl. fee of 0.80')
  await place.order(limit)
  await place.close(100, 100, 100, 100)
  await place.close(100, 100, 98, 99)
  expect(await fees()).toEqual(['0.7992', '0.9990'])
  const own = { maker: '-1', taker: '0.00001' }
  expect(await place.submit('/fees', own)).toMatchObject({
    status: 422,
    html: expect.stringMatching(/value="-1".*Enter a percentage from 0 to 5/s),
  })
  expect((await place.submit('/fees', { maker: '0', taker: '2.5' })).status).toBe(303)
  expect(await place.page()).toContain('Fees: maker 0%, taker 2.5%<')
  await place.submit('/close')
  for (let minute = 0; minute < 2; minute++) await place.close(99, 99, 99, 99)
  const [sale = '', ...before] = await fees()
  expect(before).toEqual(['0.7992', '0.9990'])
  expect(Number(sale)).toBeCloseTo(2050 * 0.025, -1)
})

const faulty: [fields: Record<string, string>, ru: string, en: string][] = [
  [{ amount: '' }, 'Заполните это поле.', 'Fill in this field.'],
  [{ amount: 'much' }, 'Нужно число больше нуля.', 'Enter a number above zero.'],
  [{ amount: '10001' }, 'Недостаточно денег', 'Insufficient funds'],
  [{ amount: '4' }, 'заявка должна быть не меньше', 'The minimum order is 5.00 USDT'],
  [{ side: 'sell', amount: '1' }, 'Продавать нечего', 'Nothing to sell'],
  [{ kind: 'limit', price: '' }, 'Заполните это поле.', 'Fill in this field.'],
  [{ kind: 'limit', price: '0.000011' }, 'делиться на шаг', 'a multiple of 0.0001'],
  [{ kind: 'limit', price: '1000' }, 'больше чем в сто раз', 'more than 100 times away'],
  [{ kind: 'stop', price: '2.4' }, 'выше рынка', 'must be above the market (2.5000)'],
  [{ kind: 'bracket' }, 'Укажите стоп-лосс', 'Enter a stop loss'],
  [{ kind: 'bracket', stop: '2.6' }, 'ниже цены входа', 'below the entry price'],
  [{ kind: 'bracket', profit: '2.4' }, 'выше цены входа', 'above the entry price'],
]

test('errors are shown by field in both languages, and also in the estimate during input', async () => {
  const { person, quote } = await openPlace('XRPUSDT')
  quote(2.5)
  for (const [fields, ru, en] of faulty) {
    const sent = { ...buy, ...fields }
    const { status, html } = await site.as(person).post('/en/app/paper/XRPUSDT/orders', sent)
    expect([status, html.includes('field-error') && html.includes(en), sent]).toEqual([422, true, sent])
    if (!fields.amount && fields.amount !== undefined) continue
    const query = new URLSearchParams(sent)
    expect(await site.as(person).read(`/app/paper/XRPUSDT/estimate?${query}`)).toContain(ru)
  }
  const query = new URLSearchParams({ ...buy, share: '50' })
  expect(await site.as(person).read(`/en/app/paper/XRPUSDT/estimate?${query}`)).toContain(
    '≈ 1,997.6 XRP at 2.5005, total 4,999.99 USDT incl. fee of 4.99',
  )
})

test('a field has the price of its order with the decimal separator of the language', async () => {
  const { person, quote, order } = await openPlace('LTCUSDT')
  quote(2.5)
  expect((await order({ ...buy, kind: 'limit', price: '2.4' })).status).toBe(303)
  const priceIn = async (prefix: string) =>
    (await site.as(person).read(`${prefix}/app/paper/LTCUSDT`)).match(/name="price"[^>]* value="(2[.,]4)"/)?.[1]
  expect([await priceIn(''), await priceIn('/en')]).toEqual(['2,4', '2.4'])
})

test('no orders while halted, without prices, after 20 orders or an end; a reset starts anew', async () => {
  const place = await openPlace('ADAUSDT')
  expect(await place.order(buy)).toMatchObject({ status: 422, html: expect.stringContaining('no price yet') })
  place.quote(1)
  feed.setListings({ asset: 'ADAUSDT', status: 'halted' })
  expect(await place.order(buy)).toMatchObject({ status: 422, html: expect.stringContaining('not trading, so') })
  feed.setListings({ asset: 'ADAUSDT', status: 'trading' })
  feed.setState({ name: 'waiting', until: now + 60_000, reason: 'disconnected' })
  expect(await place.order(buy)).toMatchObject({
    status: 422,
    html: expect.stringContaining('No prices are coming in'),
  })
  feed.setState({ name: 'live' })
  const limit = { side: 'buy', kind: 'limit', amount: '10', price: '0.5' }
  expect((await place.order(limit)).status).toBe(303)
  const row = (await findManualBot(site.appDb, place.person.id, 'ADAUSDT'))?.row
  const sendIntents = (intents: readonly Intent[]) =>
    sendCommand({ db: site.appDb, events: site.events, now: () => now }, row?.id ?? '', {
      do: 'order',
      intents,
      after: now,
    })
  const waiting = {
    act: 'limit',
    side: 'buy',
    price: wholeUnits(5000),
    quantity: wholeUnits(10),
    reason: 'by-hand',
  } as const
  await sendIntents(Array.from({ length: 19 }, (_, n): Intent => ({ ...waiting, name: `more-${n}` })))
  expect(await place.order(limit)).toMatchObject({
    status: 422,
    html: expect.stringContaining('20 open orders'),
  })
  expect((await place.submit('/orders/all', { do: 'cancel' })).status).toBe(303)
  expect(await place.submit('/orders/all', { do: 'cancel' })).toMatchObject({
    status: 422,
    html: expect.stringContaining('This order no longer exists'),
  })
  while (await sendIntents([]));
  expect(await place.order(limit)).toMatchObject({ status: 422, html: expect.stringContaining('Too many changes') })
  await site.appDb.client.execute("update bots set state = 'halted', reason = 'source-changed' where asset = 'ADAUSDT'")
  expect(await place.page()).toContain('The price source or the asset’s price step has changed')
  expect(await place.order(limit)).toMatchObject({ status: 422, html: expect.stringContaining('has stopped trading') })
  expect(await place.waiting()).toEqual([])
  expect((await place.submit('/reset')).status).toBe(303)
  expect(await site.as(place.person).read('/en/app/paper')).toContain('No paper accounts yet')
})

test('two windows that place the first order at the same time share one account', async () => {
  const place = await openPlace('DOTUSDT')
  place.quote(5)
  await Promise.all([place.order(buy), place.order(buy)])
  await place.close(5, 5, 5, 5)
  await place.close(5, 5, 5, 5)
  expect(await place.trades()).toHaveLength(2)
  const html = await site.as(place.person).read('/en/app/paper')
  expect(html).toContain('Total, USDT')
})
