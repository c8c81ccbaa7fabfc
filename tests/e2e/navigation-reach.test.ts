import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'

/* Navigation between languages and to the search, which also changes everything around the main part of the page. */

const rules = {
  '/en/help/**': { redirect: '/en/docs/start/**', status: 301 },
  '/en/answer': { redirect: '/en/docs/start/search#what-it-finds' },
  '/en/docs/answer': { redirect: '/en/docs/start/search#what-it-finds' },
  '/en/elsewhere': { redirect: 'https://elsewhere.invalid/' },
}
const site = openSite({ prefetches: true, env: { ROUTE_RULES: JSON.stringify(rules) } })
const start = '/en/docs/start/quick-start'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const banner = (page: Page) => page.getByRole('banner')

/** Marks the document, to detect a full page load, which clears the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in globalThis)

async function press(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = document.createElement('a')
    link.href = address
    link.textContent = 'elsewhere'
    document.querySelector('main')?.prepend(link)
  }, href)
  await page.getByRole('link', { name: 'elsewhere', exact: true }).click()
}

test('a page in the other language replaces everything around it too, and all of it works', async () => {
  const page = await site.visit(start)
  await mark(page)
  await banner(page).getByRole('link', { name: 'Русский' }).click()
  await expect(heading(page, 'Быстрый старт')).toBeFocused()
  await expect(page).toHaveURL(site.url('/docs/start/quick-start'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru-RU')
  await expect(page.getByRole('status').filter({ hasText: 'Быстрый старт · Курс' })).toBeAttached()
  const whole = (html?: string) =>
    page.evaluate((text) => {
      const root = text === undefined ? document : new DOMParser().parseFromString(text, 'text/html')
      const names = ['lang', 'dir', 'data-reading', 'data-pages']
      // Excludes preloads of code fonts, which exist only on full page loads; swapped pages request these fonts
      // directly.
      const parts =
        'title, link[rel]:not([data-code]), meta[property], header nav, footer, dialog, .docs-sidebar, [data-toasts]'
      const said = [...root.querySelectorAll(parts)].map((tag) =>
        tag.matches('link, meta, dialog, section') ? tag.cloneNode(false) : tag.textContent,
      )
      const shown = said.map((each) => (each instanceof Element ? each.outerHTML : (each ?? '')))
      return [...names.map((name) => root.documentElement.getAttribute(name)), ...shown].toSorted()
    }, html)
  const own = await fetch(site.url('/docs/start/quick-start')).then((response) => response.text())
  expect(await whole()).toEqual(await whole(own))
  await expect(banner(page).getByRole('link', { name: 'Войти' })).toHaveAttribute('href', /next=%2Fdocs%2F/)

  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Поиск по документации и блогу' })
  await dialog.getByRole('searchbox').fill('поиск')
  await expect(dialog.getByRole('link', { name: /Поиск/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await banner(page).locator('.color-mode > summary').click()
  await banner(page).getByRole('button', { name: 'Тёмный' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.locator('[data-set-color-mode][value=dark]').first()).toHaveAttribute('aria-pressed', 'true')

  await page.goBack()
  await expect(heading(page, 'Quick start')).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.locator('[data-set-color-mode][value=dark]').first()).toHaveAttribute('aria-pressed', 'true')
  expect(await isMarked(page)).toBe(true)
  const remembered = async () => (await page.context().cookies()).find(({ name }) => name === 'i18n_redirected')?.value
  await expect.poll(remembered).toBe('en')
})

test('the search page is opened and left without a reload, and searches while typing', async () => {
  const page = await site.visit(start)
  await mark(page)
  await press(page, '/en/search?q=quokka')
  await expect(page.getByRole('searchbox')).toHaveValue('quokka')
  await page.getByRole('searchbox').fill('search')
  await expect(page).toHaveURL(site.url('/en/search?q=search'))
  await page.locator('.search-hit-page').first().click()
  await expect(page.locator('main h1')).toBeFocused()
  await expect(page).toHaveURL(/\/en\/(docs|blog)\//)
  await page.goBack()
  await expect(page).toHaveURL(site.url('/en/search?q=search'))
  await expect(page.locator('.search-hit-page').first()).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(1)
  expect(await isMarked(page)).toBe(true)
})

test('a pending search does not overwrite the URL of the page that Back returns to', async () => {
  const page = await site.visit(start)
  await press(page, '/en/search?q=quokka')
  await expect(page.getByRole('searchbox')).toHaveValue('quokka')
  const [answered, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**${start}`, async (route) => {
    left.resolve()
    await answered.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/q=search/)
  await page.route(/q=search/, async (route) => {
    await left.promise
    await route.continue()
  })
  await page.getByRole('searchbox').fill('search')
  await asked
  await page.evaluate(() => history.back())
  await expect(page.locator('.search-hit-page').first()).toBeVisible()
  answered.resolve()
  await expect(heading(page, 'Quick start')).toBeFocused()
  await expect(page).toHaveURL(site.url(start))
})

test('a redirect rule to a page of the site keeps the hash and causes no full load', async () => {
  const page = await site.visit(start)
  await mark(page)
  await press(page, '/en/help/search?a=1#what-it-finds')
  await expect(heading(page, 'Search')).toBeVisible()
  await expect(page).toHaveURL(site.url('/en/docs/start/search?a=1#what-it-finds'))
  expect(await isMarked(page)).toBe(true)
})

test.each(['/en/answer', '/en/docs/answer'])(
  'a redirect rule to an anchor of a page leads there from %s',
  async (from) => {
    const page = await site.visit(start)
    await press(page, from)
    await expect(page).toHaveURL(site.url('/en/docs/start/search#what-it-finds'))
    await expect(heading(page, 'Search')).not.toBeInViewport()
  },
)

test('a redirect rule to another site is left to the browser', async () => {
  const page = await site.visit(start, { provokes: /elsewhere\.invalid/ })
  const asked = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url() === 'https://elsewhere.invalid/',
  )
  await press(page, '/en/elsewhere')
  await asked
  // The target site does not exist, so the browser shows its error page.
  await expect(page).toHaveURL(/^chrome-error:/)
})

test('Back returns to the error page of a missing page', async () => {
  const page = await site.visit('/en/nowhere', { status: 404, provokes: /404/ })
  const missing = heading(page, 'Page not found')
  await expect(missing).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page).toHaveURL(site.url('/en'))
  await expect(missing).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(site.url('/en/nowhere'))
  await expect(missing).toBeVisible()
})
