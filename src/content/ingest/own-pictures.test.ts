import { afterEach, expect, test } from 'bun:test'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { categories, createTestSite, page, type TestSite, type TestSiteOptions } from '../../../tests/site.ts'

let sites: TestSite[] = []
afterEach(async () => {
  for (const site of sites) await site.close()
  sites = []
})

async function open(files: NonNullable<TestSiteOptions['files']>): Promise<TestSite> {
  const site = await createTestSite({ files })
  sites.push(site)
  return site
}

/** Returns a flat picture, so that its copies are little work. */
const drawing = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="1"><rect width="80" height="1" fill="${color}"/></svg>`
const sources = (text: string) => [...text.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src)
const messages = ({ problems }: Awaited<ReturnType<TestSite['ingest']>>) =>
  problems.map(({ file, line, message }) => `${file}:${line}: ${message}`)

test('pictures beside the text are shown like those of the public folder', async () => {
  const site = await open({
    'ru/docs/1.guide/images/a b.svg': drawing('red'),
    'ru/docs/shared/b.svg': drawing('blue'),
    'ru/docs/1.guide/2.page.md': page({}, '![A](<images/a b.svg>)\n\n![](./../shared/b.svg "Под ней")'),
  })
  expect(messages(await site.ingest())).toEqual([])
  const text = await site.read('/docs/guide/page')
  const [first = '', second = ''] = sources(text)
  expect([first, second]).toEqual([
    expect.stringMatching(/^\/images\/[0-9a-f]{16}\.svg$/),
    expect.stringMatching(/^\/images\/[0-9a-f]{16}\.svg$/),
  ])
  expect(text).toMatch(/<img src="\/images\/[^>]+ width="80" height="1" srcSet="\/images\/[0-9a-f]{16}-320\.webp 320w/)
  const answer = await site.app.request(first)
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'image/svg+xml',
    drawing('red'),
  ])
  expect((await site.app.request('/content/ru/docs/1.guide/images/a%20b.svg')).headers.get('location')).toBe(first)
})

test('a changed picture changes the page, and a missing one is reported with its line', async () => {
  const site = await open({ 'ru/docs/a.svg': drawing('red'), 'ru/docs/a.md': page({}, 'Текст.\n\n![A](a.svg)') })
  const [before] = sources(await site.read('/docs/a'))
  expect((await site.edit({ 'ru/docs/a.svg': drawing('blue') })).changed).toEqual([])
  const [after = ''] = sources(await site.read('/docs/a'))
  expect(after).not.toBe(before)
  expect(await site.read(after)).toBe(drawing('blue'))
  expect(messages(await site.edit({ 'ru/docs/a.svg': null }))).toEqual([
    'ru/docs/a.md:8: The picture ru/docs/a.svg is missing or cannot be read',
  ])
  expect(messages(await site.edit({ 'ru/docs/a.svg': drawing('red') }))).toEqual([])
  expect(sources(await site.read('/docs/a'))[0]).toBe(before)
})

test('the cover of an article may be beside it', async () => {
  const article = { date: '2026-01-01', image: './cover.svg', imageAlt: 'Обложка' }
  const site = await open({
    ...categories,
    'ru/blog/news/cover.svg': drawing('red'),
    'ru/blog/news/a.md': page(article),
  })
  expect(sources(await site.read('/blog/news/a'))[0]).toMatch(/^\/images\/[0-9a-f]{16}-1536\.webp$/)
})

test('nothing outside the content folder is shown, whatever links to it', async () => {
  const site = await open({ 'ru/docs/a.md': page({}) })
  writeFileSync(join(site.dataDir, 'secret.svg'), drawing('black'))
  symlinkSync(join(site.dataDir, 'secret.svg'), join(site.contentDir, 'ru/docs/leak.svg'))
  symlinkSync(site.dataDir, join(site.contentDir, 'ru/docs/leaks'))
  const text =
    '![a](leak.svg)\n\n![b](leaks/secret.svg)\n\n![c](../../../secret.svg)\n\n![d](%2e%2e/%2e%2e/%2e%2e/secret.svg)'
  const report = await site.edit({ 'ru/docs/a.md': page({}, text) })
  expect(messages(report)).toEqual([
    'ru/docs/a.md:6: The picture ru/docs/leak.svg is missing or cannot be read',
    'ru/docs/a.md:8: The picture ru/docs/leaks/secret.svg is missing or cannot be read',
  ])
  for (const path of [
    '/content/ru/docs/leak.svg',
    '/content/%2e%2e/secret.svg',
    '/content/ru/docs/..%2f..%2f..%2fsecret.svg',
  ])
    expect((await site.app.request(path)).status).toBe(404)
})

test('an invalid picture is reported as missing, and pictures of drafts are not served', async () => {
  const draft = '---\ntitle: A\ndescription: A.\ndraft: true\n---\n\n![](b.svg)'
  const site = await open({
    'ru/docs/a.png': 'not a picture',
    'ru/docs/b.svg': drawing('red'),
    'ru/docs/a.md': page({}, '![A](a.png)'),
    'ru/docs/b.md': draft,
  })
  expect(messages(await site.ingest())).toEqual([
    'ru/docs/a.md:6: The picture ru/docs/a.png is missing or cannot be read',
  ])
  expect((await site.app.request('/docs/a')).status).toBe(200)
  expect((await site.app.request('/content/ru/docs/b.svg')).status).toBe(404)
})
