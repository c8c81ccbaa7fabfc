import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../tests/doubles/feed.ts'
import { type SignedIn, signIn } from '../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { minuteMs } from '../market/timeframe.ts'
import { parseAlertForm, readNumber } from './alert-form.ts'
import { listAlerts } from './queries.ts'

const maxAlerts = 50

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const minute = now - (now % minuteMs)
const feed = createTestFeed()
let site: TestSite
let volume = 1
/** Time by which the site's clock is ahead of the test clock, ms */
let ahead = 0

beforeAll(async () => {
  site = await createTestSite({ feed, now: () => now + ahead })
  feed.setState({ name: 'live' })
  priceOf('BTCUSDT', 60_000)
  priceOf('XRPUSDT', 2.5)
})
afterAll(() => site.close())

/** Sends a tick with this price, in the current minute of the market. */
function priceOf(asset: string, price: number): void {
  feed.emit(minuteOf(asset, minute, price, { isClosed: false, time: now + ++volume, volume }))
}

async function ask(path: string, { cookie }: SignedIn, headers: Record<string, string> = {}) {
  const response = await site.app.request(path, { headers: { cookie, accept: 'text/html', ...headers } })
  return { status: response.status, html: await response.text() }
}

async function send(
  path: string,
  fields: Record<string, string>,
  { cookie }: SignedIn,
  headers: Record<string, string> = {},
) {
  const response = await site.app.request(path, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  })
  const [flash = ''] = response.headers.getSetCookie().filter((cookie) => cookie.includes('flash='))
  const location = response.headers.get('location')
  return { status: response.status, location, flash: flash.split(';')[0] ?? '', html: await response.text() }
}

const partial = { 'hx-request': 'true', 'hx-request-type': 'partial' }
const member = () => signIn(site.appDb, { now })

test('a form submitted twice creates one alert even if the price moves; both responses are equal', async () => {
  const owner = await member()
  for (const path of ['/en/app/alerts', '/en/app/enigma/XRPUSDT/alerts']) {
    const { html } = await ask(path.replace(/(XRPUSDT)\/alerts/, '$1'), owner)
    const [, formKey = 'none'] = /name="formKey" value="([\w-]+)"/.exec(html) ?? []
    const form = { asset: 'XRPUSDT', kind: 'percent', value: '10', formKey }
    const sends = [send(path, form, owner), send(path, form, owner)]
    await Promise.all(sends)
    priceOf('XRPUSDT', 2.51)
    sends.push(send(path, form, owner))
    for (const { status, location } of await Promise.all(sends)) {
      expect([status, location]).toEqual([303, path.replace(/(XRPUSDT)\/alerts/, '$1')])
    }
  }
  expect(await listAlerts(site.appDb, owner.id, 9)).toHaveLength(2)
  priceOf('XRPUSDT', 2.5)
})

test.each([
  ['ru', '65000', 65_000],
  ['ru', '65 000,5', 65_000.5],
  ['ru', '65,000', 65],
  ['ru', '1,000,000', 1_000_000],
  ['en', '65,000', 65_000],
  ['en', '65,000.25', 65_000.25],
  ['en', '0,625', 0.625],
  ['en', '1,5', 1.5],
  ['en', '−5%', -5],
  ['ru', '+ 5 %', 5],
  ['en', '1e5', undefined],
  ['en', '', undefined],
  ['en', 'Infinity', undefined],
  ['en', '1,2,3', undefined],
  ['en', '12.5.1', undefined],
  ['ru', '--5', undefined],
] as const)('%s: %p is parsed as %p', (locale, text, value) => {
  expect(readNumber(locale, text)).toBe(value)
})

test.each([
  [{ kind: 'level', value: '0' }, { value: 'badLevel' }],
  [{ kind: 'level', value: '-1' }, { value: 'badLevel' }],
  [{ kind: 'level', value: '100' }, { value: 'alreadyThere' }],
  [{ kind: 'level', value: '100.004' }, { value: 'alreadyThere' }],
  [{ kind: 'level', value: '0.004' }, { value: 'belowStep' }],
  [{ kind: 'level', value: 'much' }, { value: 'badNumber' }],
  [{ kind: 'percent', value: '0' }, { value: 'badPercent' }],
  [{ kind: 'percent', value: '-100' }, { value: 'badPercent' }],
  [{ kind: 'percent', value: '1001' }, { value: 'badPercent' }],
  [{ kind: 'sideways', value: '5' }, { kind: 'badKind' }],
  [
    { kind: 'percent', value: 'x', note: 'ё'.repeat(201) },
    { value: 'badNumber', note: 'badNote' },
  ],
] as const)('%p is rejected', (fields, faults) => {
  const reading = parseAlertForm({ note: '', ...fields }, { locale: 'en', price: 100, priceDigits: 2 })
  expect(reading).toEqual({ isValid: false, faults })
})

