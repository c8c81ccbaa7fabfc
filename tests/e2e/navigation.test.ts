import { test } from 'bun:test'
import type { Page, Request } from 'playwright'
import { expect, openSite } from './browser.ts'
import { holdTimers } from './held-timers.ts'

const lasting = `---
title: Lasting
description: A page that leaves its reader in their place.
scrollToTop: false
---

${'A line that makes it long.\n\n'.repeat(60)}`

const site = openSite({ prefetches: true, files: { 'en/docs/1.start/99.lasting.md': lasting } })
const start = '/en/docs/start/quick-start'

const sidebarLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Documentation sections' }).getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Marks the document, to detect a full page load, which clears the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in globalThis)

/** Records the path at the first announcement for screen readers, and whether a frame was painted before it. */
function whenTold(): Promise<{ path: string; isDrawn: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ path: string; isDrawn: boolean }>()
  let isDrawn = false
  const observer = new MutationObserver(() => {
    observer.disconnect()
    requestAnimationFrame(() => {
      isDrawn = true
    })
  })
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('kurs:page', () => resolve({ path: location.pathname, isDrawn }), { once: true })
  return promise
}

/** Adds a link to the page and clicks it. */
async function press(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = document.createElement('a')
    link.href = address
    link.textContent = 'elsewhere'
    document.querySelector('main')?.prepend(link)
  }, href)
  await page.getByRole('link', { name: 'elsewhere', exact: true }).click()
}

const isPart = (request: Request) => 'x-page-part' in request.headers()

test('a page replaces another, with its head, marks and language links', async () => {
  const page = await site.visit(start)
  await mark(page)
  await page.evaluate(() => scrollTo(0, 400))
  const told = page.evaluate(whenTold)
  await sidebarLink(page, 'Search').click()
  await expect(heading(page, 'Search')).toBeFocused()
  expect(await told).toEqual({ path: '/en/docs/start/search', isDrawn: true })
  await expect(page).toHaveURL(site.url('/en/docs/start/search'))
  await expect(page).toHaveTitle('Search · Kurs')
  await expect(page.getByRole('status').filter({ hasText: 'Search · Kurs' })).toBeAttached()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await isMarked(page)).toBe(true)
  const own = await fetch(site.url('/en/docs/start/search')).then((response) => response.text())
  const tags =
    'title, meta[name=description], link[rel=canonical], link[rel=alternate], meta[property], script[type="application/ld+json"]'
  const headOf = (html?: string) =>
    page.evaluate(
      ([selector = '', text]) => {
        const root = text === undefined ? document : new DOMParser().parseFromString(text, 'text/html')
        return [...root.querySelectorAll(`${selector}, .language-switch`)].map((tag) => tag.outerHTML)
      },
      [tags, html],
    )
  expect(await headOf()).toEqual(await headOf(own))
  await expect(sidebarLink(page, 'Search')).toHaveAttribute('aria-current', 'page')
  await expect(page.locator('.docs-sidebar [aria-current]')).toHaveCount(1)
  const signIn = page.getByRole('link', { name: 'Sign in' })
  await expect(signIn).toHaveAttribute('href', /next=%2Fen%2Fdocs%2Fstart%2Fsearch$/)
})

test('Back and Forward restore the scroll position without a reload', async () => {
  const page = await site.visit('/en/docs/writing/blocks')
  await mark(page)
  await page.evaluate(() => scrollTo(0, 1500))
  const left = () => page.evaluate(() => Object(globalThis).leftAt)
  await page.evaluate(() => addEventListener('click', () => Object.assign(globalThis, { leftAt: scrollY }), true))
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Blog' }).click()
  await expect(heading(page, 'Blog')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(heading(page, 'Blocks')).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(await left())
  await page.goForward()
  await expect(heading(page, 'Blog')).toBeFocused()
  await expect(page).toHaveURL(site.url('/en/blog'))
  expect(await isMarked(page)).toBe(true)
})

test('a link to a section of another page opens it, also when the page has moved', async () => {
  const page = await site.visit(start)
  await mark(page)
  // A folder without an index page redirects to its first page.
  await press(page, '/en/docs/writing#from-path-to-address')
  await expect(page).toHaveURL(site.url('/en/docs/writing/files-and-folders#from-path-to-address'))
  await expect(page.locator('#from-path-to-address')).toBeFocused()
  await expect(page.locator('#from-path-to-address')).toBeInViewport()
  expect(await isMarked(page)).toBe(true)
})

test('by keyboard: Enter opens the page, and the next Tab continues below its heading', async () => {
  const page = await site.visit(start)
  await mark(page)
  await sidebarLink(page, 'Search').press('Enter')
  await expect(heading(page, 'Search')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy as Markdown' })).toBeFocused()
  expect(await isMarked(page)).toBe(true)
})

test.each(['/en/login', '/en/blog/feed.xml', `${start}.md`, '/en/docs/nowhere'])(
  '%s is loaded by the browser itself',
  async (path) => {
    const page = await site.visit(start, { provokes: /404|ViewTransition|favicon/ })
    await mark(page)
    const response = page.waitForResponse((each) => each.request().isNavigationRequest())
    await press(page, path)
    expect(new URL((await response).url()).pathname).toBe(path)
    await page.waitForURL(site.url(path))
  },
)

test.each(['another build', 'no answer'])('%s: the page is loaded in full', async (what) => {
  const page = await site.visit(start, { provokes: /ERR_FAILED/ })
  await page.route('**/en/docs/start/search', async (route) => {
    if (!isPart(route.request())) return route.continue()
    if (what === 'no answer') return route.abort()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/data-build="\w+"/, 'data-build="newer"') })
  })
  // Reloads the page to discard prefetched pages.
  await page.goto(site.url(start))
  await mark(page)
  await sidebarLink(page, 'Search').click()
  await expect(heading(page, 'Search')).toBeVisible()
  await expect(page).toHaveURL(site.url('/en/docs/start/search'))
  expect(await isMarked(page)).toBe(false)
})

