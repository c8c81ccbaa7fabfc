import { describe, expect, test } from 'bun:test'
import { now, openAlertSite } from '../../tests/alert-site.ts'
import { cookieOf, partial } from '../../tests/visitor.ts'
import { listAlerts } from './queries.ts'
import { alertGone } from './topics.ts'

const maxAlerts = 50

const { feed, member, priceOf, setAhead, site } = openAlertSite()

test('a form submitted twice creates one alert even if the price moves; both responses are equal', async () => {
  const owner = await member()
  for (const path of ['/en/app/alerts', '/en/app/enigma/XRPUSDT/alerts']) {
    const html = await site()
      .as(owner)
      .read(path.replace(/(XRPUSDT)\/alerts/, '$1'))
    const [, formKey = 'none'] = /name="formKey" value="([\w-]+)"/.exec(html) ?? []
    const form = { asset: 'XRPUSDT', kind: 'percent', value: '10', formKey }
    const sends = [site().as(owner).post(path, form), site().as(owner).post(path, form)]
    await Promise.all(sends)
    priceOf('XRPUSDT', 2.51)
    sends.push(site().as(owner).post(path, form))
    for (const { status, location } of await Promise.all(sends)) {
      expect([status, location]).toEqual([303, path.replace(/(XRPUSDT)\/alerts/, '$1#alerts')])
    }
  }
  expect(await listAlerts(site().appDb, owner.id, 9)).toHaveLength(2)
  priceOf('XRPUSDT', 2.5)
})

test('a script creates, moves and deletes its own alert, also beside one of the same moment', async () => {
  const owner = await member()
  const send = async (fields: Record<string, string>) => {
    const sent = { asset: 'XRPUSDT', kind: 'level', ...fields }
    return site().as(owner).post('/en/app/alerts', sent, { accept: 'application/json' })
  }
  const idOf = async (fields: Record<string, string>): Promise<string> => JSON.parse((await send(fields)).html).id
  let [low, high] = await Promise.all([idOf({ value: '2', formKey: 'a' }), idOf({ value: '3', formKey: 'b' })])
  expect(await idOf({ value: '2', formKey: 'a' })).toBe(low)
  const ids = (await listAlerts(site().appDb, owner.id, 9)).map(({ id, value }) => [id, value])
  expect(Object.fromEntries(ids)).toEqual({ [low]: 2, [high]: 3 })
  const refused = await send({ value: '2' })
  expect(refused.status).toBe(422)
  expect(JSON.parse(refused.html).title).toBe('You already have this alert.')
  const left: string[] = []
  const stop = site().events.on(alertGone, ({ id }) => void left.push(id))
  const first = low
  const move = async (id: string, price: string, by = owner) => {
    const path = `/en/app/alerts/${id}/move`
    const { status, html } = await site().as(by).post(path, { price }, { accept: 'application/json' })
    return [status, JSON.parse(html)] as const
  }
  expect(await move(low, '1', await member())).toMatchObject([
    422,
    { title: expect.stringContaining('no longer exists') },
  ])
  expect(await move(low, '2.5')).toMatchObject([422, { title: expect.stringContaining('2.50') }])
  expect(await move(low, '3')).toMatchObject([422, { title: 'You already have this alert.' }])
  const [status, { address }] = await move(low, '1.75')
  expect(status).toBe(200)
  expect(await move(low, '1.5')).toMatchObject([422, { title: expect.stringContaining('no longer exists') }])
  low = /alerts\/(.+)\/move$/.exec(address)?.[1] ?? ''
  const moved = (await listAlerts(site().appDb, owner.id, 9)).map(({ id, value }) => [id, value])
  expect(Object.fromEntries(moved)).toEqual({ [low]: 1.75, [high]: 3 })
  const removal = `/en/app/alerts/${low}/removal`
  const gone = await site().as(owner).post(removal, {}, { accept: 'application/json' })
  expect(JSON.parse(gone.html)).toEqual({ isDeleted: true })
  expect(await listAlerts(site().appDb, owner.id, 9)).toMatchObject([{ id: high }])
  expect(left).toEqual([first, low])
  stop()
})

