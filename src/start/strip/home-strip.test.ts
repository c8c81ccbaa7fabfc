import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { categories, createTestSite, type TestSite } from '../../../tests/site.ts'
import { minuteMs, openTimeOf } from '../../market/timeframe.ts'
import { onStalePrices } from './stale-prices.ts'

const now = Date.UTC(2026, 10, 21, 11, 5, 30)
const minute = openTimeOf(now, 1)
const feed = createTestFeed()
let site: TestSite
setDefaultTimeout(60_000)
beforeAll(async () => {
  site = await createTestSite({ files: categories, feed, now: () => now })
  feed.tell(minuteOf('BTCUSDT', minute - minuteMs, 50_000), minuteOf('DOGEUSDT', minute - minuteMs, 0.2))
  feed.tell(minuteOf('BTCUSDT', minute, 51_000, { isClosed: false, time: now }))
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

test('the strip shows every asset that has a price, with its day, and says of when it is', async () => {
  const html = await landing('/en')
  expect(html).toContain('Prices as of 14:05 Moscow time')
  expect(html).toContain('51,000.00')
  expect(html).toContain('+2.00%')
  expect(html).toContain('0.20000')
  expect(html).toContain('href="/en/app/enigma/BTCUSDT"')
  expect(html).not.toContain('Solana')
  expect(html).toContain('title="Prices are made up: this is demonstration data.">Demo')
})

test('the strip speaks the language of its page', async () => {
  const html = await landing('/')
  expect(html).toContain('Цены на 14:05 по Москве')
  expect(html).toContain('51\u00a0000,00')
  expect(html).toContain('href="/app/enigma/BTCUSDT"')
})

test('a page in memory keeps its prices until it is evicted', async () => {
  feed.tell(minuteOf('ETHUSDT', minute, 3000, { isClosed: false, time: now }))
  expect(await landing('/en')).toContain('3,000.00')
  await site.pages.settled()
  feed.tell(minuteOf('ETHUSDT', minute, 3001, { isClosed: false, time: now + 1 }))
  expect(await landing('/en')).toContain('3,000.00')
  site.pages.evict('/en')
  expect(await landing('/en')).toContain('3,001.00')
})

test('prices are old with the first tick of each asset, and whenever a minute has ended', () => {
  let evicted = 0
  const listeners: Parameters<TestSite['market']['onTick']>[0][] = []
  const stop = onStalePrices(
    {
      onTick: (listener) => {
        listeners.push(listener)
        return () => void listeners.pop()
      },
    },
    () => void evicted++,
  )
  const tell = (tf: 1 | 5, isClosed: boolean, asset = 'BTCUSDT') => {
    for (const listener of listeners) listener({ ...minuteOf(asset, minute, 1), tf, isClosed })
  }
  tell(1, false)
  tell(1, false)
  expect(evicted).toBe(1)
  tell(5, true)
  expect(evicted).toBe(1)
  tell(1, true)
  expect(evicted).toBe(2)
  tell(1, false, 'ETHUSDT')
  tell(1, false, 'ETHUSDT')
  expect(evicted).toBe(3)
  stop()
  expect(listeners).toEqual([])
})
