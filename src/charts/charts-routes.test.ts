import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../tests/doubles/feed.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { addUsers } from '../../tests/users.ts'
import { newSession } from '../auth/session/session.ts'
import { localised } from '../i18n/locales.ts'
import { chooseIndicator, parseIndicator } from '../indicators/catalog.ts'
import { formatPrice } from '../market/price-format.ts'
import { minuteMs } from '../market/timeframe.ts'
import { paths } from '../paths.ts'
import { readCandleRows } from './candles/candle-list.ts'
import { initialColors } from './canvas/palette.ts'
import { valuesOf } from './poster/shapes.ts'

setDefaultTimeout(60_000)

const now = Math.floor(Date.now() / minuteMs) * minuteMs
const feed = createTestFeed()
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ feed, now: () => now + 30_000 })
  feed.setState({ name: 'live' })
  for (let minute = -150; minute <= 0; minute++) {
    const close = 60_000 + minute
    const prices = { open: close - 1, high: close + 5, low: close - 5, close, volume: 2.5 }
    const openTime = now + minute * minuteMs
    feed.emit(minuteOf('BTCUSDT', openTime, close, { ...prices, isClosed: minute < 0, time: openTime + 59_000 }))
  }
})
afterAll(() => site.close())

async function somebody() {
  const [userId = ''] = await addUsers(site.appDb, [{ login: `chartist-${crypto.randomUUID()}` }])
  const session = newSession(site.appDb, { userId, now, address: '10.0.0.1', userAgent: 'A test' })
  await site.appDb.writeBatch([session.statement])
  const cookie = `__Host-sid=${session.token}`
  const visitor = site.as({ cookie })
  return {
    cookie,
    see: (query = '', locale: 'ru' | 'en' = 'en') => visitor.get(localised(locale, paths.charts) + query),
    paint: (fields: Record<string, string>) => visitor.post(localised('en', paths.chartColors), fields),
  }
}

test.each(['/app/charts', '/en/app/charts', '/charts', '/en/charts'])(
  '%s links to what the footer offers',
  async (path) => {
    const { cookie } = await somebody()
    const html = await (await site.app.request(path, path.includes('/app') ? { headers: { cookie } } : {})).text()
    const [footer = ''] = /<footer[\s\S]*<\/footer>/.exec(html) ?? []
    const prefix = path.startsWith('/en') ? '/en' : ''
    for (const link of ['/docs', '/blog', '/blog/feed.xml', '/sitemap.xml'])
      expect(footer).toContain(`href="${prefix}${link}"`)
    expect(footer).toContain(`<summary>${prefix ? 'Site links' : 'Ссылки сайта'}`)
    expect(footer).toContain('data-language-switch')
    expect(html).toContain('data-set-color-mode')
  },
)

