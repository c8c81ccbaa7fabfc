import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { openSite } from './browser.ts'

const site = openSite({ hasMotion: true })
const pages = new Set<Page>()

/** Returns the traces that a previous visitor could have left in the browser. */
const traces = (page: Page) =>
  page.evaluate(async () => ({
    entries: history.length,
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.startsWith('left')),
    cookies: document.cookie.includes('left'),
    caches: await caches.keys(),
    name: window.name,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isPrinted: matchMedia('print').matches,
  }))

const nothing = { stored: [], cookies: false, caches: [], name: '', isStill: false, isPrinted: false }

test.each([1, 2, 3])('the next visitor finds no traces of the previous one (%i)', async () => {
  const page = await site.visit('/en/blog')
  const { entries, ...found } = await traces(page)
  expect(found).toEqual(nothing)
  // The history has at most two entries: the page shown between visitors and this one.
  expect(entries).toBeLessThanOrEqual(2)
  pages.add(page)
  expect(pages.size).toBe(1)
  await page.evaluate(async () => {
    localStorage.setItem('left', 'here')
    sessionStorage.setItem('left', 'here')
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie of a page, as a script leaves it
    document.cookie = 'left=here'
    await caches.open('left')
    window.name = 'left'
    history.pushState(null, '', '/en/blog?left')
  })
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
})

const routed = new Set<Page>()
let heard = 0

test.each([1, 2, 3])('routes and listeners end with their visitor, and the page is reused (%i)', async () => {
  heard = 0
  const page = await site.visit('/en/search', { locale: 'en-AU' })
  expect(heard).toBe(0)
  expect(await page.title()).toContain('Search')
  routed.add(page)
  expect(routed.size).toBe(1)
  page.on('request', () => heard++)
  await page.route('**/en/search', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Other</title>' }))
  await page.goto(site.url('/en/search'))
  expect(heard).toBeGreaterThan(0)
  expect(await page.title()).toBe('Other')
})

test.each([1, 2])('a page with permanent changes is not reused (%i)', async () => {
  const page = await site.visit('/en/blog', { locale: 'en-GB' })
  expect(await page.evaluate(() => 'left' in window)).toBe(false)
  await page.addInitScript(() => {
    Object.assign(window, { left: true })
  })
  await page.reload()
  expect(await page.evaluate(() => 'left' in window)).toBe(true)
})

const prepared = new Set<Page>()

test.each([1, 2, 3])('with a `prepare` script every visitor of a tab loads everything without cache (%i)', async () => {
  const page = await site.visit('/en/blog', { prepare: () => undefined })
  prepared.add(page)
  expect(prepared.size).toBe(1)
  const fromCache = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize === 0)
      .map(({ name }) => name),
  )
  expect(fromCache).toEqual([])
})