test.each([
  ['0.005', 0.01],
  ['99.996', 100],
  ['101.2345', 101.23],
] as const)('a level of %p is rounded to the step: %p', (value, level) => {
  const reading = parseAlertForm({ kind: 'level', value, note: '' }, { locale: 'en', price: 50, priceDigits: 2 })
  expect(reading).toMatchObject({ isValid: true, alert: { value: level } })
})

describe('an alert', () => {
  test('is created on its asset page, waits, fires once and is unseen until acknowledged', async () => {
    const me = await member()
    const fields = { kind: 'level', value: '61,000', note: 'Sell <b>' }
    const made = await send('/en/app/enigma/BTCUSDT/alerts', fields, me)
    expect([made.status, made.location]).toEqual([303, '/en/app/enigma/BTCUSDT'])
    const waiting = (await ask('/en/app/enigma/BTCUSDT', me)).html
    expect(waiting).toContain('rises to 61,000.00')
    expect(waiting).toContain('Sell &lt;b&gt;')
    expect((await ask('/en/app/alerts/news', me, partial)).html).not.toContain('<form')

    priceOf('BTCUSDT', 60_999)
    priceOf('BTCUSDT', 61_001.5)
    priceOf('BTCUSDT', 62_000)
    await site.alerts?.idle()
    const news = (await ask('/en/app/alerts/news', me, partial)).html
    expect(news).toContain('BTCUSDT reached 61,001.50')
    // The tab of the alerts, beside the notification, also shows the number of unseen alerts.
    expect(news).toMatch(/<span id="alerts-unseen"[^>]*hx-swap-oob="true"[^>]*>.*?>1 new</)
    expect((await ask('/en/app/alerts', me)).html).toContain('1 new')

    const [, id = ''] = /name="id" value="([^"]+)"/.exec(news) ?? []
    const seen = await send('/en/app/alerts/seen', { id }, me, partial)
    expect(seen.status).toBe(200)
    expect(seen.html).not.toContain('<form')
    expect(seen.html).toMatch(/<span id="alerts-unseen"[^>]*hx-swap-oob="true"[^>]*><\/span>/)
    const after = (await ask('/en/app/alerts', me)).html
    expect(after).toContain('61,001.50')
    expect(after).toContain('rose to 61,000.00')
    expect(after).not.toContain('1 new')
    priceOf('BTCUSDT', 60_000)
  })

  test('in percent refers to the price at its creation, in Russian', async () => {
    const me = await member()
    const { status } = await send('/app/alerts', { asset: 'XRPUSDT', kind: 'percent', value: '−4' }, me)
    expect(status).toBe(303)
    const { html } = await ask('/app/alerts', me)
    expect(html).toContain('опустится до\u00a02,4000')
    expect(html).toMatch(/−4,00\s%\sот\s2,5000/)
    priceOf('XRPUSDT', 2.41)
    await site.alerts?.idle()
    expect((await ask('/app/alerts/news', me, partial)).html).not.toContain('<form')
    priceOf('XRPUSDT', 2.39)
    await site.alerts?.idle()
    expect((await ask('/app/alerts/news', me, partial)).html).toContain('XRPUSDT: цена дошла до\u00a02,3900')
    priceOf('XRPUSDT', 2.5)
  })

  test('that is invalid is rejected in its form, which keeps the input', async () => {
    const me = await member()
    const fields = { kind: 'percent', value: 'lots', note: 'Mine' }
    const { status, html } = await send('/en/app/enigma/BTCUSDT/alerts', fields, me)
    expect(status).toBe(422)
    expect(html).toContain('Enter a number such as 65000 or -5.')
    expect(html).toContain('value="lots"')
    expect(html).toContain('value="Mine"')
    expect(html).toMatch(/aria-describedby="value-error value-hint"/)
    const there = await send('/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: '60000' }, me)
    expect(there.html).toMatch(/Цена уже там: сейчас 60\s000,00/)
    const tooLow = { asset: 'BTCUSDT', kind: 'level', value: '0.004' }
    expect((await send('/app/alerts', tooLow, me)).html).toMatch(/Шаг цены — 0,01: .+ не бывает/)
    expect((await send('/en/app/alerts', tooLow, me)).html).toContain(
      'The price moves in steps of 0.01 and cannot fall below',
    )
    const nowhere = await send('/en/app/alerts', { asset: 'NOPE', kind: 'level', value: '1' }, me)
    expect([nowhere.status, nowhere.html.includes('Unknown asset')]).toEqual([422, true])
    const silent = await send('/en/app/alerts', { asset: 'ADAUSDT', kind: 'level', value: '1' }, me)
    expect(silent.html).toContain('This asset has no price yet')
    expect((await send('/en/app/enigma/NOPE/alerts', fields, me)).status).toBe(404)
    expect((await ask('/en/app/alerts', me)).html).toContain('No active alerts.')
  })

  test('is rejected beyond fifty waiting ones', async () => {
    const me = await member()
    for (let n = 0; n < maxAlerts; n++) {
      await send('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: String(90_000 + n) }, me)
    }
    const { status, html } = await send('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: '1' }, me)
    expect(status).toBe(422)
    expect(html).toContain('You already have 50 active alerts')
  })

  test('belongs to its owner: others can neither see, acknowledge nor delete it', async () => {
    const [me, other] = [await member(), await member()]
    await send('/en/app/alerts', { asset: 'XRPUSDT', kind: 'level', value: '9', note: 'Secret' }, me)
    const mine = (await ask('/en/app/alerts', me)).html
    const [, removal = ''] = /action="(\/en\/app\/alerts\/[^"]+\/removal)"/.exec(mine) ?? []
    expect((await ask('/en/app/alerts', other)).html).not.toContain('Secret')
    await send(removal, { back: '/app/alerts' }, other)
    expect((await ask('/en/app/alerts', me)).html).toContain('Secret')
    const gone = await send(removal, { back: '/app/enigma/XRPUSDT' }, me)
    expect([gone.status, gone.location]).toEqual([303, '/en/app/enigma/XRPUSDT'])
    expect((await ask('/en/app/alerts', me)).html).not.toContain('Secret')
    expect((await send(removal, {}, me)).status).toBe(303)
  })

  test('can be restored after deletion through its toast: within ten seconds, by its owner, once', async () => {
    const [me, other] = [await member(), await member()]
    await send('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: '61000', note: 'Mine' }, me)
    const remove = async () => {
      const { html } = await ask('/en/app/alerts', me)
      const [, removal = ''] = /action="(\/en\/app\/alerts\/[^"]+\/removal)"/.exec(html) ?? []
      const { flash } = await send(removal, { back: '/app/enigma/BTCUSDT' }, me)
      const page = (await ask('/en/app/enigma/BTCUSDT', { ...me, cookie: `${me.cookie}; ${flash}` })).html
      expect(page).toContain('Alert deleted.')
      expect(page).toContain('action="/en/app/alerts/undo"')
      return { undo: /name="undo" value="([^"]+)"/.exec(page)?.[1] ?? '', back: '/app/alerts' }
    }
    const first = await remove()
    await send('/en/app/alerts/undo', first, other)
    await send('/en/app/alerts/undo', { ...first, undo: `${first.undo}x` }, me)
    ahead = 10_000
    await send('/en/app/alerts/undo', first, me)
    expect((await ask('/en/app/alerts', me)).html).not.toContain('Mine')
    ahead = 9_999
    const undone = await send('/en/app/alerts/undo', first, me)
    ahead = 0
    expect([undone.location, undone.flash]).toEqual(['/en/app/alerts', '__Host-flash=alerts.flashUndone'])
    expect((await send('/en/app/alerts/undo', first, me)).flash).toBe('__Host-flash=alerts.flashRefused')
    expect((await ask('/en/app/alerts', me)).html.match(/Mine/g)).toHaveLength(1)
    // The restored alert waits for its price as before.
    priceOf('BTCUSDT', 61_000)
    await site.alerts?.idle()
    expect((await ask('/en/app/alerts/news', me, partial)).html).toContain('BTCUSDT reached 61,000.00')
    priceOf('BTCUSDT', 60_000)
    const [, id = ''] = /name="id" value="([^"]+)"/.exec((await ask('/en/app/alerts', me)).html) ?? []
    const seen = await send('/en/app/alerts/seen', { id }, me)
    const html = (await ask('/en/app/alerts', { ...me, cookie: `${me.cookie}; ${seen.flash}` })).html
    expect(html).not.toContain('1 new')
    const undo = /name="undo" value="([^"]+)"/.exec(html)?.[1] ?? ''
    await send('/en/app/alerts/undo', { undo, back: '/app/alerts' }, me)
    expect((await ask('/en/app/alerts', me)).html).toContain('1 new')
    await remove()
    expect((await ask('/en/app/alerts', me)).html).not.toContain('Mine')
  })

  test('cannot be created by a request from another site', async () => {
    const me = await member()
    const fields = { asset: 'BTCUSDT', kind: 'level', value: '1' }
    expect((await send('/app/alerts', fields, me, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const large = { ...fields, note: 'x'.repeat(20_000) }
    expect((await send('/app/alerts', large, me)).status).toBe(413)
  })
})

test('the page says that no alert can fire while prices do not update', async () => {
  const who = await member()
  feed.setState({ name: 'waiting', until: now + 2000, reason: 'silent' })
  const { html } = await ask('/en/app/alerts', who)
  feed.setState({ name: 'live' })
  expect(html).toContain('prices are not updating. Trying to reconnect.</p>')
  expect((await ask('/en/app/alerts', who)).html).not.toContain('Trying to reconnect.</p>')
})
