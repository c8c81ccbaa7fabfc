import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite({ hasMotion: true })

const menu = (page: Page) => page.locator('.color-mode summary')
const button = (page: Page, name: string) =>
  page.locator('.color-mode').getByRole('button', { name, includeHidden: true })

async function choose(page: Page, name: string): Promise<void> {
  await menu(page).click()
  await button(page, name).click()
}

test('the page follows the system until a mode is chosen, and again after choosing System', async () => {
  const page = await site.visit('/en/docs', { colorScheme: 'dark' })
  await expect(button(page, 'System')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => shownMode(page)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => shownMode(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => shownMode(page)).toBe('dark')
  await choose(page, 'Light')
  await expect.poll(() => shownMode(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => shownMode(page)).toBe('light')
  await choose(page, 'System')
  await expect.poll(() => shownMode(page)).toBe('dark')
})

test('a chosen mode applies at once, after a reload and on other pages', async () => {
  const page = await site.visit('/en/docs')
  await choose(page, 'Dark')
  await expect(button(page, 'Dark')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, 'System')).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => shownMode(page)).toBe('dark')
  await page.reload()
  await expect(button(page, 'Dark')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => shownMode(page)).toBe('dark')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page).toHaveURL(site.url('/en/blog'))
  await expect.poll(() => shownMode(page)).toBe('dark')
})

test('a chosen mode is set before the first paint, so nothing flashes', async () => {
  const page = await site.visit('/en', { prepare: recordModes })
  await choose(page, 'Dark')
  for (const path of ['/en', '/en/docs', '/blog', '/en/search']) {
    await page.goto(site.url(path))
    const modes = await page.evaluate(() => document.documentElement.dataset.modes)
    expect(modes).toBe('dark')
  }
})

test('a choice is applied in other tabs', async () => {
  const first = await site.visit('/en/docs')
  const second = await site.visit('/en/blog', { beside: first })
  await choose(first, 'Dark')
  await expect(button(second, 'Dark')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => shownMode(second)).toBe('dark')
})

test('without JavaScript the page follows the system and offers no choice', async () => {
  const page = await site.visit('/en/docs', { javaScript: false, colorScheme: 'dark' })
  expect(await shownMode(page)).toBe('dark')
  await expect(menu(page)).toBeHidden()
})

test('the menu closes on Escape, an outside click, a choice and loss of focus', async () => {
  const page = await site.visit('/en/docs')
  await menu(page).click()
  await expect(button(page, 'Light')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Light')).toBeHidden()
  await expect(menu(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Light')).toHaveAttribute('aria-pressed', 'true')
  await expect(menu(page)).toBeFocused()
  await menu(page).click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(button(page, 'Light')).toBeHidden()
  await menu(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(button(page, 'Light')).toBeVisible()
  for (let at = 0; at < 3; at++) await page.keyboard.press('Tab')
  await expect(button(page, 'Light')).toBeHidden()
  await page.keyboard.press('Shift+Tab')
  await expect(menu(page)).toBeFocused()
})

test('a page can force a mode without changing the stored choice', async () => {
  const force = async (page: Page, mode: string) =>
    page.route('**/en/blog', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('<html ', `<html data-color-mode-forced="${mode}" `)
      await route.fulfill({ response, body })
    })
  const page = await site.visit('/en/docs', { colorScheme: 'light', provokes: /cannot force the colorMode/ })
  await page.goto(site.url('/en/blog/engineering/why-a-backtest-flatters'))
  await expect.poll(() => shownMode(page)).toBe('dark')
  await choose(page, 'Light')
  await expect.poll(() => shownMode(page)).toBe('dark')
  expect(await page.evaluate(() => localStorage.getItem('kurs-color-mode'))).toBeNull()
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Docs' }).click()
  await expect.poll(() => shownMode(page)).toBe('light')
  await page.goBack()
  await expect.poll(() => shownMode(page)).toBe('dark')
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  await force(page, 'system')
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.goto(site.url('/en/blog'))
  expect((await warning).text()).toBe('You cannot force the colorMode to system at the page level.')
  await expect.poll(() => shownMode(page)).toBe('light')
})

/** Returns whether the page is painted in light or dark colors. */
function shownMode(page: Page): Promise<'light' | 'dark'> {
  return page.evaluate(() => {
    const brush = document.createElement('canvas').getContext('2d')
    if (!brush) throw new Error('This browser does not draw')
    brush.fillStyle = getComputedStyle(document.documentElement).backgroundColor
    brush.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data
    return red + green + blue > 382 ? 'light' : 'dark'
  })
}

/** Records in `data-modes` every color mode that the page has had since its body exists. */
function recordModes(): void {
  const modes: string[] = []
  new MutationObserver(() => {
    const { className, dataset } = document.documentElement
    if (!document.body || modes.at(-1) === className) return
    modes.push(className)
    dataset.modes = modes.join(', then ')
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
}
