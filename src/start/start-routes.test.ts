import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../tests/doubles/feed.ts'
import { categories, createTestSite, page, type TestSite } from '../../tests/site.ts'
import { createVisitor } from '../../tests/visitor.ts'
import { addFavourite } from '../enigma/queries.ts'
import { minuteMs, openTimeOf } from '../market/timeframe.ts'

setDefaultTimeout(60_000)

const password = 'корабль лампа 7'
const article = page({ title: 'Свежая статья', category: 'news', date: '2026-11-01' })
let count = 0
let site: TestSite
let quiet: TestSite
beforeAll(async () => {
  const feed = createTestFeed()
  site = await createTestSite({
    feed,
    files: { ...categories, 'ru/blog/news/fresh.md': article },
  })
  const at = openTimeOf(Date.now(), 1)
  const day = (asset: string, from: number, to: number) => [
    minuteOf(asset, at - 1439 * minuteMs, from),
    minuteOf(asset, at - minuteMs, to),
    minuteOf(asset, at, to, { isClosed: false, time: at + 1 }),
  ]
  feed.emit(...day('BTCUSDT', 60_000, 64_250.5), ...day('ETHUSDT', 3000, 2700), ...day('SOLUSDT', 150, 150))
  quiet = await createTestSite()
})
afterAll(async () => {
  await site.close()
  await quiet.close()
})

async function signedIn(at: TestSite) {
  const login = `starter-${++count}`
  const visitor = createVisitor(at)
  expect((await visitor.post('/register', { login, name: 'Анна', password })).status).toBe(303)
  const { rows } = await at.appDb.client.execute({ sql: 'select id from users where login = ?', args: [login] })
  return { visitor, userId: String(rows[0]?.id) }
}

/** Returns the text of one card of the start page, without HTML tags. */
function card(html: string, id: string): string {
  const [, rest = ''] = html.split(`aria-labelledby="${id}"`)
  const text = (rest.split('</section>')[0] ?? '').replace(/<script[^>]*>.*?<\/script>/g, '')
  return text
    .slice(text.indexOf('>') + 1)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('without favorites the first assets are listed with their daily change', async () => {
  const { visitor } = await signedIn(site)
  const { html } = await visitor.get('/app')
  const prices = card(html, 'watchlist')
  expect(prices).toContain('Рынок')
  expect(prices).toContain('BTC / USDT Bitcoin')
  expect(prices).toContain('64 250,50')
  expect(prices).toContain('+7,08 %')
  expect(prices).toContain('Отметьте активы звёздочкой')
  expect(html).toContain('href="/app/enigma/BTCUSDT"')
})

test('in English, numbers and URLs are English', async () => {
  const { visitor } = await signedIn(site)
  const { html } = await visitor.get('/en/app')
  expect(card(html, 'watchlist')).toContain('64,250.50')
  expect(html).toContain('href="/en/app/enigma/BTCUSDT"')
  expect(html).toContain('href="/en/app/charts?asset=BTCUSDT&amp;tf=60"')
})

test('favorites replace the default list, and the first one has the chart', async () => {
  const { visitor, userId } = await signedIn(site)
  await addFavourite(site.appDb, userId, 'ETHUSDT', 1)
  const { html } = await visitor.get('/app')
  expect(card(html, 'watchlist')).toContain('Избранное')
  expect(card(html, 'watchlist')).toContain('ETH / USDT')
  expect(card(html, 'watchlist')).not.toContain('Bitcoin')
  expect(card(html, 'chart')).toContain('График ETH/USDT')
  expect(html.includes('data-asset="ETHUSDT" data-tf="60"')).toBe(true)
})

test('movers include only assets whose price has changed', async () => {
  const { visitor } = await signedIn(site)
  const movers = card(await visitor.read('/app'), 'movers')
  expect(movers).toMatch(/Растут BTC .* Падают ETH .*10,00 %/)
  expect(movers).not.toContain('Solana')
})

test('the newest article is shown in the languages in which it exists', async () => {
  const { visitor } = await signedIn(site)
  expect(await visitor.read('/app')).toContain('Свежая статья')
  expect(await visitor.read('/en/app')).not.toContain('Свежая статья')
})

test('fired alerts are shown until seen, and only to their owner', async () => {
  const { visitor, userId } = await signedIn(site)
  const alert = (id: string, firedAt: number | null, seenAt: number | null) =>
    site.appDb.client.execute({
      sql: `insert into price_alerts (id, user_id, asset, kind, value, base_price, note, created_at, fired_at, fired_price,
        seen_at) values (?, ?, 'BTCUSDT', 'level', 64000, 60000, '<b>продать</b>', 1, ?, 64000.5, ?)`,
      args: [id, userId, firedAt, seenAt],
    })
  await alert(`${userId}-waits`, null, null)
  expect(await visitor.read('/app')).not.toContain('цена дошла')
  await alert(`${userId}-seen`, 2, 3)
  await alert(`${userId}-fired`, Date.UTC(2026, 10, 21, 9), null)
  const { html } = await visitor.get('/app')
  expect(html.match(/цена дошла до\s64\s000,50/g)).toHaveLength(1)
  expect(html.includes('21 нояб. 2026 г., 12:00')).toBe(true)
  expect(html).toContain('&lt;b&gt;продать')
  const [, id = ''] = /<input type="hidden" name="id" value="([^"]*-fired)"/.exec(html) ?? []
  expect((await visitor.post('/app/alerts/seen', { id })).status).toBe(303)
  expect(await visitor.read('/app')).not.toContain('цена дошла')
  const { visitor: other } = await signedIn(site)
  expect(await other.read('/app')).not.toContain('цена дошла')
})

test('a market without prices is reported, and the rest of the page is shown', async () => {
  const { visitor } = await signedIn(quiet)
  const { status, html } = await visitor.get('/app')
  expect(status).toBe(200)
  expect(card(html, 'watchlist')).toContain('Цен ещё нет')
  expect(card(html, 'movers')).toContain('За сутки ничего не выросло.')
  expect(html).not.toContain('aria-labelledby="chart"')
  for (const path of ['/app/charts', '/app/enigma', '/app/alerts', '/account', '/account/sessions', '/docs', '/blog']) {
    expect(html).toContain(`href="${path}"`)
  }
})
