import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { makeAdministrator } from '../../tests/administrator.ts'
import { createTestFeed } from '../../tests/doubles/feed.ts'
import { addBot, cross } from '../../tests/running-bots.ts'
import { signIn } from '../../tests/signed-in.ts'
import { categories, createTestSite, page, type TestSite } from '../../tests/site.ts'
import { addLayout } from '../charts/layout/saved-layouts.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  const files = { ...categories, 'en/docs/1.candles.md': page({ title: 'Candles and ticks' }) }
  site = await createTestSite({ files, feed: createTestFeed() })
})
afterAll(() => site.close())

const find = async (person: { cookie: string }, query: string, at = '/en/app/find') => {
  const { status, html } = await site.as(person).part(`${at}?${new URLSearchParams({ q: query })}`)
  expect([query, status]).toEqual([query, 200])
  return [...html.matchAll(/<a class="search-hit[^>]*? href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
}
const first = async (person: { cookie: string }, query: string) => (await find(person, query))[0]

test('assets, screens and acts are found by words of both languages, first the best', async () => {
  const person = await signIn(site.appDb)
  const sent = await site.as(person).get('/en/app/find?q=ETH+4h&open=best')
  expect([sent.status, sent.location]).toEqual([303, '/en/app/charts?asset=ETHUSDT&tf=240'])
  expect(await first(person, 'ETH 4h')).toBe('/en/app/charts?asset=ETHUSDT&tf=240')
  expect(await first(person, 'иес 15')).toBe('/en/app/charts?asset=BTCUSDT&tf=15')
  expect(await first(person, 'new alert BTC 100000')).toBe('/en/app/alerts?asset=BTCUSDT&value=100000')
  expect(await first(person, 'buy BTC')).toBe('/en/app/paper/BTCUSDT?side=buy')
  expect(await first(person, 'backtest ETH')).toBe('/en/app/bots/backtest?asset=ETHUSDT')
  expect(await first(person, 'оповещения')).toBe('/en/app/alerts')
  expect(await first(person, 'overviw')).toBe('/en/app')
  expect(await first(person, 'settings')).toBe('/en/account')
  expect(await first(person, 'language')).toBe('/app')
  expect(await first(person, 'theme dark')).toBe('/en/app')
  expect(await first(person, 'воспроизведение')).toBe('/en/app/charts?replay=')
  expect(await find(person, 'candles')).toContain('/en/docs/candles')
  expect(await find(person, 'графики', '/app/find')).toContain('/app/charts')
})

test('links of commands fill the forms that they lead to', async () => {
  const person = await signIn(site.appDb)
  const html = await site.as(person).read('/en/app/alerts?asset=ETHUSDT&value=100000')
  expect(html).toMatch(/<option value="ETHUSDT" selected/)
  expect(html).toMatch(/name="value"[^>]*value="100000"|value="100000"[^>]*name="value"/)
  const ticket = await site.as(person).get('/en/app/paper/ETHUSDT?side=sell')
  expect(ticket.status).toBe(200)
})

test('an empty query lists the remembered entries first, and only those that the user may open', async () => {
  const person = await signIn(site.appDb)
  const recent = ['chart ETHUSDT 240', 'screen /app/alerts', 'screen /admin/users', 'bot none', 'chart NONE'].join('\n')
  const { html } = await site.as(person).part(`/en/app/find?${new URLSearchParams({ q: '', recent })}`)
  const ids = [...html.matchAll(/data-command="([^"]*)"/g)].map(([, id]) => id)
  expect(ids.slice(0, 3)).toEqual(['chart ETHUSDT 240', 'screen /app/alerts', 'screen /app'])
  expect(html).not.toContain('/admin/')
})

test('a user finds only own layouts and bots; only administrators find users', async () => {
  const [owner, other] = [await signIn(site.appDb), await signIn(site.appDb)]
  const body = { charts: ['?asset=BTCUSDT&tf=60'], isLinked: false }
  await addLayout(site.appDb, owner.id, { name: 'Morning', body }, Date.now())
  const [own = ''] = await find(owner, 'morning')
  expect(own).toStartWith('/en/app/charts?layout=')
  expect(await find(other, 'morning')).toEqual([])
  const bot = await addBot(site.appDb, 'BTCUSDT', cross, { user_id: owner.id, name: 'Nightjar' })
  await addBot(site.appDb, 'BTCUSDT', cross, { user_id: null, name: 'Nightjar of the house' })
  expect(await find(owner, 'nightjar')).toEqual([`/en/app/bots/${bot}`])
  expect(await find(other, 'nightjar')).toEqual([])
  const { html } = await site.as(other).part(`/en/app/find?${new URLSearchParams({ recent: `bot ${bot}` })}`)
  expect(html).not.toContain('Nightjar')
  const admin = await makeAdministrator(site.appDb, 'Palettist')
  expect(await find(admin, 'palettist')).toEqual([`/en/admin/users/${admin.user.id}`])
  expect(await find(owner, 'palettist')).toEqual([])
  expect(await first(admin, 'audit')).toBe('/en/admin/audit')
  expect(await find(owner, 'audit')).toEqual([])
})

test('the list is a page without JavaScript, says that nothing was found, and bounds the query', async () => {
  const person = await signIn(site.appDb)
  const html = await site.as(person).read('/en/app/find?q=btc')
  expect(html).toContain('<h1>Search and commands</h1>')
  expect(html).not.toContain('data-mode')
  expect(html.match(/id="kurs--search-results"/g)).toHaveLength(1)
  expect(await site.as(person).read('/en/app/find?q=qqqqzzzz')).toContain('No results for “qqqqzzzz”')
  expect(await find(person, `btc ${'x'.repeat(5000)}`)).toEqual([])
})

test('the palette is in app pages of users, and the page of visitors has none', async () => {
  const person = await signIn(site.appDb)
  for (const path of ['/en/app', '/en/app/alerts', '/en/app/bots', '/en/app/charts', '/en/account']) {
    const html = await site.as(person).read(path)
    expect([path, html.match(/id="kurs--search-palette"/g)?.length, html.includes('action="/en/app/find"')]).toEqual([
      path,
      1,
      true,
    ])
  }
  expect(await site.read('/en/app/bots')).not.toContain('/app/find')
})
