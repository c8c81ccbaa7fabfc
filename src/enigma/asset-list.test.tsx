import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { assetsIn } from '../../tests/enigma-site.ts'
import { LocaleProvider } from '../i18n/context.tsx'
import { defaultInstruments } from '../market/instrument.ts'
import type { AssetLine } from './asset-line.ts'
import { AssetList } from './asset-list.tsx'
import { readList } from './list-query.ts'
import { parseSettings } from './settings.ts'

const [instrument] = defaultInstruments
if (!instrument) throw new Error('No instrument')
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lines = Array.from({ length: 230 }, (_, n): AssetLine => {
  const base = `${letters[Math.floor(n / 26)]}${letters[n % 26]}`
  const day = { last: 100, change24h: 0, high24h: 100, low24h: 100, volume24h: 1, spark: [] }
  const figures = { week: 1, month: 1, deviation: (n * 89) % 230, rsi: 50, sma: 1, days: 60, returns: 30 }
  const own = { instrument: { ...instrument, asset: base, base }, volatility: 1, isFavourite: false }
  return { ...day, ...own, asset: base, figures }
})

function pageAt(params: Record<string, string>): string {
  const list = readList(params, 'en')
  const state = { name: 'live', isBackfilling: false } as const
  const region = { list, lines, priceless: [], total: lines.length, settings: parseSettings(''), watchlists: [], state }
  return renderToStaticMarkup(
    <LocaleProvider locale="en">
      <AssetList {...region} />
    </LocaleProvider>,
  )
}

test('a long list has pages, which together are all assets in the order asked for', () => {
  const pages = ['1', '2', '3'].map((page) => assetsIn(pageAt({ sort: '-deviation', page })))
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 30])
  const expected = lines.toSorted((a, b) => (b.figures.deviation ?? 0) - (a.figures.deviation ?? 0))
  expect(pages.flat()).toEqual(expected.map(({ asset }) => asset))
})

test('links of a page keep the order; another order, set or file starts from the beginning', () => {
  const html = pageAt({ sort: '-deviation', page: '2' })
  expect(html).toContain('101–200 of 230')
  expect(html).toMatch(/id="page-previous"[^>]*href="\/en\/app\/enigma\?sort=-deviation"/)
  expect(html).toMatch(/id="page-next"[^>]*href="\/en\/app\/enigma\?sort=-deviation&amp;page=3"/)
  expect(html).toMatch(/id="sort-price"[^>]*href="\/en\/app\/enigma\?sort=-price"/)
  expect(html).toMatch(/id="set-gainers"[^>]*href="\/en\/app\/enigma\?show=gainers&amp;sort=-deviation"/)
  expect(html).toContain('href="/en/app/enigma.csv?sort=-deviation"')
  expect(html).toContain('data-address="/en/app/enigma?sort=-deviation&amp;page=2"')
  expect(html).not.toContain('form="asset-search" name="page"')
})

test('a page beyond the end is the last one, and a short list has no pages', () => {
  expect(assetsIn(pageAt({ page: '9' }))).toEqual(assetsIn(pageAt({ page: '3' })))
  expect(pageAt({ page: '9' })).toContain('data-address="/en/app/enigma?page=3"')
  expect(pageAt({ q: 'aa', page: '2' })).not.toContain('list-pages')
})
