import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../tests/doubles/feed.ts'
import { categories, createTestSite, page, type TestSite } from '../../tests/site.ts'
import { createVisitor, type Visitor } from '../../tests/visitor.ts'
import type { CurrentUser } from '../auth/user.ts'
import { wholeMoney } from '../bots/engine/money.ts'
import { createBot } from '../bots/owner/own-bots.ts'
import { manualPlan } from '../bots/paper/paper-account.ts'
import { addFavourite } from '../enigma/queries.ts'
import { minuteMs, openTimeOf } from '../market/timeframe.ts'
import { findTakenSteps, recordSteps } from '../pages/first-steps.ts'

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
  // The keys open the palette, so the hint says what its field says.
  expect(card(html, 'keys')).toContain('Ctrl K search assets, screens, actions and documents')
  expect(html).toContain('aria-label="Search assets, screens, actions and documents"')
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

test('the heat map has a tile for each priced asset, and counts those that rise and fall', async () => {
  const { visitor } = await signedIn(site)
  const html = await visitor.read('/en/app')
  const [, map = ''] = /<p class="heat-breadth"(.*?)<\/svg>/s.exec(html) ?? []
  expect(map).toContain('>1 of 3 rise, 1 fall</p>')
  expect([...map.matchAll(/<b>(\w+)<\/b>/g)].map(([, base]) => base)).toEqual(['BTC', 'ETH', 'SOL'])
  expect(map).toMatch(/<b>ETH<\/b>.{0,400}data-direction="down" data-strength="3">−10.00%</s)
  expect(html).toContain('href="/en/app/charts?asset=ETHUSDT"')
})

test('the newest article is shown in the languages in which it exists', async () => {
  const { visitor } = await signedIn(site)
  expect(await visitor.read('/app')).toContain('Свежая статья')
  expect(await visitor.read('/en/app')).not.toContain('Свежая статья')
})

const steps = async (visitor: Pick<Visitor, 'read'>) => card(await visitor.read('/en/app'), 'first-steps')

