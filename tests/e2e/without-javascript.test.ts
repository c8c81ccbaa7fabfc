import { test } from 'bun:test'
import { expect, openSite } from './browser.ts'
import { samplePaths, sampleTexts } from './sample-texts.ts'

const site = openSite({ files: sampleTexts })
const javaScript = false

test('a reader gets from the landing page through the blog to an article', async () => {
  const page = await site.visit('/', { javaScript })
  await page.getByRole('banner').getByRole('link', { name: 'Блог' }).click()
  await page.getByRole('navigation', { name: 'Рубрики' }).getByRole('link', { name: 'Рынки' }).click()
  await page.getByRole('heading', { level: 2 }).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/blog\/markets\/[\w-]+$/)
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible()
})

test('the language can be changed', async () => {
  const page = await site.visit('/docs/writing/blocks', { javaScript })
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(site.url('/en/docs/writing/blocks'))
})

test('the search is a page with a form', async () => {
  const page = await site.visit('/en/docs', { javaScript })
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL(site.url('/en/search'))
  await page.getByRole('searchbox').fill('quokka')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(site.url('/en/search?q=quokka'))
  await page.getByRole('main').getByRole('link', { name: 'Where a quokka sleeps' }).click()
  await expect(page).toHaveURL(site.url(`${samplePaths.animal}#where-a-quokka-sleeps`))
  await expect(page.getByRole('heading', { name: 'Where a quokka sleeps' })).toBeInViewport()
})

test('tabs, code groups and questions work; controls that need JavaScript are hidden', async () => {
  const page = await site.visit(samplePaths.blocks, { javaScript })
  await page.getByRole('radio', { name: 'Far' }).click()
  await expect(page.getByText('Words that are far.')).toBeVisible()
  await expect(page.getByText('Words that are near.')).toBeHidden()
  await page.getByRole('radio', { name: 'Otter' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('weasel run')).toBeVisible()
  await page.getByText('Why green?').click()
  await expect(page.getByText('Because grass.')).toBeVisible()
  await page.getByText('Why blue?').click()
  await expect(page.getByText('Because grass.')).toBeHidden()
  const buttons = page.getByRole('button')
  await expect(buttons.and(page.locator(':not(form[method=post][action] button[type=submit])'))).toHaveCount(0)
  await buttons.filter({ hasText: 'Yes' }).click()
  await expect(page.getByText('Thank you, noted.')).toBeVisible()
  await expect(buttons).toHaveCount(0)
})

test('the table of contents, previous and next links and sections work', async () => {
  const page = await site.visit('/en/docs/start/quick-start', { javaScript })
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
  await expect(page).toHaveURL(/quick-start#/)
  await page.getByRole('navigation', { name: 'Previous and next pages' }).getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(site.url('/en/docs/start/using-the-site'))
  const sidebar = page.getByRole('navigation', { name: 'Documentation sections' })
  await sidebar.getByRole('link', { name: 'Quick start' }).click()
  await expect(page).toHaveURL(site.url('/en/docs/start/quick-start'))
})
