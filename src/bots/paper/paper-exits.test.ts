import { expect, test } from 'bun:test'
import { buy, openPaper } from '../../../tests/paper-place.ts'
import type { TradingLine } from '../../charts/trading/trading-line.ts'

const paper = openPaper()

test('a trailing stop by hand follows the price up and sells what is held', async () => {
  const place = await paper.openPlace('XRPUSDT')
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

test('a bracket sells at the first exit reached and cancels the other', async () => {
  const place = await paper.openPlace('SOLUSDT')
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
  const place = await paper.openPlace('SOLUSDT')
  place.quote(100)
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  const exits = { side: 'sell', kind: 'bracket', share: '100', stop: '95', profit: '110' }
  const estimate = await place.page(`/estimate?${new URLSearchParams(exits)}`)
  expect(estimate).toContain('9.988 SOL: the first exit reached sells it and cancels the other')
  // The stop fills at 94.98: 948.66 minus the fee of 0.95, for a cost of 1,000.00.
  expect(estimate.replaceAll(/<[^>]*>/g, '')).toContain('At the stop −52.29 USDT. At the target +97.58 USDT')
  expect(estimate).toContain('data-direction="up">At the target')
  // A target below break-even is a loss, and looks like one.
  const low = await place.page(`/estimate?${new URLSearchParams({ ...exits, profit: '100.01' })}`)
  expect(low).toMatch(/<span class="change" data-direction="down">At the target −/)
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

test('the lines of a chart are the alerts, orders and position of its user, and can be moved', async () => {
  const place = await paper.openPlace('DOGEUSDT')
  const as = (path: string, fields: Record<string, string>) =>
    paper.site().as(place.person).post(path, fields, { accept: 'application/json' })
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

test('the hint that order lines can be dragged appears only with scripts', async () => {
  const place = await paper.openPlace('SOLUSDT')
  place.quote(100)
  expect(await place.page()).toContain('<p class="paper-told" role="status"></p>')
})

test.each([
  ['ETHUSDT', '/en', 'Present exits: Stop 95.00, Target 110.00', 'must be below the entry price'],
  ['BNBUSDT', '', 'Нынешние выходы: Стоп 95,00, Цель 110,00', 'ниже цены входа'],
])('new exits replace the present ones by one act, or leave them: %s at “%s”', async (asset, prefix, named, fault) => {
  const place = await paper.openPlace(asset, prefix)
  place.quote(100)
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  const query = 'side=sell&kind=bracket&share=100'
  expect(await place.page(`?${query}`)).not.toContain('name="replaces"')
  const exits = { side: 'sell', kind: 'bracket', share: '100' }
  await place.order({ ...exits, stop: '95', profit: '110' })
  await place.close(100, 100, 100, 100)
  const before = await place.waiting()
  for (const path of ['', '/ticket']) {
    const ticket = await place.page(`${path}?${query}`)
    expect(ticket).toContain(named)
    // Nothing is left for other exits, so the ticket begins with the replacement.
    expect(ticket).toMatch(new RegExp(`<input type="radio" name="replaces" checked="" value="${before.join(' ')}"`))
    expect(await place.page(`${path}?${query}&replaces=`)).toMatch(/name="replaces" checked="" value=""/)
  }
  expect((await place.order({ ...exits, stop: '96', profit: '' })).status).toBe(422)
  const replaces = before.join(' ')
  expect(await place.order({ ...exits, replaces, stop: '101', profit: '' })).toMatchObject({
    status: 422,
    html: expect.stringContaining(fault),
  })
  expect((await place.order({ ...exits, replaces: 'others', stop: '96', profit: '' })).status).toBe(422)
  expect((await place.order({ side: 'buy', kind: 'limit', amount: '10', price: '90', replaces })).status).toBe(303)
  expect((await place.waiting()).slice(0, 2)).toEqual(before)
  const estimate = await place.page(`/estimate?${new URLSearchParams({ ...exits, replaces, stop: '96', profit: '' })}`)
  expect(estimate).toContain('data-status="ready"')
  expect((await place.order({ ...exits, replaces, stop: '96', profit: '120' })).status).toBe(303)
  const after = await place.waiting()
  expect(after.filter((name) => before.includes(name))).toEqual([])
  expect(after).toHaveLength(3)
  await place.close(100, 100, 95.5, 97)
  // In the minute of the act the former exits were valid, the new ones only from the next one.
  expect(await place.trades()).toHaveLength(1)
  await place.close(97, 97, 95.5, 97)
  expect((await place.trades())[0]).toMatch(/^sell 95\.9/)
  expect(await place.waiting()).toHaveLength(1)
})

test('a trailing stop replaces exits even where no more orders may wait', async () => {
  const place = await paper.openPlace('TONUSDT')
  place.quote(100)
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  await place.order({ side: 'sell', kind: 'bracket', share: '100', stop: '95', profit: '110' })
  const exits = await place.waiting()
  for (let count = 0; count < 18; count++) {
    await place.order({ side: 'buy', kind: 'limit', amount: '10', price: `${60 + count}` })
  }
  const trailing = { side: 'sell', kind: 'trailing', share: '100', trail: '5' }
  expect((await place.order({ side: 'buy', kind: 'limit', amount: '10', price: '80' })).status).toBe(422)
  expect((await place.order({ ...trailing, replaces: exits.join(' ') })).status).toBe(303)
  expect(await place.waiting()).toHaveLength(19)
  expect((await place.waiting()).filter((name) => exits.includes(name))).toEqual([])
})