test('a new member sees first steps, which are ticked once they were taken and stay so', async () => {
  const { visitor, userId } = await signedIn(site)
  const text = await steps(visitor)
  expect(text).toContain('First steps')
  expect(text).toContain('0 of 3 done')
  for (const name of ['Star an asset', 'Set an alert', 'Run a backtest', 'Link Telegram']) expect(text).toContain(name)
  expect(text).toContain('This site has no Telegram bot yet.')
  await visitor.post('/app/enigma/BTCUSDT/favourite', { favourite: 'yes', back: '' })
  expect(await steps(visitor)).toContain('Star an asset (done)')
  await visitor.post('/app/enigma/BTCUSDT/favourite', { favourite: 'no', back: '' })
  expect(await steps(visitor)).toContain('1 of 3 done')
  await visitor.post('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: '70000', note: '' })
  expect(await steps(visitor)).toContain('2 of 3 done')
  await recordSteps({ db: site.appDb, events: site.events, now: Date.now }, sessionOf(userId), ['backtest'])
  expect(await steps(visitor)).toBe('')
  const open = await visitor.part('/en/app?steps=shown')
  expect(open.html).toStartWith('<div id="start-live"')
  expect(card(open.html, 'first-steps')).toContain('3 of 3 done')
})

const sessionOf = (id: string) => ({ user: { id } as CurrentUser, impersonatorId: null })

test('first steps can be hidden, which can be undone', async () => {
  const { visitor } = await signedIn(site)
  const hidden = await visitor.post('/en/app/first-steps')
  expect([hidden.status, hidden.location]).toEqual([303, '/en/app'])
  const { html } = await visitor.get('/en/app')
  expect(card(html, 'first-steps')).toBe('')
  expect(html).toContain('First steps hidden.')
  // The button that was focused is gone, so the next heading takes the focus, once.
  expect(html).toContain('data-start-focus')
  await visitor.post('/en/app/first-steps')
  await visitor.read('/en/app')
  const again = await visitor.read('/en/app')
  expect(again).not.toContain('data-start-focus')
  const undos = [...again.matchAll(/name="undo" value="([^"]+)"/g)].map(([, undo = '']) => undo)
  expect(new Set(undos).size).toBe(2)
  expect(card(again, 'first-steps')).toBe('')
  await visitor.post('/en/app/first-steps', { undo: undos[0] ?? '' })
  const shown = await visitor.read('/en/app')
  expect(card(shown, 'first-steps')).toContain('First steps')
  expect(shown).not.toContain('data-start-focus')
})

test('an administrator who acts as a member records no steps', async () => {
  const { userId } = await signedIn(site)
  const acting = { ...sessionOf(userId), impersonatorId: 'somebody' }
  await recordSteps({ db: site.appDb, events: site.events, now: Date.now }, acting, ['star'])
  expect((await findTakenSteps(site.appDb, userId)).star).toBe(false)
})

test('without bots, trades and alerts, the row of money says so and leads to their screens', async () => {
  const { visitor } = await signedIn(site)
  const { html } = await visitor.get('/en/app')
  const money = card(html, 'start-money')
  for (const text of ['Bots No bots yet', 'Paper trading No trades yet', 'Open positions 0', 'Active alerts 0'])
    expect(money).toContain(text)
  const [, row = ''] = html.split('id="start-money"')
  const links = [...(row.split('</section>')[0] ?? '').matchAll(/href="([^"]+)"/g)]
  expect(links.map(([, path]) => path)).toEqual(['/en/app/bots', '/en/app/paper', '/en/app/paper', '/en/app/alerts'])
})

test('the row of money has the figures of the screens of bots and alerts', async () => {
  const { visitor, userId } = await signedIn(site)
  const begun = openTimeOf(Date.now(), 1) - 2880 * minuteMs
  const draft = {
    userId,
    name: 'Dip',
    asset: 'BTCUSDT',
    tf: 60 as const,
    capital: wholeMoney(1000 * 1e8),
    plan: manualPlan,
  }
  const made = await createBot({ db: site.appDb, now: () => begun }, draft)
  if (made.status !== 'created') throw new Error(made.status)
  const account = { cash: 40_000_000_000, quantity: 2000, cost: 60_000_000_000, realised: 0, fees: 0 }
  const run = { desk: { account, orders: [] }, price: 1 }
  const cursor = openTimeOf(Date.now(), 1) - minuteMs
  await site.appDb.client.execute({
    sql: `update bots set state = 'running', source = 'demo', price_digits = 2, volume_digits = 5, cursor = ?, started_at = ?,
      snapshot = ? where id = ?`,
    args: [cursor, begun, JSON.stringify(run), made.id],
  })
  const hour = (back: number) => openTimeOf(cursor, 60) - back * 60 * minuteMs
  for (const [back, equity] of [
    [30, 99_000_000_000],
    [26, 101_000_000_000],
    [2, 5_000_000_000],
  ] as const)
    await site.appDb.client.execute({
      sql: 'insert into bot_marks values (?, ?, ?, 1)',
      args: [made.id, hour(back), equity],
    })
  await visitor.post('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: '70000', note: '' })
  await visitor.post('/en/app/alerts', { asset: 'ETHUSDT', kind: 'level', value: '2727', note: '' })
  const money = card(await visitor.read('/en/app'), 'start-money')
  // The bot has 400 in cash and 0.02 BTC at 64,250.50; the newest mark that is a day old says 1,010.
  expect(money).toContain('Bots 1,685.01 USDT +675.01 in 24 hours 1 of 1 running')
  expect(money).toContain('Open positions 1 worth 1,285.01 USDT')
  expect(money).toContain('Active alerts 2 Nearest: ETH 2,727.00 (+1.00%)')
  const list = (await visitor.part('/en/app/bots')).html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  for (const figure of ['1,685.01 USDT', '+675.01']) expect(list).toContain(figure)

  const { state } = site.market
  const moneyWithStale = async (...assets: string[]) => {
    const stale = Object.fromEntries(assets.map((asset) => [asset, begun]))
    Object.assign(site.market, { state: () => ({ name: 'live', isBackfilling: false, stale }) })
    return card(await visitor.read('/en/app'), 'start-money')
  }
  const old = await moneyWithStale('BTCUSDT')
  expect(old).toContain('1 of 1 running price is stale')
  expect(old).toContain('worth 1,285.01 USDT price is stale')
  expect(old).toContain('Nearest: ETH')
  expect(await moneyWithStale('ETHUSDT')).toContain('Nearest: BTC 70,000.00')
  expect(await moneyWithStale('BTCUSDT', 'ETHUSDT')).toContain('Active alerts 2 Waiting for prices')
  Object.assign(site.market, { state })
})

test('a market without prices is reported, and the rest of the page is shown', async () => {
  const { visitor } = await signedIn(quiet)
  const { status, html } = await visitor.get('/app')
  expect(status).toBe(200)
  expect(card(html, 'watchlist')).toContain('Цен ещё нет')
  expect(card(html, 'movers')).toContain('За сутки ничего не выросло.')
  expect(html).not.toContain('aria-labelledby="chart"')
  for (const path of ['/app/charts', '/app/enigma', '/app/alerts', '/account', '/account/sessions', '/docs']) {
    expect(html).toContain(`href="${path}"`)
  }
})