test('an alert in percent that was moved to a price is in percent again after the undo', async () => {
  const owner = await member()
  const post = async (path: string, fields: Record<string, string>, by = owner) => {
    const { status, html } = await site().as(by).post(path, fields, { accept: 'application/json' })
    return { status, ...JSON.parse(html) }
  }
  const { id } = await post('/en/app/alerts', { asset: 'XRPUSDT', kind: 'percent', value: '4', note: 'Mine' })
  const { address, undo } = await post(`/en/app/alerts/${id}/move`, { price: '1.25' })
  expect(await listAlerts(site().appDb, owner.id, 9)).toMatchObject([{ kind: 'level', value: 1.25 }])
  expect(await post(address, { price: '2.6', undo }, await member())).toMatchObject({ status: 422 })
  const late = { status: 422, title: 'Too late to undo: ten seconds have passed.' }
  expect(await post(address, { price: '2.6', undo: 'x.y' })).toEqual(expect.objectContaining(late))
  expect(await post(address, { price: '2.6', undo })).toMatchObject({ status: 200 })
  expect(await listAlerts(site().appDb, owner.id, 9)).toMatchObject([{ kind: 'percent', value: 4, note: 'Mine' }])
})

describe('an alert', () => {
  test('is created on its asset page, waits, fires once and is unseen until acknowledged', async () => {
    const me = await member()
    const fields = { kind: 'level', value: '61,000', note: 'Sell <b>' }
    const made = await site().as(me).post('/en/app/enigma/BTCUSDT/alerts', fields)
    expect([made.status, made.location]).toEqual([303, '/en/app/enigma/BTCUSDT#alerts'])
    const [flash = ''] = made.headers.get('set-cookie')?.split(';') ?? []
    const waiting = await site()
      .as(me)
      .read('/en/app/enigma/BTCUSDT', { cookie: `${me.cookie}; ${flash}` })
    expect(waiting).toContain('Alert set.')
    expect(waiting).toContain('rises to 61,000.00')
    expect(waiting).toContain('Sell &lt;b&gt;')
    expect((await site().as(me).part('/en/app/alerts/news')).html).not.toContain('<form')

    priceOf('BTCUSDT', 60_999)
    priceOf('BTCUSDT', 61_001.5)
    priceOf('BTCUSDT', 62_000)
    await site().alerts?.idle()
    const news = (await site().as(me).part('/en/app/alerts/news')).html
    expect(news).toContain('BTC/USDT rose to 61,000.00, price 61,001.50')
    // The tab of the alerts, beside the notification, also shows the number of unseen alerts.
    expect(news).toMatch(/<span id="alerts-unseen"[^>]*hx-swap-oob="true"[^>]*>.*?>1 new</)
    expect(await site().as(me).read('/en/app/alerts')).toContain('1 new')

    const [, id = ''] = /name="id" value="([^"]+)"/.exec(news) ?? []
    const seen = await site().as(me).post('/en/app/alerts/seen', { id }, partial)
    expect(seen.status).toBe(200)
    expect(seen.html).not.toContain('<form')
    expect(seen.html).toMatch(/<span id="alerts-unseen"[^>]*hx-swap-oob="true"[^>]*><\/span>/)
    const after = await site().as(me).read('/en/app/alerts')
    // The page says the same sentence as the notification.
    expect(after.replaceAll(/<[^>]+>/g, '')).toContain('BTC/USDT rose to 61,000.00, price 61,001.50')
    expect(after).not.toContain('1 new')
    priceOf('BTCUSDT', 60_000)
  })

  test('in percent refers to the price at its creation, in Russian', async () => {
    const me = await member()
    const { status } = await site().as(me).post('/app/alerts', { asset: 'XRPUSDT', kind: 'percent', value: '−4' })
    expect(status).toBe(303)
    const html = await site().as(me).read('/app/alerts')
    expect(html).toContain('опустится до\u00a02,4000')
    expect(html).toMatch(/−4,00\s%\sот\s2,5000/)
    priceOf('XRPUSDT', 2.41)
    await site().alerts?.idle()
    expect((await site().as(me).part('/app/alerts/news')).html).not.toContain('<form')
    priceOf('XRPUSDT', 2.39)
    await site().alerts?.idle()
    expect((await site().as(me).part('/app/alerts/news')).html).toContain(
      'XRP/USDT опустился до\u00a02,4000, цена\u00a02,3900',
    )
    priceOf('XRPUSDT', 2.5)
  })

  test('that is invalid is rejected in its form, which keeps the input', async () => {
    const me = await member()
    const fields = { kind: 'percent', value: 'lots', note: 'Mine' }
    const { status, html } = await site().as(me).post('/en/app/enigma/BTCUSDT/alerts', fields)
    expect(status).toBe(422)
    expect(html).toContain('Enter a number such as 65000 or -5.')
    expect(html).toContain('value="lots"')
    expect(html).toContain('value="Mine"')
    expect(html).toMatch(/aria-describedby="value-error value-hint"/)
    const there = await site().as(me).post('/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: '60000' })
    expect(there.html).toMatch(/Цена уже там: сейчас 60\s000,00/)
    const tooLow = { asset: 'BTCUSDT', kind: 'level', value: '0.004' }
    expect((await site().as(me).post('/app/alerts', tooLow)).html).toMatch(/Шаг цены — 0,01: .+ не бывает/)
    expect((await site().as(me).post('/en/app/alerts', tooLow)).html).toContain(
      'The price moves in steps of 0.01 and cannot fall below',
    )
    const nowhere = await site().as(me).post('/en/app/alerts', { asset: 'NOPE', kind: 'level', value: '1' })
    expect(nowhere.status).toBe(422)
    expect(nowhere.html).toContain('Unknown asset')
    const silent = await site().as(me).post('/en/app/alerts', { asset: 'ADAUSDT', kind: 'level', value: '1' })
    expect(silent.html).toContain('This asset has no price yet')
    expect((await site().as(me).post('/en/app/enigma/NOPE/alerts', fields)).status).toBe(404)
    expect(await site().as(me).read('/en/app/alerts')).toContain('No active alerts.')
  })

  test('is rejected beyond fifty waiting ones', async () => {
    const me = await member()
    for (let n = 0; n < maxAlerts; n++) {
      await site()
        .as(me)
        .post('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: String(90_000 + n) })
    }
    const { status, html } = await site().as(me).post('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: '1' })
    expect(status).toBe(422)
    expect(html).toContain('You already have 50 active alerts')
  })

  test('belongs to its owner: others can neither see, acknowledge nor delete it', async () => {
    const [me, other] = [await member(), await member()]
    await site().as(me).post('/en/app/alerts', { asset: 'XRPUSDT', kind: 'level', value: '9', note: 'Secret' })
    const mine = await site().as(me).read('/en/app/alerts')
    const [, removal = ''] = /action="(\/en\/app\/alerts\/[^"]+\/removal)"/.exec(mine) ?? []
    expect(await site().as(other).read('/en/app/alerts')).not.toContain('Secret')
    await site().as(other).post(removal, { back: '/app/alerts' })
    expect(await site().as(me).read('/en/app/alerts')).toContain('Secret')
    const gone = await site().as(me).post(removal, { back: '/app/enigma/XRPUSDT' })
    expect([gone.status, gone.location]).toEqual([303, '/en/app/enigma/XRPUSDT'])
    expect(await site().as(me).read('/en/app/alerts')).not.toContain('Secret')
    expect((await site().as(me).post(removal)).status).toBe(303)
  })

  test('can be restored after deletion through its toast: within ten seconds, by its owner, once', async () => {
    const [me, other] = [await member(), await member()]
    await site().as(me).post('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: '61000', note: 'Mine' })
    const remove = async () => {
      const html = await site().as(me).read('/en/app/alerts')
      const [, removal = ''] = /action="(\/en\/app\/alerts\/[^"]+\/removal)"/.exec(html) ?? []
      const flash = cookieOf(await site().as(me).post(removal, { back: '/app/enigma/BTCUSDT' }), 'flash')
      const page = await site()
        .as({ cookie: `${me.cookie}; ${flash}` })
        .read('/en/app/enigma/BTCUSDT')
      expect(page).toContain('Alert deleted: BTC/USDT, 61,000.00.')
      expect(page).toContain('action="/en/app/alerts/undo"')
      return { undo: /name="undo" value="([^"]+)"/.exec(page)?.[1] ?? '', back: '/app/alerts' }
    }
    const first = await remove()
    await site().as(other).post('/en/app/alerts/undo', first)
    await site()
      .as(me)
      .post('/en/app/alerts/undo', { ...first, undo: `${first.undo}x` })
    setAhead(10_000)
    await site().as(me).post('/en/app/alerts/undo', first)
    expect(await site().as(me).read('/en/app/alerts')).not.toContain('Mine')
    setAhead(9_999)
    const undone = await site().as(me).post('/en/app/alerts/undo', first)
    setAhead(0)
    expect(undone.location).toBe('/en/app/alerts')
    expect(cookieOf(undone, 'flash')).toBe('__Host-flash=alerts.flashUndone')
    expect(cookieOf(await site().as(me).post('/en/app/alerts/undo', first), 'flash')).toBe(
      '__Host-flash=alerts.flashRefused',
    )
    expect((await site().as(me).read('/en/app/alerts')).match(/Mine/g)).toHaveLength(1)
    // The restored alert waits for its price as before.
    priceOf('BTCUSDT', 61_000)
    await site().alerts?.idle()
    expect((await site().as(me).part('/en/app/alerts/news')).html).toContain(
      'BTC/USDT rose to 61,000.00, price 61,000.00',
    )
    priceOf('BTCUSDT', 60_000)
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(await site().as(me).read('/en/app/alerts')) ?? []
    const seen = await site().as(me).post('/en/app/alerts/seen', { id })
    const html = await site()
      .as({ cookie: `${me.cookie}; ${cookieOf(seen, 'flash')}` })
      .read('/en/app/alerts')
    expect(html).not.toContain('1 new')
    const undo = /name="undo" value="([^"]+)"/.exec(html)?.[1] ?? ''
    await site().as(me).post('/en/app/alerts/undo', { undo, back: '/app/alerts' })
    expect(await site().as(me).read('/en/app/alerts')).toContain('1 new')
    await remove()
    expect(await site().as(me).read('/en/app/alerts')).not.toContain('Mine')
  })

  test('each deletion keeps its own undo until it is used or ten seconds have passed', async () => {
    const me = await member()
    let flash = ''
    const seen = () => ({ cookie: `${me.cookie}; ${flash}` })
    for (const value of ['61000', '62000']) {
      await site().as(me).post('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value })
    }
    for (let deleted = 0; deleted < 2; deleted++) {
      const page = await site().as(seen()).get('/en/app/alerts')
      flash = cookieOf(page, 'flash') || flash
      const [, removal = ''] = /action="(\/en\/app\/alerts\/[^"]+\/removal)"/.exec(page.html) ?? []
      flash = cookieOf(await site().as(seen()).post(removal, { back: '/app/alerts' }), 'flash')
    }
    const undosIn = (html: string) => [...html.matchAll(/name="undo" value="([^"]+)"/g)].map(([, undo = '']) => undo)
    const html = await site().as(seen()).read('/en/app/alerts')
    expect(html).toContain('Alert deleted: BTC/USDT, 62,000.00.')
    expect(html).toContain('Alert deleted: BTC/USDT, 61,000.00.')
    const [first = '', second] = undosIn(html)
    flash = cookieOf(await site().as(seen()).post('/en/app/alerts/undo', { undo: first }), 'flash')
    const after = await site().as(seen()).read('/en/app/alerts')
    expect(after).toContain('Restored.')
    expect(undosIn(after)).toEqual([second ?? ''])
    setAhead(10_000)
    const late = await site().as(seen()).read('/en/app/alerts')
    setAhead(0)
    expect(undosIn(late)).toEqual([])
  })

  test('cannot be created by a request from another site', async () => {
    const me = await member()
    const fields = { asset: 'BTCUSDT', kind: 'level', value: '1' }
    expect((await site().as(me).post('/app/alerts', fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const large = { ...fields, note: 'x'.repeat(20_000) }
    expect((await site().as(me).post('/app/alerts', large)).status).toBe(413)
  })
})

test('the page says that no alert can fire while prices do not update', async () => {
  const who = await member()
  feed.setState({ name: 'waiting', until: now + 2000, reason: 'silent' })
  const html = await site().as(who).read('/en/app/alerts')
  feed.setState({ name: 'live' })
  expect(html).toContain('prices are not updating. Trying to reconnect.</p>')
  expect(await site().as(who).read('/en/app/alerts')).not.toContain('Trying to reconnect.</p>')
})
