import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Feed } from '../src/market/feed/feed.ts'
import { venueInstruments } from '../src/market/feed/joined/venue-instruments.ts'
import { moexShares } from '../src/market/feed/moex/shares.ts'
import { defaultInstruments, type Instrument } from '../src/market/instrument.ts'
import { createTestFeed, minuteOf } from './doubles/feed.ts'
import { signIn } from './signed-in.ts'
import { createTestSite, type TestSite } from './site.ts'
import { until } from './until.ts'

/* Tests what people see of sources that are late, closed, or several. */

setDefaultTimeout(60_000)

/** Friday, 20 November 2026, 23:00 in Moscow */
const now = Date.UTC(2026, 10, 20, 20)
const opening = Date.UTC(2026, 10, 21, 7, 5)

let site: TestSite
afterEach(() => site.close())

async function open(instruments: readonly Instrument[], more: Partial<Feed> = {}) {
  const feed = Object.assign(createTestFeed({ instruments }), more)
  site = await createTestSite({ feed, now: () => now })
  for (const { asset } of instruments) feed.emit(minuteOf(asset, now - 60_000, 100))
  feed.setState({ name: 'live' })
  await until(() => !site.market.state().isBackfilling)
  return site.as(await signIn(site.appDb, { now }))
}

test('every screen shows that the market is closed, and when it opens', async () => {
  const visitor = await open(moexShares.slice(0, 2), { delayMs: 900_000, closedUntil: () => opening })
  await visitor.post('/en/app/alerts', { asset: 'SBER', kind: 'level', value: '120' })
  const until = 'Market closed until Nov 21, 10:05 Moscow time'
  const paths = [
    '/en/app',
    '/en/app/enigma',
    '/en/app/enigma/SBER',
    '/en/app/charts',
    '/en/app/alerts',
    '/en/app/paper/SBER',
  ]
  const silent = []
  for (const path of paths) if (!(await visitor.read(path)).includes(until)) silent.push(path)
  expect(silent).toEqual([])
  expect(await visitor.read('/app/enigma')).toContain('Рынок закрыт до 21 нояб., 10:05 по Москве.')
  expect(await visitor.read('/en/app/enigma')).toContain('Prices delayed by 15 min')
  expect(await visitor.read('/en/app/alerts')).toContain('Waits: the market is closed until Nov 21, 2026, 10:05.')
  expect(await visitor.read('/en/app/paper/SBER')).toContain('The market is closed. Orders are accepted again')
  const [share] = JSON.parse(await visitor.read('/api/market/assets'))
  expect(share).toMatchObject({ asset: 'SBER', state: 'trading', closedUntil: opening, delayMs: 900_000 })
  expect(await visitor.read('/readyz')).toContain('the market is closed until 2026-11-21T07:05:00.000Z')
})

test('assets of a second exchange carry its name, and have their own pages and candles', async () => {
  const [bitcoin] = defaultInstruments
  if (!bitcoin) throw new Error('No instrument')
  const visitor = await open([bitcoin, ...venueInstruments('bybit', [bitcoin])])
  expect(await visitor.read('/en/app/enigma')).toContain('USDT · Bybit')
  const own = '/en/app/enigma/bybit%3ABTCUSDT'
  expect(await visitor.read('/en/app/enigma')).toContain(`href="${own}"`)
  expect(await visitor.read(own)).toContain('BTC/USDT · Bybit')
  expect(await visitor.read('/en/app/charts?asset=bybit:BTCUSDT')).toContain('BTC/USDT · Bybit')
  const candles = await visitor.read('/api/market/candles?asset=bybit:BTCUSDT&tf=1')
  expect(JSON.parse(candles)).toHaveLength(1)
  await visitor.post('/en/app/alerts', { asset: 'bybit:BTCUSDT', kind: 'level', value: '120' })
  expect(await visitor.read('/en/app/alerts')).toContain(`<a href="${own}">BTC/USDT · Bybit</a>`)
})
