import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../tests/doubles/feed.ts'
import { assetsIn } from '../../tests/enigma-site.ts'
import { type SignedIn, signIn } from '../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { textbookOf } from '../../tests/textbook-indicators.ts'
import { until } from '../../tests/until.ts'
import type { DecimalCandle } from '../market/candle.ts'
import { defaultInstruments } from '../market/instrument.ts'

setDefaultTimeout(60_000)
const day = 86_400_000
const minute = 60_000
const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const today = now - (now % day)

/** One minute a day, at noon: the close of the day. Bitcoin lacks two days, Ethereum began ten days ago. */
const closeOf = (asset: string, n: number) => {
  const wave = asset === 'BTCUSDT' ? 60_000 + 9000 * Math.sin(n / 5) + 700 * Math.cos(n * 3) : 2000 + 50 * Math.cos(n)
  return Math.round(wave * 100) / 100
}
const daysOf = (asset: string, count: number) =>
  Array.from({ length: count }, (_, n) => n - count).filter((n) => asset !== 'BTCUSDT' || (n !== -12 && n !== -40))
const history = { BTCUSDT: daysOf('BTCUSDT', 65), ETHUSDT: daysOf('ETHUSDT', 10), LTCUSDT: daysOf('LTCUSDT', 65) }
const past = Object.entries(history).flatMap(([asset, days]) =>
  days.map((n) => minuteOf(asset, today + n * day + 12 * 60 * minute, closeOf(asset, n))),
)
const last = { BTCUSDT: 61_234.56, ETHUSDT: 2042.42, LTCUSDT: 1999.99 }

let site: TestSite
let me: SignedIn
beforeAll(async () => {
  const instruments = defaultInstruments.filter(({ asset }) => asset in last)
  const feed = createTestFeed({ instruments, past })
  site = await createTestSite({ feed, now: () => now, env: { HISTORY_DAYS: '66' } })
  for (const [asset, price] of Object.entries(last)) {
    feed.emit(minuteOf(asset, now - (now % minute), price, { isClosed: false, time: now }))
  }
  feed.setState({ name: 'live' })
  await until(() => !site.market.state().isBackfilling)
  me = await signIn(site.appDb, { now })
})
afterAll(() => site.close())

/** Reads a file of the list as one record per asset. */
async function figuresAt(query = ''): Promise<Record<string, string | undefined>[]> {
  const text = await site.as(me).read(`/en/app/enigma.csv${query}`)
  const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(head.split(',').map((name, at) => [name, cells[at]]))
  })
}
const assetsOf = async (query: string) => (await figuresAt(query)).map(({ asset }) => asset)

/** Daily candles as the definitions of the figures say, without the code of the product */
function candlesOf(asset: keyof typeof last): DecimalCandle[] {
  const flat = (openTime: number, price: number) => ({
    ...{ openTime, volume: 1 },
    ...{ open: price, high: price, low: price, close: price },
  })
  return [...history[asset].map((n) => flat(today + n * day, closeOf(asset, n))), flat(today, last[asset])]
}

test('figures in the file of the list equal an independent computation', async () => {
  const [bitcoin = {}] = await figuresAt('?q=btc')
  const candles = candlesOf('BTCUSDT')
  const near = (name: string, value: number) => expect(Math.abs(Number(bitcoin[name]) / value - 1)).toBeLessThan(1e-9)
  near('rsi_14', textbookOf({ id: 'rsi', params: [14] }, candles).at(-1)?.[0] ?? Number.NaN)
  near(
    'from_sma_50_percent',
    (last.BTCUSDT / (textbookOf({ id: 'sma', params: [50] }, candles).at(-1)?.[0] ?? Number.NaN) - 1) * 100,
  )
  // The newest price that is at least 7 days old is that of the noon before 12:30.
  near('change_7d_percent', (last.BTCUSDT / closeOf('BTCUSDT', -7) - 1) * 100)
  near('change_30d_percent', (last.BTCUSDT / closeOf('BTCUSDT', -30) - 1) * 100)
  const returns = Array.from({ length: 30 }, (_, at) => -30 + at).flatMap((n) =>
    [n, n - 1].some((each) => !history.BTCUSDT.includes(each))
      ? []
      : Math.log(closeOf('BTCUSDT', n) / closeOf('BTCUSDT', n - 1)),
  )
  expect(returns).toHaveLength(28)
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length
  const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (returns.length - 1)
  near('deviation_30d_percent', Math.sqrt(variance) * 100)
  expect(bitcoin).toMatchObject({ price: '61234.56', state: 'trading', time: new Date(now).toISOString() })
})

test('a figure without its sample is a dash with the reason, and last in both directions', async () => {
  const [ethereum] = await figuresAt('?q=eth')
  expect(ethereum).toMatchObject({
    rsi_14: '',
    from_sma_50_percent: '',
    deviation_30d_percent: '',
    change_30d_percent: '',
  })
  expect(ethereum?.change_7d_percent).not.toBe('')
  for (const sort of ['rsi', '-rsi', 'month', '-month', 'sma', '-deviation']) {
    expect((await assetsOf(`?sort=${sort}`)).at(-1)).toBe('ETHUSDT')
  }
  const html = await site.as(me).read('/en/app/enigma?sort=-rsi')
  expect(html).toContain('<span class="visually-hidden">Needs 15 daily candles, has 11</span>')
  expect(await site.as(me).read('/app/enigma?sort=-rsi')).toContain('Нужно дневных свечей: 15, есть: 11')
})

test('ranges in the address filter the page, its file and the counts alike', async () => {
  const rsi = Number((await figuresAt('?q=btc'))[0]?.rsi_14)
  for (const [query, expected] of [
    [`?rsi-min=${rsi - 1}&rsi-max=${rsi + 1}&q=bit`, ['BTCUSDT']],
    ['?price-max=2000,5', ['LTCUSDT']],
    ['?price-min=2000&sort=-price', ['BTCUSDT', 'ETHUSDT']],
    ['?rsi-min=0', ['BTCUSDT', 'LTCUSDT']],
    ['?rsi-min=0&rsi-max=-1', []],
    ['?rsi-min=1e3&rsi-max=', ['BTCUSDT', 'ETHUSDT', 'LTCUSDT']],
  ] as const) {
    expect(await assetsOf(query)).toEqual([...expected])
    expect(assetsIn(await site.as(me).read(`/en/app/enigma${query}`))).toEqual([...expected])
  }
  const html = await site.as(me).read('/en/app/enigma?rsi-min=0&price-max=-1.5&sort=-rsi')
  expect(html).toMatch(/id="range-rsi"[^>]*href="\/en\/app\/enigma\?sort=-rsi&amp;price-max=-1.5"/)
  expect(html).toContain('Price ≤ −1.5')
  expect(html).toContain('<input type="hidden" form="asset-search" name="rsi-min" value="0"/>')
})

test('the file of candles has every candle of a timeframe as exact decimals', async () => {
  const { html, headers } = await site.as(me).get('/app/enigma/BTCUSDT/candles.csv?tf=1440')
  expect(headers.get('content-disposition')).toBe('attachment; filename="candles-BTCUSDT-1440.csv"')
  const [head, ...lines] = html.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(head).toBe('open_time,open,high,low,close,volume')
  const price = (value: number) => value.toFixed(2)
  expect(lines).toEqual(
    candlesOf('BTCUSDT').map(({ openTime, close }) =>
      [new Date(openTime).toISOString(), ...[close, close, close, close].map(price), '1.00000'].join(','),
    ),
  )
  expect((await site.as(me).get('/app/enigma/NOPE/candles.csv')).status).toBe(404)
})
