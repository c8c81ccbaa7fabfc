import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'
import { holdTimers, releaseTimers } from './held-timers.ts'

const site = openSite()
const clipboard = ['clipboard-read', 'clipboard-write']
/**
 * Messages of a browser that opens a plain text: the browser skips the page transition and requests the default icon.
 */
const bareText = /ViewTransition|favicon\.ico/

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
/** Returns the position and size of the copy button. */
const box = (page: Page) => page.locator('.copy-page').boundingBox()

test.each([
  ['/docs/start/search', 'Скопировать в Markdown', 'Скопировано'],
  ['/en/docs/start/search', 'Copy as Markdown', 'Copied'],
])('the button of %s copies the page’s Markdown, confirms it, and moves nothing', async (path, label, done) => {
  const page = await site.visit(path, { permissions: clipboard })
  const before = await box(page)
  await holdTimers(page)
  await page.getByRole('button', { name: label }).click()
  await expect(page.getByRole('button', { name: done })).toBeVisible()
  await expect(status(page, done)).toBeAttached()
  expect(await copied(page)).toBe(await (await fetch(site.url(`${path}.md`))).text())
  expect(await box(page)).toEqual(before)
  await releaseTimers(page)
  await expect(page.getByRole('button', { name: label })).toBeVisible()
  await expect(page).toHaveURL(site.url(path))
})

test('Enter and Space copy like the mouse', async () => {
  const page = await site.visit('/en/docs', { permissions: clipboard })
  for (const key of ['Enter', ' ']) {
    await holdTimers(page)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    const button = page.getByRole('button', { name: 'Copy as Markdown' })
    await button.focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    await expect(status(page, 'Copied')).toBeAttached()
    expect(await copied(page)).toMatch(/^# Kurs documentation\n/)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await releaseTimers(page)
    await expect(button).toBeVisible()
  }
})

test('without clipboard access the button shows an error and opens the Markdown instead', async () => {
  const refuse = () => {
    navigator.clipboard.write = () => Promise.reject(new Error('refused'))
  }
  const page = await site.visit('/en/docs/start/search', { prepare: refuse, provokes: bareText })
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect(status(page, 'The page could not be copied')).toBeAttached()
  await page.getByRole('link', { name: 'Couldn’t copy. Open it?' }).click()
  await expect(page).toHaveURL(site.url('/en/docs/start/search.md'))
  await expect(page.getByText('# Search')).toBeVisible()
})

test('a page whose Markdown fails to load is not reported as copied', async () => {
  const page = await site.visit('/en/docs/start/search', { permissions: clipboard, provokes: /\.md|503/ })
  await page.route('**/*.md', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect(status(page, 'The page could not be copied')).toBeAttached()
})

test('without JavaScript it is a link with a fitting label', async () => {
  const page = await site.visit('/docs/start/search', { javaScript: false, width: 320, provokes: bareText })
  const link = page.getByRole('link', { name: 'Открыть в Markdown' })
  await expect(link).toBeVisible()
  await link.click()
  await expect(page).toHaveURL(site.url('/docs/start/search.md'))
})