test('a progress bar shows a pending page, and the last click wins', async () => {
  const page = await site.visit(start)
  const arrived = Promise.withResolvers<void>()
  await page.route('**/en/docs/start/search', async (route) => {
    await arrived.promise
    await route.continue()
  })
  // Reloads the page to discard prefetched pages.
  await page.goto(site.url(start))
  await mark(page)
  await sidebarLink(page, 'Search').click()
  await expect(page.locator('.page-progress')).toBeVisible()
  await sidebarLink(page, 'What is Kurs').click()
  await expect(heading(page, 'What is Kurs')).toBeFocused()
  const late = page.waitForResponse('**/en/docs/start/search')
  arrived.resolve()
  await late
  await expect(page.locator('.page-progress')).toHaveCount(0)
  await expect(heading(page, 'What is Kurs')).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('behaviors work once on a page that has replaced another', async () => {
  const page = await site.visit(start, { permissions: ['clipboard-read', 'clipboard-write'] })
  await sidebarLink(page, 'Search').click()
  await expect(heading(page, 'Search')).toBeFocused()
  const menu = page.getByRole('banner').locator('.color-mode')
  await menu.locator('summary').click()
  await expect(menu).toHaveAttribute('open')
  await page.goBack()
  await expect(heading(page, 'Quick start')).toBeFocused()
  await expect(menu).not.toHaveAttribute('open')
  await holdTimers(page)
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Quick start\n/)
  await expect(page.locator('.toc a[aria-current]')).toHaveCount(1)
})

test('a page with `scrollToTop: false` keeps the scroll position', async () => {
  const page = await site.visit(start)
  await page.evaluate(() => scrollTo(0, 300))
  const left = () => page.evaluate(() => Object(globalThis).leftAt)
  await page.evaluate(() => addEventListener('click', () => Object.assign(globalThis, { leftAt: scrollY }), true))
  await sidebarLink(page, 'Lasting').click()
  await expect(heading(page, 'Lasting')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(await left())
  await sidebarLink(page, 'Search').click()
  await expect(heading(page, 'Search')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a new page fades in unless motion is reduced', async () => {
  const fades = async (hasMotion: boolean) => {
    const page = await site.visit(start, { hasMotion })
    await page.evaluate(() => {
      const { animate } = Element.prototype
      Element.prototype.animate = function (...given) {
        if (this.matches('main')) Object.assign(globalThis, { hasFaded: true })
        return animate.apply(this, given)
      }
    })
    await sidebarLink(page, 'Search').click()
    await expect(heading(page, 'Search')).toBeFocused()
    return page.evaluate(() => 'hasFaded' in globalThis)
  }
  expect([await fades(true), await fades(false)]).toEqual([true, false])
})

test('at 200% zoom the menu navigates, and the page starts at its heading', async () => {
  // Simulates a zoom of 200%: a window of 1440 by 900 px then has half as many CSS pixels in each direction.
  const page = await site.visit(start, { width: 720, height: 450 })
  await mark(page)
  await page.getByRole('button', { name: 'Contents' }).click()
  await sidebarLink(page, 'Search').click()
  await expect(heading(page, 'Search')).toBeFocused()
  await expect(heading(page, 'Search')).toBeInViewport()
  await expect(page.locator('.docs-drawer')).toBeHidden()
  expect(await isMarked(page)).toBe(true)
})

test('find-in-page works on a replaced page, and links within it are native', async () => {
  const page = await site.visit(start)
  await mark(page)
  await sidebarLink(page, 'Search').click()
  await expect(heading(page, 'Search')).toBeFocused()
  const last = page.locator('main h2').last()
  const words = (await last.textContent()) ?? ''
  expect(await page.evaluate((text) => Object(globalThis).find(text), words)).toBe(true)
  const link = page.locator('.toc a').last()
  await link.click()
  await expect(page).toHaveURL(/\/en\/docs\/start\/search#/)
  await expect(last).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL(site.url('/en/docs/start/search'))
  await expect(heading(page, 'Search')).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})
