import { afterAll, beforeAll, expect, test } from 'bun:test'
import { categories, createTestSite, page, type TestSite } from '../../tests/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({
    files: {
      ...categories,
      'ru/docs/1.start/1.candles.md': page({ title: 'Свечи' }, 'Текст.'),
      'en/docs/1.start/1.candles.md': page({ title: 'Candles' }, 'Text.'),
      'en/docs/1.start/2.own.md': page({ title: 'Own', ogImage: '/og-ru.png' }, 'Text.'),
    },
  })
})
afterAll(() => site.close())

const pictureOf = async (path: string) => {
  const html = await site.read(path)
  return /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
}

test("a page's preview is the author's picture, or else the drawn one, or else the site's", async () => {
  await pictureOf('/docs/start/candles')
  await site.drawPreviews()
  const [russian, english] = [await pictureOf('/docs/start/candles'), await pictureOf('/en/docs/start/candles')]
  expect(russian).toMatch(/^https:\/\/kurs\.test\/images\/og-[0-9a-f]{16}\.png$/)
  expect(english).toMatch(/^https:\/\/kurs\.test\/images\/og-[0-9a-f]{16}\.png$/)
  expect(english).not.toBe(russian)
  const answer = await site.app.request(new URL(russian).pathname)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(await pictureOf('/en/docs/start/own')).toBe('https://kurs.test/og-ru.png')
  const html = await site.read('/docs/start/candles')
  const said = ['width', 'height'].map((side) => new RegExp(`og:image:${side}" content="(\\d+)"`).exec(html)?.[1])
  expect(said).toEqual(['1200', '630'])
  expect(await pictureOf('/en')).toBe('https://kurs.test/og-en.png')
})
