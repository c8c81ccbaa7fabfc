import { test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { access } from '../access-table.ts'
import { makeAdministrator } from '../administrator.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true, isCold: true })
const kilobyte = 1024
const maxFiles = 8
const maxKilobytes = 150
const maxStyleBytes = 16_384

const pages = [
  '/app',
  '/app/charts',
  '/charts',
  '/app/bots',
  '/app/paper',
  '/app/enigma',
  '/app/enigma/BTCUSDT',
  '/app/alerts',
  '/account',
  '/admin/users',
  '/admin/telegram/broadcast',
  '/admin/telegram/broadcast/create',
]

test('no page of the app needs more than eight script files or 150 KB', async () => {
  const db = await site.openAppDb()
  const { token: session } = await makeAdministrator(db, 'Weigher', site.url('/'))
  await db.close()
  const page = await site.visit('/en/account', { session })
  const heavy: string[] = []
  for (const path of pages) {
    await page.goto(site.url(path), { waitUntil: 'networkidle' })
    await page.waitForFunction(isDrawn)
    await page.waitForLoadState('networkidle')
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((file) =>
          file instanceof PerformanceResourceTiming && file.name.endsWith('.js') ? [file.encodedBodySize] : [],
        ),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0) / kilobyte
    expect(total, path).toBeGreaterThan(1)
    if (sizes.length > maxFiles || total > maxKilobytes) {
      heavy.push(`${path}: ${sizes.length} files, ${total.toFixed(1)} KB: ${sizes.toSorted((a, b) => a - b).join(' ')}`)
    }
  }
  expect(heavy).toEqual([])
  // The test loads thirteen pages without a cache: a busy machine needs more than a minute.
}, 180_000)

/** Addresses in the site's own texts for the addresses of the access table */
const ownTexts: Record<string, string> = {
  '/docs/guide': '/docs/writing/blocks',
  '/blog/news': '/blog/product',
  '/blog/news/first': '/blog/product/hello-kurs',
}

test('every page for visitors without an account loads at most 16,384 bytes of styles', async () => {
  const isFile = (path: string) => /\.\w+$/.test(path)
  const open = Object.entries(access).flatMap(([route, { at, stranger }]) =>
    route.startsWith('GET /') && stranger === 200 ? [at ?? route.slice('GET '.length)] : [],
  )
  const addresses = open.filter((path) => !isFile(path)).map((path) => ownTexts[path] ?? path)
  const answers = await Promise.all(addresses.map((path) => fetch(site.url(path))))
  const visited = addresses.filter((_, at) => answers[at]?.headers.get('content-type')?.startsWith('text/html'))
  expect(answers.filter(({ ok }) => !ok).map(({ url }) => url)).toEqual([])
  expect(visited).toEqual(expect.arrayContaining(['/', '/docs/writing/blocks', '/login', '/charts', '/bots/try']))
  const page = await site.visit('/en/offline')
  const heavy: string[] = []
  for (const path of [...visited, '/bots/try?run=1']) {
    await page.goto(site.url(path), { waitUntil: 'networkidle' })
    // Charts below the first screen stay pictures until they are scrolled to.
    if (path === '/charts') await page.waitForFunction(isDrawn)
    const { files, adopted } = await page.evaluate(readStyles)
    const sizes = [...files, ...adopted.map((text) => brotliCompressSync(text).length)]
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(total, path).toBeGreaterThan(kilobyte)
    if (total > maxStyleBytes) heavy.push(`${path}: ${total} bytes: ${sizes.join(' ')}`)
  }
  expect(heavy).toEqual([])
}, 180_000)

/** Returns the bytes of all style sheets as they were sent, and the text of those that scripts have added. */
function readStyles(): { files: number[]; adopted: string[] } {
  const textOf = (sheet: CSSStyleSheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join('\n')
  return {
    files: performance
      .getEntriesByType('resource')
      .flatMap((file) =>
        file instanceof PerformanceResourceTiming && file.name.endsWith('.css') ? [file.encodedBodySize] : [],
      ),
    adopted: [
      ...document.adoptedStyleSheets,
      ...[...document.querySelectorAll('style')].flatMap(({ sheet }) => sheet ?? []),
    ]
      .map(textOf)
      .filter((text) => text !== ''),
  }
}

/** Returns whether the charts are drawn: they are static pictures until their library has loaded. */
function isDrawn(): boolean {
  return document.querySelector('kurs-island[data-island*=chart]') === null || document.querySelector('canvas') !== null
}
