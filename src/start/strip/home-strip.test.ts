import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { categories, createTestSite, type TestSite } from '../../../tests/site.ts'
import type { Tick } from '../../market/candle.ts'
import { minuteMs, openTimeOf } from '../../market/timeframe.ts'
import { feedState } from '../../market/topics.ts'
import { onStalePrices } from './stale-prices.ts'

const now = Date.UTC(2026, 10, 21, 11, 5, 30)
const minute = openTimeOf(now, 1)
const feed = createTestFeed()
let site: TestSite
setDefaultTimeout(60_000)
beforeAll(async () => {
  site = await createTestSite({ files: categories, feed, now: () => now })
  feed.emit(minuteOf('BTCUSDT', minute - 1439 * minuteMs, 50_000), minuteOf('DOGEUSDT', minute - minuteMs, 0.2))
  feed.emit(minuteOf('BTCUSDT', minute, 51_000, { isClosed: false, time: now }))
})
afterAll(() => site.close())
beforeEach(() => site.pages.clear())

const landing = async (path: string) => (await site.app.request(path, { headers: { 'sec-fetch-site': 'none' } })).text()

test('the landing page has no strip while no price is known', async () => {
  const empty = await createTestSite({ files: categories })
  const html = await (await empty.app.request('/en')).text()
  expect(html).toContain('<main')
  expect(html).not.toContain('kurs-island')
  await empty.close()
})

test('the strip shows each asset with a price, its daily change and the time', async () => {
  const html = await landing('/en')
  expect(html).toContain('As of 14:05 Moscow time')
  expect(html).toContain('51,000.00')
  expect(html).toContain('+2.00%')
  // The change over 24 hours is unknown, because the asset's first price is less than a day old.
  expect(html).toMatch(/class="strip-change">.*?—<\/span>/)
  expect(html).toContain('0.20000')
  expect(html).toContain('href="/en/charts?asset=BTCUSDT"')
  expect(html).not.toContain('Solana')
  expect(html).toContain('title="Prices are made up: this is demo data.">Demo')
})

test('the strip is in the language of its page', async () => {
  const html = await landing('/')
  expect(html).toContain('Цены на 14:05 по Москве')
  expect(html).toContain('51\u00a0000,00')
  expect(html).toContain('href="/charts?asset=BTCUSDT"')
})

test('a cached page keeps its prices until it is evicted', async () => {
  feed.emit(minuteOf('ETHUSDT', minute, 3000, { isClosed: false, time: now }))
  expect(await landing('/en')).toContain('3,000.00')
  await site.pages.settled()
  feed.emit(minuteOf('ETHUSDT', minute, 3001, { isClosed: false, time: now + 1 }))
  expect(await landing('/en')).toContain('3,000.00')
  site.pages.evict('/en')
  expect(await landing('/en')).toContain('3,001.00')
})

test("the page is re-rendered for each asset's first price, then once a minute", async () => {
  const assets = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
  const other = createTestFeed()
  const own = await createTestSite({ files: categories, feed: other, now: () => now })
  let renders = 0
  const view = async () => {
    const response = await own.app.request('/en', { headers: { 'sec-fetch-site': 'none' } })
    await response.text()
    await own.pages.settled()
    // A cached response has an ETag, a newly rendered one has none.
    if (!response.headers.has('etag')) renders += 1
  }
  const emitMinute = async (openTime: number) => {
    for (const asset of assets) {
      other.emit(minuteOf(asset, openTime - minuteMs, 10))
      await view()
      other.emit(minuteOf(asset, openTime, 11, { isClosed: false, time: openTime + 1000 }))
      await view()
      await view()
    }
  }
  await view()
  expect(renders).toBe(1)
  await emitMinute(minute - 2 * minuteMs)
  const first = renders
  expect(first).toBeLessThanOrEqual(1 + assets.length + 2)
  for (let passed = 1; passed <= 2; passed++) {
    await emitMinute(minute - (2 - passed) * minuteMs)
    expect(renders).toBe(first + passed)
  }
  await own.close()
})

/** Makes the market report the given assets as stale. */
function silence({ market, events }: TestSite, ...assets: string[]) {
  const stale = Object.fromEntries(assets.map((asset) => [asset, minute]))
  const state = { name: 'live', isBackfilling: false, stale } as const
  Object.assign(market, { state: () => state })
  events.emit(feedState, state)
}

test('the cached page is updated when prices become stale or current again', async () => {
  const other = createTestFeed()
  const own = await createTestSite({ files: categories, feed: other, now: () => now })
  other.emit(minuteOf('BTCUSDT', minute, 50_000))
  const isMarked = async () => {
    const html = await (await own.app.request('/en', { headers: { 'sec-fetch-site': 'none' } })).text()
    await own.pages.settled()
    return html.includes('data-stale')
  }
  const marks = [await isMarked()]
  silence(own, 'BTCUSDT')
  marks.push(await isMarked())
  silence(own)
  marks.push(await isMarked())
  expect(marks).toEqual([false, true, false])
  await own.close()
})

test("the landing page's chart omits stale assets and marks a stale chart", async () => {
  const other = createTestFeed()
  const own = await createTestSite({ files: categories, feed: other, now: () => now })
  for (const asset of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']) other.emit(minuteOf(asset, minute, 100))
  const past = Array.from({ length: 60 }, (_, n) => minuteOf('BTCUSDT', minute - (60 - n) * 15 * minuteMs, 100 + n))
  Object.assign(own.market, { candles: async () => past })
  const drawn = async () => {
    own.pages.clear()
    const html = await (await own.app.request('/en', { headers: { 'sec-fetch-site': 'none' } })).text()
    const symbols = [...html.matchAll(/mockup-symbol">(\w+)/g)].map(([, symbol]) => symbol)
    return [symbols.join(' '), html.includes('mockup-stale')]
  }
  silence(own, 'ETHUSDT')
  expect(await drawn()).toEqual(['BTC SOL', false])
  silence(own, 'BTCUSDT')
  expect(await drawn()).toEqual(['BTC ETH SOL', true])
  await own.close()
})

test('prices become stale after the clock is set back, but not for a lagging asset', () => {
  let emitTick: (tick: Tick) => void = () => {}
  let stale = 0
  const onTick = (listener: typeof emitTick) => {
    emitTick = listener
    return () => {}
  }
  onStalePrices({ onTick }, () => void stale++)
  const enter = (asset: string, openTime: number) => emitTick({ ...minuteOf(asset, openTime, 10), tf: 1 })
  for (const asset of ['BTCUSDT', 'ETHUSDT']) enter(asset, minute)
  expect(stale).toBe(2)
  enter('ETHUSDT', minute - 3 * minuteMs)
  expect(stale).toBe(2)
  enter('BTCUSDT', minute - 3 * 60 * minuteMs)
  enter('ETHUSDT', minute - 3 * 60 * minuteMs)
  expect(stale).toBe(3)
})
