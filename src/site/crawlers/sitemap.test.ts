import { expect, test } from 'bun:test'
import type { Library, LocaleContent } from '../../content/library/library.ts'
import { sitemap } from './sitemap.ts'

function libraryOf(pages: number): Library {
  const row = { stem: '', title: '', description: '', robots: null, sitemap: null, file: '', words: 0, version: 1 }
  const docs = Array.from({ length: pages }, (_, at) => {
    const path = `/docs/p${at}`
    return [path, { ...row, path, navigation: null, updated: null }] as const
  })
  const none: LocaleContent = { docs: new Map(), tree: [], order: [], articles: [], categories: new Map() }
  return {
    version: 1,
    byLocale: { ru: { ...none, docs: new Map(docs) }, en: none },
    pictures: new Map(),
    folders: [],
    redirects: '',
  }
}

const about = { siteUrl: 'https://kurs.test', locale: 'ru', endsWithSlash: false } as const
const count = (xml: string | undefined) => xml?.match(/<url>/g)?.length

test('up to 50,000 URLs fit in one file', () => {
  // The sitemap also contains the landing page, the blog and the backtest, so these pages make exactly 50,000 URLs.
  const library = libraryOf(49_997)
  expect(count(sitemap({ ...about, library }))).toBe(50_000)
  expect(sitemap({ ...about, library, part: 2 })).toBeUndefined()
})

test('a longer sitemap is split, and its URL lists the parts', () => {
  const library = libraryOf(49_998)
  const index = sitemap({ ...about, library })
  expect(index).toContain('<sitemapindex')
  expect(index?.match(/<loc>[^<]+/g)).toEqual([
    '<loc>https://kurs.test/sitemap.xml?part=1',
    '<loc>https://kurs.test/sitemap.xml?part=2',
  ])
  expect([1, 2, 3, 0].map((part) => count(sitemap({ ...about, library, part })))).toEqual([
    50_000,
    1,
    undefined,
    undefined,
  ])
})
