import { expect, test } from 'bun:test'
import { buy, openPaper } from '../../../tests/paper-place.ts'
import { signIn } from '../../../tests/signed-in.ts'
import { partial } from '../../../tests/visitor.ts'
import { wholeUnits } from '../../market/units.ts'
import type { Intent } from '../engine/order.ts'
import { sendCommand } from '../owner/own-bots.ts'
import { findManualBot } from '../owner/owner-queries.ts'

const paper = openPaper()

test('a note on a closed trade is kept for its owner, changed, removed and downloaded', async () => {
  const place = await paper.openPlace('TONUSDT')
  place.quote(100)
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  await place.submit('/close')
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  const [action = ''] = /\/trades\/\d+\/note/.exec(await place.page()) ?? []
  const note = async (text: string, at = action) => (await place.submit(at, { note: text })).status
  const stranger = paper.site().as(await signIn(paper.site().appDb, { now: paper.now() }))
  expect((await stranger.post(`/en/app/paper/TONUSDT${action}`, { note: 'Mine' })).status).toBe(404)
  expect([await note('x\r\n'.repeat(500)), await note(`${'x\r\n'.repeat(500)}x`)]).toEqual([303, 400])
  expect([await note('x'.repeat(1001)), await note('Bought', '/trades/9/note')]).toEqual([400, 404])
  expect([await note('Bought', '/trades/abc/note'), await note('Bought', '/trades/1e999/note')]).toEqual([404, 404])
  expect(await note('Sold <b>too early</b>')).toBe(303)
  expect(await place.page()).toContain('Sold &lt;b&gt;too early&lt;/b&gt;</summary>')
  const back = await paper
    .site()
    .as(place.person)
    .post(`/app/paper/TONUSDT${action}`, { note: 'Рано', back: '/app/paper' })
  expect(back.location).toBe('/app/paper')
  expect(await paper.site().as(place.person).read('/app/paper')).toContain('Рано</summary>')
  expect(await paper.site().as(place.person).read('/app/paper/trades.csv')).toContain(',by-hand,Рано')
  const picture = action.replace('note', 'picture')
  expect(await place.page()).toContain(`hx-get="/en/app/paper/TONUSDT${picture}"`)
  for (const headers of [{}, partial]) {
    const html = await paper.site().as(place.person).read(`/app/paper/TONUSDT${picture}`, headers)
    expect(html).toMatch(/is-buy"><path class="chart-ink-trade-price".*is-sell"><path class="chart-ink-trade-price"/s)
    expect(html).toMatch(/<figcaption>Покупка 100,020, .* · Продажа 99,980, .* · 1.мин<\/figcaption>/)
  }
  const gone = [
    stranger.get(`/app/paper/TONUSDT${picture}`),
    paper.site().as(place.person).get('/app/paper/TONUSDT/trades/9/picture'),
  ]
  for (const { status } of await Promise.all(gone)) expect(status).toBe(404)
  expect(await note(' ')).toBe(303)
  expect(await place.page()).not.toContain('</b></summary>')
})

