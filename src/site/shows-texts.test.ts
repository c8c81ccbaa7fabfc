import { expect, test } from 'bun:test'
import { createTestSite, page } from '../../tests/site.ts'
import { showsTexts } from './shows-texts.ts'

test.each([
  ['/docs/a', true],
  ['/en/docs/a', true],
  ['/docs/a.md', true],
  ['/llms-full.txt', true],
  ['/en/llms-full.txt', true],
  ['/__nuxt_content/docs_ru/sql_dump', true],
  ['/', false],
  ['/docs/a/b', false],
  ['/docs', false],
  ['/llms.txt', false],
])('%s shows the text of /docs/a: %p', (address, isStale) => {
  expect(showsTexts(address, new Set(['/docs/a']))).toBe(isStale)
})

test('an edited text keeps other pages cached; an edited title does not', async () => {
  const files = { 'ru/docs/1.a.md': page({}, 'Before.'), 'ru/docs/2.b.md': page({}) }
  const site = await createTestSite({ files })
  const paths = ['/', '/docs/a', '/en/docs/a', '/docs/b', '/docs/a.md', '/llms-full.txt']
  const readAll = async () => {
    for (const path of paths) await site.read(path)
    await site.pages.settled()
  }
  await readAll()
  expect(site.pages.size()).toBe(paths.length)
  await site.edit({ 'ru/docs/1.a.md': page({}, 'After.') })
  expect(site.pages.size()).toBe(2)
  for (const path of ['/docs/a', '/en/docs/a', '/docs/a.md', '/llms-full.txt'])
    expect(await site.read(path)).toContain('After.')
  await readAll()
  await site.edit({ 'ru/docs/1.a.md': page({ title: 'Other' }, 'After.') })
  expect(site.pages.size()).toBe(0)
  expect(await site.read('/docs/b')).toContain('Other')
  await site.close()
})
