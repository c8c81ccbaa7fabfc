import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPicture, type PictureNames } from '../src/browser/lightbox/pictures.ts'
import type { IngestReport } from '../src/content/ingest/ingest.ts'
import { openPreparedSite } from './e2e/prepared-site.ts'
import { createTestSite, type TestSite } from './site.ts'

setDefaultTimeout(60_000)

const origin = 'https://kurs.test'
const contentDir = join(import.meta.dir, '../content')

interface CrawledPage {
  path: string
  status: number
  html: string
  ids: Set<string>
  links: string[]
  /** Names of the page's zoomable pictures in URLs */
  pictures: PictureNames[]
}

let home: string
let site: TestSite
/** Report of the first ingest, which read every text */
let report: IngestReport
const pages = new Map<string, CrawledPage>()

let listed = new Set<string>()
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'kurs-content-'))
  const prepared = await openPreparedSite(home)
  report = prepared.report
  site = await createTestSite({ siteUrl: origin, contentDir, data: prepared.dataDir })
  for (const sitemap of ['/sitemap.xml', '/en/sitemap.xml']) {
    const xml = await site.read(sitemap)
    for (const [, address = ''] of xml.matchAll(/<loc>([^<]+)<\/loc>/g))
      await crawl(address.slice(origin.length) || '/')
  }
  listed = new Set(pages.keys())
})
afterAll(async () => {
  await site.close()
  await rm(home, { recursive: true })
})

async function crawl(path: string): Promise<CrawledPage> {
  const known = pages.get(path)
  if (known) return known
  const response = await follow(path)
  // Leaves out the content of templates, which a page shows only in some cases.
  const html = (await response.text()).replace(/<template[\s>].*?<\/template>/gs, '')
  const page: CrawledPage = {
    path,
    status: response.status,
    html,
    ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => decode(id))),
    links: [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) => decode(href)),
    pictures: [...html.matchAll(/\sdata-gallery="([^"]+)"(?: data-slug="([^"]+)")?/g)].map(
      ([, gallery = '', slug]) => ({ gallery: decode(gallery), slug: slug && decode(slug) }),
    ),
  }
  pages.set(path, page)
  return page
}

/** Requests a page; follows redirects to the sign-in page. */
async function follow(path: string): Promise<Response> {
  const response = await site.app.request(path, { headers: { 'user-agent': 'Googlebot' } })
  const location = response.headers.get('location') ?? ''
  return response.status === 303 && /^(\/en)?\/login\?/.test(location) ? follow(location) : response
}

function decode(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<')
}

/** Returns the pages of the sitemaps, without other pages found by the crawl. */
const all = () => [...pages.values()].filter(({ path }) => listed.has(path))

test('the sitemaps contain documentation and a blog of the promised size', () => {
  for (const prefix of ['', '/en']) {
    const docs = all().filter(({ path }) => path.startsWith(`${prefix}/docs`))
    const articles = all().filter(({ path }) => new RegExp(`^${prefix}/blog/[^/]+/[^/]+$`).test(path))
    expect(docs.length).toBeGreaterThanOrEqual(20)
    expect(new Set(docs.map(({ path }) => path.slice(prefix.length).split('/')[2])).size).toBeGreaterThanOrEqual(5)
    expect(articles.length).toBeGreaterThanOrEqual(6)
    expect(new Set(articles.map(({ path }) => path.slice(prefix.length).split('/')[2])).size).toBeGreaterThanOrEqual(3)
  }
})

test('every sitemap URL answers in the right language with one h1, a title and a description', () => {
  const faults = all().flatMap(({ path, status, html }) => {
    const isEnglish = /^\/en(\/|$)/.test(path)
    return [
      status === 200 ? '' : `status ${status}`,
      html.includes(`<html lang="${isEnglish ? 'en-US' : 'ru-RU'}"`) ? '' : 'language',
      html.match(/<h1[\s>]/g)?.length === 1 ? '' : 'h1',
      /<title>[^<]{4,}<\/title>/.test(html) ? '' : 'title',
      /<meta name="description" content="[^"]{30,}"/.test(html) ? '' : 'description',
      html.includes('fallback-notice') ? 'not translated' : '',
    ].flatMap((fault) => (fault ? [`${path}: ${fault}`] : []))
  })
  expect(faults).toEqual([])
})

