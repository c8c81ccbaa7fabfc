import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../tests/doubles/feed.ts'
import { assetsIn, openEnigmaSite } from '../../tests/enigma-site.ts'
import { signIn } from '../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { minute, now, past } from '../../tests/three-days.ts'

const { feed, visitor } = openEnigmaSite()
let empty: TestSite
beforeAll(async () => {
  empty = await createTestSite({ now: () => now })
})
afterAll(() => empty.close())

/** Returns the HTML without the data of islands, which contains the words for other states. */
const shownIn = (html: string) => html.replace(/<script.*?<\/script>/gs, '')

describe('the list', () => {
  test('shows every asset with a price, in both languages', async () => {
    const { status, html } = await visitor().get('/app/enigma')
    expect(status).toBe(200)
    expect(assetsIn(html)).toEqual(['BTCUSDT', 'ETHUSDT', 'LTCUSDT'])
    expect(html).toContain('3 актива')
    const english = await visitor().read('/en/app/enigma')
    expect(english).toContain('3 assets')
    expect(english).toContain('<h1>Enigma</h1>')
    expect(english).toContain('href="/en/app/enigma/BTCUSDT"')
  })

  test.each([
    ['?sort=asset', ['BTCUSDT', 'ETHUSDT', 'LTCUSDT']],
    ['?sort=-asset', ['LTCUSDT', 'ETHUSDT', 'BTCUSDT']],
    ['?sort=price', ['LTCUSDT', 'ETHUSDT', 'BTCUSDT']],
    ['?sort=-change', ['BTCUSDT', 'LTCUSDT', 'ETHUSDT']],
    ['?sort=-volume', ['BTCUSDT', 'ETHUSDT', 'LTCUSDT']],
    ['?sort=colour', ['BTCUSDT', 'ETHUSDT', 'LTCUSDT']],
    ['?show=gainers', ['BTCUSDT']],
    ['?show=losers', ['ETHUSDT']],
    ['?show=nonsense', ['BTCUSDT', 'ETHUSDT', 'LTCUSDT']],
    ['?q=coin', ['BTCUSDT', 'LTCUSDT']],
    ['?q=eTH', ['ETHUSDT']],
    ['?q=btc/usd', ['BTCUSDT']],
  ])('%s', async (query, assets) => {
    expect(assetsIn(await visitor().read(`/en/app/enigma${query}`))).toEqual(assets)
  })

  test('shows its sort order; a heading cycles through descending, ascending and none', async () => {
    const html = await visitor().read('/en/app/enigma?sort=-price&q=coin')
    expect(html).toMatch(
      /<th scope="col" aria-sort="descending" class="asset-price"><a id="sort-price"[^>]*href="\/en\/app\/enigma\?q=coin&amp;sort=price"/,
    )
    expect(await visitor().read('/en/app/enigma?sort=price')).toMatch(/id="sort-price"[^>]*href="\/en\/app\/enigma"/)
  })

  test('answers a partial request with its region only', async () => {
    const { html, headers } = await visitor().part('/en/app/enigma?q=eth')
    expect(html).toStartWith('<div id="asset-list"')
    expect(html).not.toContain('<html')
    expect(headers.get('vary')).toContain('HX-Request-Type')
  })

  test('offers a reset if nothing is found, and escapes the search text', async () => {
    const html = await visitor().read('/en/app/enigma?q=%3Cimg%20src=x%3E')
    expect(html).toContain('Nothing found')
    expect(html).toContain('href="/en/app/enigma"')
    expect(html).not.toContain('<img src=x>')
    expect(await visitor().read('/en/app/enigma?show=favourites')).toContain('No favorites yet')
  })

  test('says that prices will come while the market has none', async () => {
    const who = await signIn(empty.appDb, { now })
    const response = await empty.app.request('/en/app/enigma', { headers: { cookie: who.cookie } })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('No prices yet')
    expect(html).toContain('is not connected yet')
    const page = await empty.app.request('/en/app/enigma/BTCUSDT', { headers: { cookie: who.cookie } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('No prices yet')
  })

  test('says when prices stand still', async () => {
    feed.setState({ name: 'waiting', until: now + 5000, reason: 'disconnected' })
    const html = await visitor().read('/en/app/enigma')
    feed.setState({ name: 'live' })
    expect(html).toContain('prices are not updating. Next attempt at 15:30:25')
    expect(shownIn(await visitor().read('/en/app/enigma'))).not.toContain('Next attempt')
  })

  test('shows no time of the next attempt if the feed’s process is silent', async () => {
    feed.setState({ name: 'waiting', until: now + 2000, reason: 'silent' })
    const shown = shownIn(await visitor().read('/en/app/enigma'))
    feed.setState({ name: 'live' })
    expect(shown).toContain('prices are not updating. Trying to reconnect.')
    expect(shown).not.toContain('Next attempt')
  })
})

describe('the page of an asset', () => {
  test('shows the figures computed from its candles', async () => {
    const html = await visitor().read('/en/app/enigma/BTCUSDT')
    const closes = past.filter(({ asset }) => asset === 'BTCUSDT').map(({ close }) => close)
    const last = closes.at(-1) ?? 0
    // Returns the change since the minute that ended one period ago. The newest minute is still open.
    const percent = (minutes: number) => {
      const change = last / (closes.at(-1 - minutes) ?? 1) - 1
      return new Intl.NumberFormat('en-US', {
        style: 'percent',
        minimumFractionDigits: 2,
        signDisplay: 'exceptZero',
      })
        .format(change)
        .replace('-', '−')
    }
    for (const [period, minutes] of [
      ['1 hour', 60],
      ['4 hours', 240],
    ] as const) {
      expect(shownIn(html)).toMatch(new RegExp(`${period}</th>.{0,600}>${RegExp.escape(percent(minutes))}<`, 's'))
    }
    expect(html).toMatch(/7 days<\/th>.{0,200}no data/s)
    expect(html).toContain('Bitcoin')
    expect(html).toContain('data-asset="BTCUSDT" data-tf="60"')
    expect(await visitor().read('/en/app/enigma/BTCUSDT?tf=5')).toContain('data-tf="5"')
    expect(await visitor().read('/en/app/enigma/BTCUSDT?tf=7')).toContain('data-tf="60"')
    // The price of one asset rises when that of the other falls, so their correlation is close to −1.
    expect(html).toMatch(/ETHUSDT<\/a><\/th>.{0,600}>−(1\.00|0\.9\d)</s)
    expect(html).toMatch(/LTCUSDT<\/a><\/th>.{0,300}no data/s)
    for (const [name, value] of [
      ['Price step', '0.01 USDT'],
      ['Quantity step', '0.00001 BTC'],
      ['Smallest order', '5 USDT'],
      ['Source', 'Demonstration'],
      ['State', 'trading'],
    ]) {
      expect(html).toContain(`<dt>${name}</dt><dd>${value}</dd>`)
    }
    expect(html).toMatch(/<dt>Last update<\/dt><dd>Jun 10, 2026, 15:30:20<\/dd>/)
  })

  test('shows the same 24-hour figures as the list and its heading', async () => {
    const [list, page] = [
      shownIn(await visitor().read('/en/app/enigma')),
      shownIn(await visitor().read('/en/app/enigma/BTCUSDT')),
    ]
    const row = /<tr id="asset-BTCUSDT".*?<\/tr>/s.exec(list)?.[0] ?? ''
    const [, change = ''] = /class="change"[^>]*>([^<]+)</.exec(row) ?? []
    const [, volatility = ''] = /class="asset-volatility"[^>]*>([^<]+)</.exec(row) ?? []
    expect([change, volatility]).toEqual([expect.stringContaining('%'), expect.stringContaining('%')])
    expect(/class="change"[^>]*>([^<]+)</.exec(page)?.[1]).toBe(change)
    expect(page).toMatch(new RegExp(`24 hours</th>.{0,600}>${RegExp.escape(change)}<`, 's'))
    expect(page).toContain(`<dt>24 hours</dt><dd>${volatility}</dd>`)
  })

  test('shows the last price changes', async () => {
    const moving = createTestFeed()
    const other = await createTestSite({ feed: moving, now: () => now })
    for (const [step, price] of [200, 205.5, 204.25].entries()) {
      const volume = 0.5 + step / 4
      moving.emit(minuteOf('BTCUSDT', minute, price, { isClosed: false, time: now + step, volume }))
    }
    const { cookie } = await signIn(other.appDb, { now })
    const html = await other.as({ cookie }).read('/en/app/enigma/BTCUSDT')
    await other.close()
    const tape = /<div class="tape".*?<\/table>/s.exec(html)?.[0] ?? ''
    expect(
      [...tape.matchAll(/<\/span>([\d.]+)<\/td><td>([^<]*)</g)].slice(0, 2).map(([, price, volume]) => [price, volume]),
    ).toEqual([
      ['204.25', '0.25'],
      ['205.50', '0.25'],
    ])
  })

  test.each(['NOPE', 'nope', '%3Cb%3E', 'settings'])('answers 404 for %s, which is not traded', async (asset) => {
    const { status, html } = await visitor().get(`/en/app/enigma/${asset}`)
    expect(status).toBe(404)
    expect(html).toContain(`Page Not Found: /en/app/enigma/${asset}`)
  })
})

describe('a refusal by the source', () => {
  test.each([
    ['ru', '', 'Биржа блокирует сервер', 'Сняты с торгов: LTCUSDT', 'снят с торгов', 'Снят с торгов. Новых цен'],
    [
      'en',
      '/en',
      'The exchange blocks this server',
      'Delisted: LTCUSDT',
      'delisted',
      'Delisted. There will be no new prices',
    ],
  ])('is stated in plain words: %s', async (_, prefix, forbidden, gone, mark, notice) => {
    feed.setListings({ asset: 'LTCUSDT', status: 'delisted' })
    feed.setState({ name: 'waiting', until: now, reason: 'forbidden' })
    const list = await visitor().get(`${prefix}/app/enigma`)
    const asset = await visitor().get(`${prefix}/app/enigma/LTCUSDT`)
    const other = await visitor().get(`${prefix}/app/enigma/BTCUSDT`)
    const chart = await visitor().get(`${prefix}/app/charts?asset=LTCUSDT`)
    feed.setListings({ asset: 'LTCUSDT', status: 'trading' })
    feed.setState({ name: 'live' })
    for (const { html } of [list, asset]) {
      expect(html).toContain(forbidden)
      expect(html).toContain(`data-state="delisted">${mark}<`)
    }
    expect(shownIn(list.html)).toContain(gone)
    expect(shownIn(asset.html)).toContain(notice)
    // The page of one asset does not mention the state of other assets.
    expect(shownIn(other.html)).not.toContain(gone)
    expect(shownIn(other.html)).not.toContain(mark)
    expect(chart.html).toContain(`<span class="chart-standing">${mark}</span>`)
  })

  test('is stated alike on every page for an asset without a price', async () => {
    feed.setListings({ asset: 'ADAUSDT', status: 'delisted' })
    const list = await visitor().get('/en/app/enigma')
    const found = await visitor().get('/en/app/enigma?q=ada')
    const asset = await visitor().get('/en/app/enigma/ADAUSDT')
    const chart = await visitor().get('/en/app/charts?asset=ADAUSDT')
    feed.setListings({ asset: 'ADAUSDT', status: 'trading' })
    expect(assetsIn(list.html)).toEqual(['BTCUSDT', 'ETHUSDT', 'LTCUSDT', 'ADAUSDT'])
    expect(list.html).toContain('4 assets')
    expect(assetsIn(found.html)).toEqual(['ADAUSDT'])
    const shown = shownIn(asset.html)
    // The notice is in the heading, in the chart and in the list of ticks.
    expect(shown.match(/No prices: delisted\./g)).toHaveLength(3)
    expect(shown).toContain('<span role="status">Delisted</span>')
    for (const false_ of ['No prices yet', 'first trade']) expect(shown).not.toContain(false_)
    expect(shownIn(chart.html)).toContain('No prices: delisted.')
    expect(shownIn(chart.html)).toContain('<span class="chart-standing">delisted</span>')
  })
})
