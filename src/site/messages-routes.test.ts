import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { locales } from '../i18n/locales.ts'
import { en } from '../i18n/messages/en.ts'
import { href, paths } from '../paths.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite()
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers })
const address = (locale: string, build = 'abc12345') => href(paths.messages, { build, locale })

test('messages are an object keyed by language, whatever the build id', async () => {
  for (const build of ['abc12345', 'other', 'a.b']) {
    const response = await get(address('en', build))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ en: { ui: { siteName: en.ui.siteName } } })
  }
  expect(Object.keys(await (await get(address('ru'))).json())).toEqual(['ru'])
})

test('every language has the same keys, and none is lost in JSON', async () => {
  const keysOf = (value: unknown, below = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${below}.${key}`))
      : [below]
  const dictionaries = await Promise.all(
    locales.map(async (locale) => (await (await get(address(locale))).json())[locale]),
  )
  for (const dictionary of dictionaries) expect(keysOf(dictionary).sort()).toEqual(keysOf(en).sort())
})

test('a message with plural forms keeps its placeholders', async () => {
  const { ru } = await (await get(address('ru'))).json()
  expect(ru.search.found).toBe('Найдено {{total}} фрагмента')
  expect(ru.docs.updated).toBe('Обновлено {{date}}')
})

test('the response is cached for ten seconds and revalidated by its ETag', async () => {
  const { headers } = await get(address('en'))
  const etag = headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/".+"$/)
  expect(headers.get('cache-control')).toBe('max-age=10')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  const again = await get(address('en'), { 'if-none-match': etag })
  expect(again.status).toBe(304)
  expect(again.headers.get('cache-control')).toBe('public, max-age=10, s-maxage=10')
  expect(await again.text()).toBe('')
})

test('an unknown language is a 404, a missing one a 400, both in JSON', async () => {
  const unknown = await get(address('fr'))
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toEqual({
    error: true,
    url: '/_i18n/abc12345/fr/messages.json',
    statusCode: 404,
    statusMessage: 'Not Found',
    message: `Locale 'fr' not found.`,
    data: { path: '/_i18n/abc12345/fr/messages.json' },
  })
  for (const path of ['/_i18n/abc12345/messages.json', '/_i18n/abc12345//messages.json']) {
    const missing = await get(path, { accept: 'text/html' })
    expect(missing.status).toBe(400)
    expect(await missing.json()).toMatchObject({ statusCode: 400, message: 'Locale not specified.' })
  }
  for (const name of ['constructor', '__proto__', 'EN', '%2e%2e']) expect((await get(address(name))).status).toBe(404)
})
