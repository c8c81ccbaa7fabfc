import { test } from 'bun:test'
import type { Page, Response } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite({ env: { BUILD_CHECK_SECONDS: '1' } })

const words = {
  ru: {
    text: 'Эта версия сайта требует перезагрузки для корректной работы.',
    load: 'Обновить',
    waits: /^Страница только что перезагружена\. Ещё раз можно через \d+ с\.$/,
  },
  en: {
    text: 'This version of the site needs to be reloaded to work correctly.',
    load: 'Reload',
    waits: /^This page was reloaded just now\. You can reload it again in \d+ s\.$/,
  },
}

const answer = (page: Page, status: number, id = 'newer') =>
  page.route('**/builds/latest.json?*', (route) => route.fulfill({ status, json: { id, timestamp: 0 } }))

test.each([
  ['ru', '/docs/start/quick-start'],
  ['en', '/en/docs/start/quick-start'],
] as const)(
  'a newer build is announced (%s), its button reloads, and the next page loads in full',
  async (locale, path) => {
    const page = await site.visit(path)
    await answer(page, 200)
    const banner = page.getByRole('alert').filter({ hasText: words[locale].text })
    await expect(banner).toBeVisible()
    await page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
    await page.locator('.docs-sidebar a[href$="/start/search"]').click()
    await page.waitForURL('**/start/search')
    expect(await page.evaluate(() => 'isMarked' in globalThis)).toBe(false)
    await expect(banner).toBeVisible()
    const loaded = page.waitForRequest((request) => request.isNavigationRequest())
    await banner.getByRole('button', { name: words[locale].load }).click()
    expect((await loaded).url()).toBe(page.url())
    await page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
    await expect(banner).toBeVisible()
    await banner.getByRole('button', { name: words[locale].load }).click()
    await expect(banner.getByRole('status')).toHaveText(words[locale].waits)
    expect(await page.evaluate(() => 'isMarked' in globalThis)).toBe(true)
  },
)

test('a 404 or 403 response shows nothing', async () => {
  const page = await site.visit('/en/docs/start/quick-start', { provokes: /latest\.json|status of 40/ })
  for (const status of [404, 403]) {
    await answer(page, status)
    const isAnswered = (response: Response) => response.url().includes('latest.json') && response.status() === status
    for (let asked = 0; asked < 2; asked++) await page.waitForResponse(isAnswered)
    await expect(page.locator('[data-new-version]')).toBeHidden()
  }
})

test('a hidden page does not check for builds, and checks at once when shown again', async () => {
  const page = await site.visit('/en/blog')
  await page.clock.install()
  await page.goto(site.url('/en/blog'))
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('latest.json')) asked++
  })
  const runUntilAsked = async (times: number) => {
    await page.clock.runFor(1000)
    return asked >= times
  }
  await expect.poll(() => runUntilAsked(2)).toBe(true)
  const show = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await show(true)
  const before = asked
  await page.clock.runFor(60_000)
  expect(asked).toBe(before)
  await show(false)
  await expect.poll(() => asked).toBe(before + 1)
})

test('unsaved input asks before the page is reloaded for the newer build', async () => {
  const page = await site.visit('/en/register')
  await answer(page, 200)
  await expect(page.getByRole('alert').filter({ hasText: words.en.text })).toBeVisible()
  await page.locator('input[name=login]').fill('someone')
  const questions: string[] = []
  page.once('dialog', async (dialog) => {
    questions.push(dialog.type())
    await dialog.dismiss()
  })
  await page.getByRole('button', { name: words.en.load }).click()
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await expect(page.locator('input[name=login]')).toHaveValue('someone')
  await page.locator('input[name=login]').fill('')
  const loaded = page.waitForRequest((request) => request.isNavigationRequest())
  await page.getByRole('button', { name: words.en.load }).click()
  expect((await loaded).url()).toBe(page.url())
})
