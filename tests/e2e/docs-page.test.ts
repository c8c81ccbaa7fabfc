import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'
import { holdTimers } from './held-timers.ts'
import { sampleCode, samplePaths, sampleTexts } from './sample-texts.ts'

const site = openSite({ files: sampleTexts, hasMotion: true })
const clipboard = ['clipboard-read', 'clipboard-write']

const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' })
const listing = (page: Page, text: string) => page.getByRole('figure').filter({ hasText: text })

test('the contents mark the current section and link to sections; headings link to themselves', async () => {
  const page = await site.visit('/en/docs/writing/blocks')
  await expect(contents(page).getByRole('link').first()).toHaveAttribute('aria-current', 'true')
  for (const name of ['Callouts', 'Steps', 'Cards', 'Tabs']) {
    await page.getByRole('heading', { name, exact: true }).evaluate((heading) => {
      scrollBy({ top: heading.getBoundingClientRect().top - 100, behavior: 'instant' })
    })
    await expect(contents(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'true')
    await expect(contents(page).locator('[aria-current]')).toHaveCount(1)
  }
  await page.keyboard.press('End')
  await expect(contents(page).getByRole('link').last()).toHaveAttribute('aria-current', 'true')

  // A section opened from the contents appears below the header.
  await contents(page).getByRole('link', { name: 'Cards' }).click()
  await expect(page).toHaveURL(/#cards$/)
  const heading = page.getByRole('heading', { name: 'Cards', exact: true })
  await expect(heading).toBeInViewport({ ratio: 1 })
  await expect.poll(() => heading.evaluate(isOnTop)).toBe(true)
  await page.getByRole('heading', { name: 'Fields', exact: true }).getByRole('link').click()
  await expect(page).toHaveURL(site.url('/en/docs/writing/blocks#fields'))
})

test('the copy button copies a listing exactly, without removed lines, and confirms it', async () => {
  const page = await site.visit(samplePaths.blocks, { permissions: clipboard })
  await holdTimers(page)
  await listing(page, 'rate.ts').getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sampleCode)
  await listing(page, 'kurs.env').getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('HOST=0.0.0.0\nPORT=8080')
})

test('without clipboard access an error is shown and the listing is selected', async () => {
  const refuse = () => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  }
  const page = await site.visit(samplePaths.blocks, { prepare: refuse })
  await holdTimers(page)
  await listing(page, 'rate.ts').getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Couldn’t copy' })).toBeAttached()
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('if (rate > 90) {')
})

test('previous and next links work, and breadcrumbs show the position', async () => {
  const page = await site.visit('/en/docs/start/quick-start')
  const neighbours = page.getByRole('navigation', { name: 'Previous and next pages' })
  await neighbours.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(site.url('/en/docs/start/using-the-site'))
  await neighbours.getByRole('link', { name: 'Previous' }).click()
  await expect(page).toHaveURL(site.url('/en/docs/start/quick-start'))
  await neighbours.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Using the site')
  const trail = page.getByRole('navigation', { name: 'You are here' })
  await trail.getByRole('link', { name: 'Getting started' }).click()
  await expect(page).toHaveURL(site.url('/en/docs/start/what-is-kurs'))
  await trail.getByRole('link', { name: 'Docs' }).click()
  await expect(page).toHaveURL(site.url('/en/docs'))
})

test('the printed page contains the whole article and nothing else', async () => {
  const page = await site.visit(samplePaths.blocks)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: 'Sample blocks' })).toBeVisible()
  for (const text of ['first badger digs', 'first heron waits', 'otter run', 'weasel run', 'Because sky.']) {
    await expect(page.getByRole('article').getByText(text).first()).toBeVisible()
  }
  const beside = ['Main navigation', 'Documentation sections', 'On this page', 'Previous and next pages']
  for (const name of beside) await expect(page.getByRole('navigation', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(0)
})

/** Returns whether nothing covers the left part of an element at its middle height. */
function isOnTop(element: Element): boolean {
  const { left, top, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + 5, top + height / 2))
}
