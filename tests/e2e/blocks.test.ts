import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'
import { samplePaths, sampleTexts } from './sample-texts.ts'

const site = openSite({ files: sampleTexts })

const tab = (page: Page, name: string) => page.getByRole('radio', { name })

test('tabs, synced groups, code groups and questions work by mouse and keyboard', async () => {
  const page = await site.visit(samplePaths.blocks, { permissions: ['clipboard-read', 'clipboard-write'] })
  await expect(page.getByText('Words that are near.')).toBeVisible()
  await expect(page.getByText('Words that are far.')).toBeHidden()
  await tab(page, 'Far').click()
  await expect(page.getByText('Words that are far.')).toBeVisible()
  await expect(page.getByText('Words that are near.')).toBeHidden()
  await tab(page, 'Near').click()
  await expect(page.getByText('Words that are far.')).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Far')).toBeFocused()
  await expect(page.getByText('Words that are far.')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('heading', { name: 'Farthest' }).getByRole('link')).toBeFocused()

  // Synced tab groups change together, and nothing under the pointer moves.
  const second = tab(page, 'Heron').nth(1)
  await second.scrollIntoViewIfNeeded()
  const before = await second.boundingBox()
  await second.click()
  await expect(page.getByText('The first heron waits.')).toBeVisible()
  await expect(page.getByText('The second heron waits.')).toBeVisible()
  expect((await second.boundingBox())?.y).toBe(before?.y)

  // A code group shows one listing at a time, and its copy button copies that listing.
  const group = page.getByRole('group').filter({ has: tab(page, 'Otter') })
  await expect(page.getByText('otter run')).toBeVisible()
  await tab(page, 'Otter').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('weasel run')).toBeVisible()
  await expect(page.getByText('otter run')).toBeHidden()
  await group.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('weasel run')

  // Opening a question closes the others in a group with a single open answer.
  await page.getByText('Why green?').click()
  await expect(page.getByText('Because grass.')).toBeVisible()
  await page.getByText('Why blue?').click()
  await expect(page.getByText('Because sky.')).toBeVisible()
  await expect(page.getByText('Because grass.')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Because sky.')).toBeHidden()
})

test('a choice persists on other pages and after a reload; other groups are unaffected', async () => {
  const page = await site.visit(samplePaths.blocks)
  await tab(page, 'Heron').first().click()
  await tab(page, 'Weasel').click()
  await page.goto(site.url(samplePaths.moreBlocks))
  await expect(page.getByText('The third heron waits.')).toBeVisible()
  await expect(page.getByText('weasel stop')).toBeVisible()
  await page.goto(site.url(samplePaths.blocks))
  await expect(page.getByText('The second heron waits.')).toBeVisible()
  await expect(page.getByText('Words that are near.')).toBeVisible()
})

test('a URL or link with an anchor opens the tab that contains it', async () => {
  const page = await site.visit(`${samplePaths.blocks}#farthest`)
  await expect(tab(page, 'Far')).toBeChecked()
  await expect(page.getByRole('heading', { name: 'Farthest' })).toBeInViewport()
  await tab(page, 'Near').click()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.evaluate(() => location.assign('#far'))
  await expect(tab(page, 'Far')).toBeChecked()
  await expect(page.getByText('Words that are far.')).toBeInViewport()
})
