import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite({ hasMotion: true })

const button = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Colour mode' }).getByRole('button', { name })

test('a reader who has chosen nothing sees what the system shows, also when that changes', async () => {
  const page = await site.visit('/en/docs', { colorScheme: 'dark' })
  await expect(button(page, 'System')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => shownMode(page)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => shownMode(page)).toBe('light')
})

test('a chosen mode shows at once, after a reload and on other pages', async () => {
  const page = await site.visit('/en/docs')
  await button(page, 'Dark').click()
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

test('a chosen mode stays when the system changes, until the reader goes back to the system', async () => {
  const page = await site.visit('/en/blog', { colorScheme: 'dark' })
  await button(page, 'Light').click()
  await expect.poll(() => shownMode(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => shownMode(page)).toBe('light')
  await button(page, 'System').click()
  await expect.poll(() => shownMode(page)).toBe('dark')
})

test('a chosen mode is there before anything of the page, so that nothing flashes', async () => {
  const page = await site.visit('/en', { prepare: recordModes })
  await button(page, 'Dark').click()
  for (const path of ['/en', '/en/docs', '/blog', '/en/search']) {
    await page.goto(site.url(path))
    const modes = await page.evaluate(() => document.documentElement.dataset.modes)
    expect(modes).toBe('dark')
  }
})

test('a choice is taken up by the other tabs', async () => {
  const first = await site.visit('/en/docs')
  const second = await site.visit('/en/blog', { beside: first })
  await button(first, 'Dark').click()
  await expect(button(second, 'Dark')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => shownMode(second)).toBe('dark')
})

test('without JavaScript the page is as the system wants it and offers no choice', async () => {
  const page = await site.visit('/en/docs', { javaScript: false, colorScheme: 'dark' })
  expect(await shownMode(page)).toBe('dark')
  await expect(button(page, 'Dark')).toBeHidden()
})

/** Whether the page is painted light or dark. */
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

/** Writes into `data-modes` every mode that the page has had since there was anything of it to see. */
function recordModes(): void {
  const modes: string[] = []
  new MutationObserver(() => {
    const { className, dataset } = document.documentElement
    if (!document.body || modes.at(-1) === className) return
    modes.push(className)
    dataset.modes = modes.join(', then ')
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
}