test('titles are unique within a language', () => {
  const titles = all().map(({ html, path }) => `${path.startsWith('/en')} ${/<title>([^<]*)/.exec(html)?.[1]}`)
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
})

test('every internal link leads to an existing page and anchor', async () => {
  const broken: string[] = []
  const fileStatuses = new Map<string, number>()
  const statusOfFile = async (path: string) => {
    const status = fileStatuses.get(path) ?? (await site.app.request(path)).status
    fileStatuses.set(path, status)
    return status
  }
  for (const page of all()) {
    for (const link of new Set(page.links)) {
      if (/^(https?:|mailto:)/.test(link) && !link.startsWith(origin)) continue
      const url = new URL(link, origin + page.path)
      const path = url.pathname
      const isFile = /\.(xml|md|svg|webp|txt)$/.test(path)
      const target = isFile ? undefined : await crawl(path)
      const status = target?.status ?? (await statusOfFile(path))
      const anchor = decodeURIComponent(url.hash.slice(1))
      const hasAnchor = !target || anchor === '' || hasPlace(target, anchor)
      if (status !== 200 || !hasAnchor) broken.push(`${page.path} → ${link}`)
    }
  }
  expect(broken).toEqual([])
})

function hasPlace({ ids, pictures }: CrawledPage, anchor: string): boolean {
  return ids.has(anchor) || findPicture(pictures, anchor, () => false) !== undefined
}

test('a Russian page links to Russian pages and an English one to English ones', () => {
  const strays = all().flatMap(({ path, html }) => {
    const prose = /<article[\s\S]*?<\/article>/.exec(html)?.[0] ?? ''
    const isEnglish = path.startsWith('/en')
    const links = [...prose.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href)
    return links
      .filter((href) => !/\.(svg|webp|xml|md)$/.test(href) && /^\/en(\/|$)/.test(href) !== isEnglish)
      .map((href) => `${path} → ${href}`)
  })
  expect(strays).toEqual([])
})

test('no ID occurs twice on a page', () => {
  const doubles = all().flatMap(({ path, html }) => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${path}#${id}`)
  })
  expect(doubles).toEqual([])
})

test('pictures exist and have a description and a size', async () => {
  const faults: string[] = []
  for (const { path, html } of all()) {
    for (const [tag] of html.matchAll(/<img\s[^>]*>/g)) {
      if (!/\salt="/.test(tag) || !/\swidth="\d/.test(tag) || !/\sheight="\d/.test(tag)) faults.push(`${path}: ${tag}`)
    }
  }
  expect(faults).toEqual([])
})

test('drafts and future pages appear in no page, sitemap, feed or search', async () => {
  const places = [...all().map(({ html }) => html)]
  for (const path of ['/sitemap.xml', '/en/sitemap.xml', '/blog/feed.xml', '/en/blog/feed.xml']) {
    places.push(await site.read(path))
  }
  for (const locale of ['', '/en']) {
    for (const marker of ['zzdraftmarker', 'zzfuturemarker']) {
      const html = await site.read(`${locale}/search?q=${marker}`)
      places.push(html.replaceAll(`value="${marker}"`, '').replaceAll(`«${marker}»`, '').replaceAll(`“${marker}”`, ''))
    }
  }
  expect(places.filter((html) => /roadmap-draft|draft-notes|future-of-ticks/.test(html)).length).toBe(0)
  for (const path of ['/docs/start/roadmap-draft', '/blog/product/draft-notes', '/blog/markets/future-of-ticks']) {
    expect((await site.app.request(path)).status).toBe(404)
    expect((await site.app.request(`/en${path}`)).status).toBe(404)
  }
})

test('the content contains a draft and a future page in both languages', () => {
  for (const locale of ['ru', 'en']) {
    const texts = readdirSync(join(contentDir, locale), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => readFileSync(join(contentDir, locale, file), 'utf8'))
    expect(texts.some((text) => /^draft: true$/m.test(text))).toBe(true)
    expect(texts.some((text) => /^date: ["']?(20[3-9]\d)/m.test(text))).toBe(true)
  }
})

test('the whole content is ingested without problems', () => {
  const texts = readdirSync(contentDir, { recursive: true, encoding: 'utf8' })
  expect(report.changed.toSorted()).toEqual(texts.filter((file) => /\.(md|ya?ml)$/.test(file)).toSorted())
  expect(report.problems).toEqual([])
})
