import { test } from 'bun:test'
import { makeAdministrator } from '../administrator.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true, isCold: true })
const kilobyte = 1024
const maxFiles = 8
const maxKilobytes = 150

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

/** Returns whether the charts are drawn: they are static pictures until their library has loaded. */
function isDrawn(): boolean {
  return document.querySelector('kurs-island[data-island*=chart]') === null || document.querySelector('canvas') !== null
}