describe('the first view', () => {
  test('has the newest candles as picture, legend and table, and links to other charts', async () => {
    const person = await somebody()
    const { status, headers, html } = await person.see('?asset=BTCUSDT&tf=1&ind=sma:20,rsi:14')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<title>BTC/USDT chart')
    expect(html).toContain(`data-open-time="${now}"`)
    expect(html).toContain('data-close="60000"')
    expect(html).toMatch(/<path class="chart-ink-rise"[^>]* d="M/)
    expect(html).toMatch(/chart-ink-sma is-line"[^>]* d="M/)
    expect(html).toContain('60,000.00')
    expect(html).toContain('href="/en/app/charts?asset=ETHUSDT&amp;tf=1&amp;ind=sma:20,rsi:14"')
    expect(html).toContain('href="/en/app/charts?asset=BTCUSDT&amp;tf=240&amp;ind=sma:20,rsi:14"')
    expect(html.match(/<tr>/g)?.length).toBe(21)
    expect(html).toContain('https://www.tradingview.com/')
    expect(html).not.toMatch(/\sstyle=/)
  })

  test('is in Russian at the path without a locale, with Moscow time', async () => {
    const { html } = await (await somebody()).see('?tf=5', 'ru')
    expect(html).toContain('<title>BTC/USDT: график')
    expect(html).toContain('Последние свечи таблицей')
    const open = now - (now % (5 * minuteMs))
    const moscow = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', hour: '2-digit', minute: '2-digit' })
    expect(html).toContain(moscow.format(open))
  })

  test('of an untraded asset says that there are no prices', async () => {
    const { status, html } = await (await somebody()).see('?asset=ETHUSDT')
    expect(status).toBe(200)
    expect(html).toContain('No prices yet')
  })

  test('of an unknown asset is a 404', async () => {
    const { status, html } = await (await somebody()).see('?asset=NOPE')
    expect(status).toBe(404)
    expect(html).toContain('NOPE')
  })

  test('of an invalid chart uses the defaults', async () => {
    const { status, html } = await (await somebody()).see('?tf=7&kind=%3Cscript%3E&ind=x:1,sma:-5&scale=')
    expect(status).toBe(200)
    expect(html).toContain('data-tf="60" data-kind="candles"')
    expect(html).not.toContain('<script>"')
  })
})

test('indicators in the picture are computed from the same candles that the API returns', async () => {
  for (let minute = -1300; minute <= 0; minute++) {
    const close = 3000 + Math.round(10_000 * Math.sin(minute / 90)) / 100
    const openTime = now + minute * minuteMs
    const prices = { open: close, high: close + 1, low: close - 1, close, volume: 1 }
    feed.emit(minuteOf('SOLUSDT', openTime, close, { ...prices, isClosed: minute < 0, time: openTime + 59_000 }))
  }
  const answer = await site.app.request('/api/market/candles?asset=SOLUSDT&tf=1&limit=1000')
  const candles = readCandleRows(await answer.json()) ?? []
  expect(candles).toHaveLength(1000)
  const person = await somebody()
  for (const text of ['ema:200', 'sma:30', 'bollinger:120:2', 'rsi:90', 'macd:12:60:9']) {
    const choice = parseIndicator(text) ?? chooseIndicator('sma')
    const values = valuesOf(choice, candles).at(-1) ?? []
    const { html } = await person.see(`?asset=SOLUSDT&tf=1&ind=${text}`)
    const shown = new RegExp(`data-indicator="${text}".*?</li>`).exec(html)?.[0] ?? ''
    const numbers = [...shown.matchAll(/chart-legend-number">([^<]*)</g)].map(([, number]) => number)
    expect(numbers).toEqual(values.map((value) => formatPrice('en', value ?? Number.NaN, 2)))
    const lines = [...html.matchAll(/chart-ink-\w+ is-line"[^>]* d="([^"]*)"/g)].map(([, path = '']) => path)
    // The page contains two pictures, for wide and for narrow windows, with different numbers of candles.
    expect(lines.map((path) => path.match(/[ML]/g)?.length)).toEqual([120, 48])
  }
})

test('a form adds an indicator to the existing ones', async () => {
  const person = await somebody()
  const answer = await person.see('?asset=BTCUSDT&tf=5&ind=rsi:14&add=bollinger&number=30&number=2.5&source=hl2')
  expect(answer.status).toBe(303)
  expect(answer.location).toBe('/en/app/charts?asset=BTCUSDT&tf=5&ind=rsi:14,bollinger:30:2.5@hl2')
})

test('an indicator of another one is drawn and listed in the pane of that one', async () => {
  const person = await somebody()
  const added = await person.see('?asset=BTCUSDT&tf=5&ind=rsi:14&ind=macd:12:26:9&add=sma&number=9&source=rsi:14')
  expect(added.location).toBe('/en/app/charts?asset=BTCUSDT&tf=5&ind=rsi:14,macd:12:26:9,sma:9@rsi:14')
  const { html } = await person.see('?asset=BTCUSDT&tf=5&ind=rsi:14,macd:12:26:9,sma:9@rsi:14,sma:5@macd.signal:5:9:3')
  expect(html).toMatch(/data-indicator="sma:9@rsi:14" data-pane="1" data-row="1"/)
  expect(html).toMatch(
    /data-indicator="sma:5@macd.signal:5:9:3" data-pane="3"><[^>]*><\/svg><[^>]*><[^>]*"Settings: SMA 5 \(MACD 5 9 3: signal\)"/,
  )
  expect(html).toContain('<option value="macd.signal:12:26:9">(MACD 12 26 9: signal)</option>')
  const names = [...html.matchAll(/chart-ink-indicator chart-ink-(\w+) is-line/g)].map(([, ink]) => ink)
  expect(names).toEqual(['rsi', 'sma', 'macd', 'sma', 'rsi', 'sma', 'macd', 'sma'])
})

test('the volume profile is a part of the address, the menu and the picture', async () => {
  const person = await somebody()
  const { html } = await person.see('?asset=BTCUSDT&tf=5&volume=0&profile=24')
  expect(html).toMatch(/profile=48"[^>]*>48 rows</)
  expect(html).toMatch(/profile=24" aria-current="true"[^>]*>24 rows</)
  const paths = [...html.matchAll(/class="chart-ink-(?:rise|fall) is-volume"[^>]* d="([^"]*)"/g)].map(([, d = '']) => d)
  // Both directions, in a wide and a narrow picture
  expect(paths.map((d) => d.split('z').length - 1)).toEqual([24, 24, 24, 24])
  expect((await person.see('?asset=BTCUSDT&tf=5&volume=0')).html).not.toContain('is-volume')
})

describe('colors', () => {
  test('are saved per user, and saving redirects to the chart they were chosen on', async () => {
    const [person, other] = [await somebody(), await somebody()]
    const answer = await person.paint({ ...initialColors, rise: '#00AA11', back: '?asset=BTCUSDT&tf=5&kind=bars' })
    expect(answer.status).toBe(303)
    expect(answer.location).toBe('/en/app/charts?asset=BTCUSDT&tf=5&kind=bars')
    const { html } = await person.see('?tf=1')
    expect(html).toContain('"colors":{"rise":"#00aa11"}')
    expect(html).toMatch(/<path class="chart-ink-rise" fill="#00aa11" stroke="#00aa11"/)
    expect((await other.see('?tf=1')).html).toContain('"colors":{}')
  })

  test('are saved one by one and can be reset to the defaults', async () => {
    const person = await somebody()
    expect((await person.paint({ line: '#123456' })).status).toBe(303)
    expect((await person.see()).html).toContain('"colors":{"line":"#123456"}')
    expect((await person.paint({ line: '#123456', reset: 'yes' })).status).toBe(303)
    expect((await person.see()).html).toContain('"colors":{}')
  })

  test('are refused when invalid, and a redirect to another site is ignored', async () => {
    const person = await somebody()
    const refused = await person.paint({ rise: 'url(https://elsewhere.test)' })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('Enter a color such as #1bc7b1')
    const away = await person.paint({ back: 'https://elsewhere.test/' })
    expect(away.location).toBe('/en/app/charts?asset=BTCUSDT&tf=60')
  })
})

describe('the public chart', () => {
  const see = (query = '') => site.get(localised('en', paths.openChart) + query)

  test('has candles, links to other timeframes and assets, and a link to the full screen', async () => {
    const { status, html } = await see('?asset=BTCUSDT&tf=5&ind=rsi:14')
    expect(status).toBe(200)
    expect(html).toContain('data-asset="BTCUSDT" data-tf="5"')
    expect(html).toContain('href="/en/charts?asset=BTCUSDT&amp;tf=15"')
    expect(html).toContain('href="/en/charts?asset=ETHUSDT&amp;tf=5"')
    expect(html).toContain('href="/en/register?next=%2Fen%2Fapp%2Fcharts%3Fasset%3DBTCUSDT%26tf%3D5"')
    expect(html).toContain('href="/en/bots/try?asset=BTCUSDT">Try a strategy</a>')
    expect(html).toContain('60,000.00')
    expect(html).not.toContain('data-indicator')
    expect(html).toMatch(/<a class="language-switch" href="\/charts\?asset=BTCUSDT&amp;tf=5"/)
  })

  test('shows only existing assets and redirects to their canonical spelling', async () => {
    expect((await see('?asset=NOSUCH')).status).toBe(404)
    expect((await see()).status).toBe(200)
    const answer = await see('?asset=ethusdt&tf=60')
    expect([answer.status, answer.location]).toEqual([301, '/en/charts?asset=ETHUSDT&tf=60'])
  })

  test('redirects a signed-in user to their own charts', async () => {
    const { cookie } = await somebody()
    const response = await site.app.request('/charts?asset=ETHUSDT&tf=15', { headers: { cookie } })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/app/charts?asset=ETHUSDT&tf=15'])
  })

  test('is rate-limited per network', async () => {
    const request = () => new Request(`https://kurs.test${paths.openChart}?asset=NOSUCH`)
    const statuses: number[] = []
    let last = new Response()
    while (statuses.length <= 120) {
      last = await site.app.fetch(request(), () => '10.20.30.40')
      statuses.push(last.status)
    }
    expect(statuses).toEqual([...Array.from({ length: 120 }, () => 404), 429])
    expect(last.headers.get('retry-after')).toBe('1')
    expect((await see()).status).toBe(200)
  })
})