test('a purchase has a note and a picture too; both leave with the account', async () => {
  const place = await paper.openPlace('DOTUSDT')
  const site = paper.site()
  place.quote(100)
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  const stranger = site.as(await signIn(site.appDb, { now: paper.now() }))
  expect((await stranger.post('/en/app/paper/DOTUSDT/trades/1/note', { note: 'Mine' })).status).toBe(404)
  expect((await place.submit('/trades/1/note', { note: 'x'.repeat(1001) })).status).toBe(400)
  expect((await place.submit('/trades/1/note', { note: 'Above the average' })).status).toBe(303)
  expect(await place.page()).toContain('Above the average</summary>')
  expect(await place.page()).toContain('hx-get="/en/app/paper/DOTUSDT/trades/1/picture"')
  const picture = await site.as(place.person).read('/en/app/paper/DOTUSDT/trades/1/picture', partial)
  expect(picture).toMatch(/is-buy"><path class="chart-ink-trade-price"/)
  expect(picture).toMatch(/<figcaption>Buy 100\.020, [^·]* · 1m<\/figcaption>/)
  expect(await site.as(place.person).read('/en/app/paper/trades.csv')).toContain(',by-hand,Above the average')
  const noteCount = async () => {
    const { rows } = await site.appDb.client.execute("select 1 from bot_trades where note = 'Above the average'")
    return rows.length
  }
  expect(await noteCount()).toBe(1)
  await site.appDb.client.execute({ sql: 'delete from users where id = ?', args: [place.person.id] })
  expect(await noteCount()).toBe(0)
})

test('paper trading is in the navigation of the bot pages', async () => {
  const person = await signIn(paper.site().appDb, { now: paper.now() })
  for (const path of ['/en/app/paper', '/app/paper/LINKUSDT']) {
    const html = await paper.site().as(person).read(path)
    const [header = '', parts = ''] = [/<header.*?<\/header>/s, /<nav class="part-nav".*?<\/nav>/s].map(
      (part) => part.exec(html)?.[0] ?? '',
    )
    expect(header).toMatch(/\/app\/bots" aria-current="true"/)
    expect(parts.match(/href="[^"]+" aria-current/g)?.join()).toMatch(/^href="(\/en)?\/app\/paper" aria-current$/)
  }
})

test('an account ahead of the market, after its minutes were removed, accepts no orders', async () => {
  const place = await paper.openPlace('LTCUSDT')
  place.quote(100)
  expect(await place.order(buy)).toMatchObject({ status: 303 })
  await paper.site().appDb.client.execute("update bots set cursor = cursor + 86400000 where asset = 'LTCUSDT'")
  expect((await place.order(buy)).html).toContain('clock was ahead')
  expect(await place.page()).toContain('clock was ahead')
})

test('an account has the fees of an exchange or its own; past trades keep theirs', async () => {
  const place = await paper.openPlace('BTCUSDT')
  const fees = async () => {
    const csv = await paper.site().as(place.person).read('/en/app/paper/trades.csv?asset=BTCUSDT')
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
  const text = 'Fees: maker 0.08%, taker 0.1% (OKX)'
  expect(JSON.parse(await place.page('/fees'))).toEqual({ makerFee: 800, takerFee: 1000, text })
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

test('no orders while halted, without prices, after 20 orders or an end; a reset starts anew', async () => {
  const place = await paper.openPlace('ADAUSDT')
  expect(await place.order(buy)).toMatchObject({ status: 422, html: expect.stringContaining('no price yet') })
  place.quote(1)
  paper.feed.setListings({ asset: 'ADAUSDT', status: 'halted' })
  expect(await place.order(buy)).toMatchObject({ status: 422, html: expect.stringContaining('not trading, so') })
  paper.feed.setListings({ asset: 'ADAUSDT', status: 'trading' })
  paper.feed.setState({ name: 'waiting', until: paper.now() + 60_000, reason: 'disconnected' })
  expect(await place.order(buy)).toMatchObject({
    status: 422,
    html: expect.stringContaining('No prices are coming in'),
  })
  paper.feed.setState({ name: 'live' })
  const limit = { side: 'buy', kind: 'limit', amount: '10', price: '0.5' }
  expect((await place.order(limit)).status).toBe(303)
  const row = (await findManualBot(paper.site().appDb, place.person.id, 'ADAUSDT'))?.row
  const sendIntents = (intents: readonly Intent[]) =>
    sendCommand({ db: paper.site().appDb, events: paper.site().events, now: paper.now }, row?.id ?? '', {
      do: 'order',
      intents,
      after: paper.now(),
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
  await paper
    .site()
    .appDb.client.execute("update bots set state = 'halted', reason = 'source-changed' where asset = 'ADAUSDT'")
  expect(await place.page()).toContain('The price source or the asset’s price step has changed')
  expect(await place.order(limit)).toMatchObject({ status: 422, html: expect.stringContaining('has stopped trading') })
  expect(await place.waiting()).toEqual([])
  expect((await place.submit('/reset')).status).toBe(303)
  expect(await paper.site().as(place.person).read('/en/app/paper')).toContain('No paper accounts yet')
})

test('two windows that place the first order at the same time share one account', async () => {
  const place = await paper.openPlace('DOTUSDT')
  place.quote(5)
  await Promise.all([place.order(buy), place.order(buy)])
  await place.close(5, 5, 5, 5)
  await place.close(5, 5, 5, 5)
  expect(await place.trades()).toHaveLength(2)
  const html = await paper.site().as(place.person).read('/en/app/paper')
  expect(html).toContain('Total, USDT')
})
