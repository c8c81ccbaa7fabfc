import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite({ hasMotion: true })

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Documentation sections' })
const folder = (page: Page, title: string) => sidebar(page).getByText(title, { exact: true })

test('a folder loads its pages as a fragment, once, when it is opened', async () => {
  const page = await site.visit('/en/docs/start/quick-start')
  const parts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/_partials/')) parts.push(request.headers()['hx-request-type'] ?? 'none')
  })
  await folder(page, 'Writing').click()
  await expect(sidebar(page).getByRole('link', { name: 'Markdown' })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Open section' })).toHaveCount(0)
  await folder(page, 'Writing').click()
  await expect(sidebar(page).getByRole('link', { name: 'Markdown' })).toBeHidden()
  await folder(page, 'Writing').click()
  await expect(sidebar(page).getByRole('link', { name: 'Markdown' })).toBeVisible()
  expect(parts).toEqual(['partial'])
  await sidebar(page).getByRole('link', { name: 'Markdown' }).click()
  await expect(page).toHaveURL(site.url('/en/docs/writing/markdown'))
})

test('the folder of the page is open, with the page marked', async () => {
  const page = await site.visit('/en/docs/writing/markdown')
  await expect(sidebar(page).getByRole('link', { name: 'Markdown' })).toHaveAttribute('aria-current', 'page')
  await expect(sidebar(page).locator('[aria-current]')).toHaveCount(1)
  await expect(sidebar(page).getByRole('link', { name: 'Quick start' })).toBeHidden()
})

test('a folder can be opened by keyboard', async () => {
  const page = await site.visit('/en/docs/start/quick-start')
  await sidebar(page).getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(sidebar(page).getByRole('link', { name: 'Ticks and candles' })).toBeVisible()
})

test('the sidebar keeps its scroll position between pages', async () => {
  const page = await site.visit('/en/docs/internals/page-cache')
  await page.setViewportSize({ width: 1440, height: 480 })
  const link = sidebar(page).getByRole('link', { name: 'Search engine' })
  await link.scrollIntoViewIfNeeded()
  const before = await link.boundingBox()
  await link.click()
  await expect(page).toHaveURL(site.url('/en/docs/internals/search-engine'))
  const moved = async () => Math.abs(((await link.boundingBox())?.y ?? 0) - (before?.y ?? 0))
  await expect.poll(moved).toBeLessThanOrEqual(1)
})

test('without JavaScript a folder opens and links to its first page', async () => {
  const page = await site.visit('/en/docs/start/quick-start', { javaScript: false })
  await folder(page, 'Writing').click()
  await sidebar(page).getByRole('link', { name: 'Open section' }).click()
  await expect(page).toHaveURL(site.url('/en/docs/writing/files-and-folders'))
  await expect(sidebar(page).getByRole('link', { name: 'Markdown' })).toBeVisible()
})
