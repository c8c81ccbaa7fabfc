import { test } from 'bun:test'
import { expect, openSite } from './browser.ts'
import { samplePaths, sampleTexts } from './sample-texts.ts'

const site = openSite({ files: sampleTexts, hasMotion: true })

test.each([
  ['/docs/writing/blocks', '/en/docs/writing/blocks'],
  ['/blog/product/hello-kurs', '/en/blog/product/hello-kurs'],
  ['/blog/engineering', '/en/blog/engineering'],
])('changing the language of %s leads to %s and back', async (russian, english) => {
  const page = await site.visit(russian)
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(site.url(english))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await page.getByRole('banner').getByRole('link', { name: 'Русский' }).click()
  await expect(page).toHaveURL(site.url(russian))
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru-RU')
})

test.each([true, false])('the language link switches landing pages and back (JavaScript: %p)', async (javaScript) => {
  const page = await site.visit('/', { javaScript })
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(site.url('/en'))
  await page.getByRole('banner').getByRole('link', { name: 'Русский' }).click()
  await expect(page).toHaveURL(site.url('/'))
})

test('changing the language keeps the query and the anchor', async () => {
  const page = await site.visit('/search?q=kurs#content')
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(site.url('/en/search?q=kurs#content'))
  await expect(page.getByRole('searchbox')).toHaveValue('kurs')
})

test('a first-time visitor gets the language of the browser', async () => {
  const english = await site.visit('/', { locale: 'en-US' })
  await expect(english).toHaveURL(site.url('/en'))
  const russian = await site.visit('/', { locale: 'ru-RU' })
  await expect(russian).toHaveURL(site.url('/'))
})

test('a reader who has changed the language gets it from then on', async () => {
  const page = await site.visit('/docs')
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(site.url('/en/docs'))
  await page.goto(site.url('/'))
  await expect(page).toHaveURL(site.url('/en'))
})

test('an untranslated page is shown in its own language, with a notice', async () => {
  const page = await site.visit(`/en${samplePaths.onlyRussian}`)
  await expect(page.getByRole('region', { name: 'Not translated yet' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveAttribute('lang', 'ru-RU')
  await expect(page.getByText('Этой страницы нет на английском.')).toBeVisible()
  // Once dismissed, the notice also stays hidden after client-side navigation.
  const notice = page.locator('[data-banner^=fallback]')
  const dismiss = async () => {
    await page
      .getByRole('button', { name: 'Dismiss' })
      .click({ timeout: 1000 })
      .catch(() => undefined)
    return notice.isVisible()
  }
  await expect.poll(dismiss).toBe(false)
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Только по-русски')
  await expect(notice).toBeAttached()
  await expect(notice).toBeHidden()
})

test('a page in one language does not offer the other', async () => {
  const page = await site.visit(samplePaths.onlyRussian)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Только по-русски')
  await expect(page.getByRole('link', { name: 'English' })).toHaveCount(0)
})
