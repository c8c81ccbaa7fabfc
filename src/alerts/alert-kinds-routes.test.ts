import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { now, openAlertSite } from '../../tests/alert-site.ts'
import { LocaleProvider } from '../i18n/context.tsx'
import { minuteMs } from '../market/timeframe.ts'
import type { PriceAlert } from './alert.ts'
import { AlertItems } from './price-alerts.tsx'
import { listAlerts } from './queries.ts'

const { feed, member, priceOf, setAhead, site } = openAlertSite()
afterEach(() => {
  setAhead(0)
  feed.setState({ name: 'live' })
  priceOf('BTCUSDT', 60_000)
})

type Fields = Record<string, string>

const range = { asset: 'BTCUSDT', kind: 'enter', value: '61000', high: '62000' }
const change = { asset: 'BTCUSDT', kind: 'change', value: '-5', minutes: '30' }
const indicator = {
  asset: 'BTCUSDT',
  kind: 'indicator',
  indicator: 'rsi',
  length: '',
  tf: '60',
  side: 'above',
  value: '70',
}
const line = {
  asset: 'BTCUSDT',
  kind: 'line',
  fromTime: '2026-06-10T15:00',
  fromPrice: '61000',
  toTime: '2026-06-10T16:00',
  toPrice: '62000',
}

test.each([
  [range, 'the price enters the range 61,000.00 – 62,000.00', 'цена войдёт в диапазон 61 000,00 – 62 000,00'],
  [{ ...range, kind: 'leave', value: '59000' }, 'the price leaves the range', 'цена выйдет из диапазона'],
  [change, 'the price changes by −5.00% within 30 min', 'цена изменится на −5,00 % за 30 мин'],
  [indicator, 'RSI 14 (1h) rises above 70.00', 'RSI 14 (1 ч) поднимется выше 70,00'],
  [line, 'the price rises to the line 61,000.00 (Jun 10, 2026, 15:00)', 'цена поднимется до линии 61 000,00'],
] as [Fields, string, string][])('the rule %p is listed in words of both languages', async (fields, en, ru) => {
  const me = await member()
  expect((await site().as(me).post('/en/app/alerts', fields)).status).toBe(303)
  const plain = (html: string) => html.replace(/[\u00a0\u202f]/g, ' ')
  expect(plain(await site().as(me).read('/en/app/alerts'))).toContain(en)
  expect(plain(await site().as(me).read('/app/alerts'))).toContain(ru)
  const again = await site().as(me).post('/en/app/alerts', fields)
  expect(again.html).toContain('You already have this alert.')
})

test.each([
  [
    { ...range, value: 'x', high: '0' },
    { value: 'Enter a number', high: 'must be above zero' },
  ],
  [{ ...range, high: '60500' }, { high: 'The upper end must be above' }],
  [{ ...range, value: '59000' }, { value: 'already in this range: 60,000.00' }],
  [{ ...range, kind: 'leave' }, { value: 'already outside this range: 60,000.00' }],
  [
    { ...change, value: '0', minutes: '1441' },
    { value: 'Enter a percentage', minutes: 'whole minutes from 1 to 1440' },
  ],
  [{ ...indicator, length: '1' }, { length: 'does not allow such a length' }],
  [
    { ...line, toTime: line.fromTime, fromPrice: '' },
    { toTime: 'need different times', fromPrice: 'Enter a number' },
  ],
  [
    { ...range, pause: '0', until: '2026-06-10T15:30' },
    { pause: 'from 1 to 10080', until: 'in the future' },
  ],
] as [Fields, Fields][])('the fields %p are refused, each error beside its field', async (fields, errors) => {
  const { status, html } = await site()
    .as(await member())
    .post('/en/app/alerts', fields)
  expect(status).toBe(422)
  for (const [name, words] of Object.entries(errors)) {
    expect(html).toMatch(new RegExp(`id="${name}-error"[^>]*>[^<]*(<[^>]*>)*[^<]*${words}`))
  }
})

test('each form has only the fields of its kinds, and keeps the asset', async () => {
  const html = await site()
    .as(await member())
    .read('/en/app/alerts?kind=change&asset=XRPUSDT')
  const named = [...html.matchAll(/<(?:input|select)[^>]*? name="(\w+)"/g)].map(([, name]) => name)
  expect(named).toEqual(expect.arrayContaining(['asset', 'kind', 'value', 'minutes', 'pause', 'until', 'note']))
  for (const name of ['high', 'tf', 'indicator', 'fromTime']) expect(named).not.toContain(name)
  expect(html).toMatch(/value="XRPUSDT"[^>]*selected|selected=""[^>]*value="XRPUSDT"/)
  expect(html).toContain('?kind=line&amp;asset=XRPUSDT')
})

test('an alert with a pause fires again after it, once its rule was untrue', async () => {
  const me = await member()
  await site()
    .as(me)
    .post('/en/app/alerts', { ...range, pause: '10' })
  const firings = async () => {
    await site().alerts?.idle()
    return (await site().as(me).part('/en/app/alerts/news')).html.match(/<li id="news-/g)?.length ?? 0
  }
  priceOf('BTCUSDT', 61_500)
  expect(await firings()).toBe(1)
  expect(await site().as(me).read('/en/app/alerts')).toContain('repeats, pause 10 min · paused until')
  priceOf('BTCUSDT', 60_000)
  priceOf('BTCUSDT', 61_500)
  setAhead(11 * minuteMs)
  priceOf('BTCUSDT', 61_600)
  expect(await firings()).toBe(1)
  priceOf('BTCUSDT', 60_000)
  priceOf('BTCUSDT', 61_500)
  expect(await firings()).toBe(2)
})

test('an expired alert says so and does not fire', async () => {
  const me = await member()
  await site()
    .as(me)
    .post('/en/app/alerts', { ...range, until: '2026-06-10T16:00' })
  expect(await site().as(me).read('/en/app/alerts')).toContain('until Jun 10, 2026, 16:00')
  setAhead(Date.UTC(2026, 5, 10, 13) - now)
  priceOf('BTCUSDT', 61_500)
  await site().alerts?.idle()
  expect(await site().as(me).read('/en/app/alerts')).toContain('expired Jun 10, 2026, 16:00 without triggering')
  expect((await site().as(me).part('/en/app/alerts/news')).html).not.toContain('<form')
})

test('a waiting alert of a stale asset says that it waits, and since when; a fired one does not', async () => {
  const me = await member()
  await site().as(me).post('/en/app/alerts', range)
  const [alert] = await listAlerts(site().appDb, me.id, 1)
  if (!alert) throw new Error('The alert is missing')
  const shown = (alerts: PriceAlert[], stale: Record<string, number>) => {
    const items = createElement(AlertItems, { alerts, stale, instrument: () => undefined, back: '/', nothing: '', now })
    return renderToStaticMarkup(LocaleProvider({ locale: 'en', children: items }))
  }
  expect(shown([alert], { BTCUSDT: now })).toContain('Waits: no new prices of this asset since Jun 10, 2026, 15:30.')
  expect(shown([alert], { ETHUSDT: now })).not.toContain('Waits')
  expect(shown([{ ...alert, firedAt: now }], { BTCUSDT: now })).not.toContain('Waits')
})
