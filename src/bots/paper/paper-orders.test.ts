import { expect, test } from 'bun:test'
import { buy, openPaper } from '../../../tests/paper-place.ts'
import { findManualBot } from '../owner/owner-queries.ts'

const paper = openPaper()

test('submitting a form twice, also in the other language, orders once, even without money', async () => {
  const { person, quote, order, page, waiting } = await paper.openPlace('LINKUSDT')
  quote(20)
  const [, key] = /name="formKey" value="([\w-]+)"/.exec(await page('?side=buy&kind=limit')) ?? []
  const form = { side: 'buy', kind: 'limit', price: '15', share: '75', formKey: key ?? 'none' }
  const sends = [...(await Promise.all([order(form), order(form)])), await order(form)]
  const done = { status: 303, location: '/en/app/paper/LINKUSDT?side=buy&kind=limit' }
  expect(sends).toEqual(sends.map(() => expect.objectContaining(done)))
  expect(await waiting()).toHaveLength(1)
  expect((await paper.site().as(person).post('/app/paper/LINKUSDT/orders', form)).status).toBe(303)
  expect(await waiting()).toHaveLength(1)
  // A form with other fields, or on a reloaded page, makes another order; API clients send no key.
  await order({ ...form, share: '25' })
  expect(await waiting()).toHaveLength(2)
  for (let n = 0; n < 2; n++) await order({ side: 'buy', kind: 'limit', price: '15', amount: '10' })
  expect(await waiting()).toHaveLength(4)
  expect((await findManualBot(paper.site().appDb, person.id, 'LINKUSDT'))?.row.nextAct).toBe(5)
})

test('a market order creates an account and fills at the next open by the fill model', async () => {
  const place = await paper.openPlace('ETHUSDT')
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

test('closing a position names what it cancels, and canceling it brings that back', async () => {
  const place = await paper.openPlace('DOTUSDT')
  place.quote(100)
  await place.order(buy)
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  await place.order({ side: 'sell', kind: 'stop', share: '100', price: '95' })
  const [stop = ''] = await place.waiting()
  for (let click = 0; click < 2; click++) expect((await place.submit('/close')).status).toBe(303)
  expect(await place.waiting()).toEqual([])
  expect(await place.page()).toContain('Cancels Sell, Stop, 95.000. If you cancel this sale, they wait again.')
  expect(await place.page()).toContain('action="/en/app/paper/DOTUSDT/orders/close"')
  expect((await place.submit('/orders/close', { do: 'cancel' })).status).toBe(303)
  expect(await place.waiting()).toEqual([stop])
  await place.close(100, 100, 100, 100)
  expect(await place.trades()).toHaveLength(1)
  await place.submit('/close')
  for (let minute = 0; minute < 2; minute++) await place.close(100, 100, 100, 100)
  expect([await place.waiting(), (await place.trades()).length]).toEqual([[], 2])
})

test.each([
  ['BNBUSDT', '/en', 'buy 96 10.515', 'The price must be a multiple of 0.01.'],
  ['AVAXUSDT', '', 'buy 96 10.51', 'Цена должна делиться на шаг 0,01.'],
])(
  'a limit fills only beyond its price, and can be moved and canceled: %s at “%s”',
  async (asset, prefix, bought, fault) => {
    const place = await paper.openPlace(asset, prefix)
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
  const place = await paper.openPlace('LTCUSDT')
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

test('an order can be moved until it uses all free money, but no further', async () => {
  const place = await paper.openPlace('LINKUSDT')
  place.quote(100)
  await place.order({ side: 'buy', kind: 'limit', amount: '1000', price: '95' })
  await place.close(100, 100, 100, 100)
  const [limit = ''] = await place.waiting()
  // This order reserves all the remaining money for the next minute.
  expect((await place.order({ side: 'buy', kind: 'market', share: '100' })).status).toBe(303)
  const move = async (price: string) => (await place.submit(`/orders/${limit}`, { do: 'move', price })).status
  expect([await move('95'), await move('95.001')]).toEqual([303, 422])
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
  const { person, quote } = await paper.openPlace('XRPUSDT')
  quote(2.5)
  for (const [fields, ru, en] of faulty) {
    const sent = { ...buy, ...fields }
    const { status, html } = await paper.site().as(person).post('/en/app/paper/XRPUSDT/orders', sent)
    expect([status, html.includes('field-error') && html.includes(en), sent]).toEqual([422, true, sent])
    if (!fields.amount && fields.amount !== undefined) continue
    const query = new URLSearchParams(sent)
    expect(await paper.site().as(person).read(`/app/paper/XRPUSDT/estimate?${query}`)).toContain(ru)
  }
  const query = new URLSearchParams({ ...buy, share: '50' })
  expect(await paper.site().as(person).read(`/en/app/paper/XRPUSDT/estimate?${query}`)).toContain(
    '≈ 1,997.6 XRP at 2.5005, total 4,999.99 USDT incl. fee of 4.99',
  )
})

test('a field has the price of its order with the decimal separator of the language', async () => {
  const { person, quote, order } = await paper.openPlace('LTCUSDT')
  quote(2.5)
  expect((await order({ ...buy, kind: 'limit', price: '2.4' })).status).toBe(303)
  const priceIn = async (prefix: string) =>
    (await paper.site().as(person).read(`${prefix}/app/paper/LTCUSDT`)).match(/name="price"[^>]* value="(2[.,]4)"/)?.[1]
  expect([await priceIn(''), await priceIn('/en')]).toEqual(['2,4', '2.4'])
})
