import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite()
const width = 390

const menu = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('group')
    .filter({ has: page.getByLabel('Menu') })
const menuButton = (page: Page) => page.getByRole('banner').locator('summary').and(page.getByLabel('Menu'))
const sections = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const drawer = (page: Page) => page.getByRole('navigation', { name: 'Documentation sections' })

describe.each([true, false])('with JavaScript: %p', (javaScript) => {
  test('the menu links to the sections and to the other language', async () => {
    const page = await site.visit('/en/docs', { width, javaScript })
    await expect(sections(page)).toBeHidden()
    await menuButton(page).click()
    const signUp = menu(page).getByRole('link', { name: 'Create account' })
    await expect(signUp).toBeVisible()
    await expect(signUp).toHaveAttribute('href', '/en/register?next=%2Fen%2Fdocs')
    await sections(page).getByRole('link', { name: 'Blog' }).click()
    await expect(page).toHaveURL(site.url('/en/blog'))
    await menuButton(page).click()
    await menu(page).getByRole('link', { name: 'Русский' }).click()
    await expect(page).toHaveURL(site.url('/blog'))
  })

  test('the table of contents unfolds above the text, and the drawer links to the documentation', async () => {
    const page = await site.visit('/en/docs/writing/blocks', { width, javaScript })
    await page.getByRole('article').getByText('On this page', { exact: true }).click()
    await page.getByRole('article').getByRole('link', { name: 'Cards' }).first().click()
    await expect(page).toHaveURL(/#cards$/)
    await expect(page.getByRole('heading', { name: 'Cards' })).toBeInViewport()
    await expect(drawer(page)).toBeHidden()
    await page.getByRole('button', { name: 'Contents' }).click()
    await expect(drawer(page).getByRole('link', { name: 'Blocks' })).toBeInViewport()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(drawer(page)).toBeHidden()
    await page.getByRole('button', { name: 'Contents' }).click()
    await drawer(page).getByRole('link', { name: 'Markdown' }).click()
    await expect(page).toHaveURL(site.url('/en/docs/writing/markdown'))
    await expect(drawer(page)).toBeHidden()
  })
})

test('buttons are large enough for touch; a folder of the drawer loads when it is opened', async () => {
  const page = await site.visit('/en/docs/writing/blocks', { width })
  const buttons = [
    menuButton(page),
    page.getByRole('banner').getByRole('link', { name: 'Search' }),
    page.getByRole('button', { name: 'Contents' }),
  ]
  for (const button of buttons) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(36)
  }
  await page.getByRole('button', { name: 'Contents' }).click()
  await drawer(page).getByText('Trading', { exact: true }).click()
  await drawer(page).getByRole('link', { name: 'Ticks and candles' }).click()
  await expect(page).toHaveURL(site.url('/en/docs/trading/ticks-and-candles'))
})

test('Escape and a tap outside close the menu with the color mode, and the drawer', async () => {
  const page = await site.visit('/en/docs', { width })
  await menuButton(page).click()
  await expect(sections(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sections(page)).toBeHidden()
  await expect(menuButton(page)).toBeFocused()
  await menuButton(page).click()
  await page.mouse.click(width / 2, 800)
  await expect(sections(page)).toBeHidden()
  await page.getByRole('button', { name: 'Contents' }).click()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await page.getByRole('button', { name: 'Contents' }).click()
  await expect(drawer(page)).toBeVisible()
  await page.mouse.click(width - 5, 800)
  await expect(drawer(page)).toBeHidden()
  await menuButton(page).click()
  await menu(page).getByRole('button', { name: 'Dark' }).click()
  await expect(menu(page).getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  expect(await page.evaluate(() => document.documentElement.className)).toBe('dark')
})
