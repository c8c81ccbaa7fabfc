import { beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import type { Page, Route } from 'playwright'
import { openDb } from '../../src/db/client.ts'
import { makeAdministrator } from '../administrator.ts'
import { expect, openSite } from './browser.ts'
import { excessIn, violationsWideAndNarrow } from './windows.ts'

const site = openSite({ market: true, hasMotion: true })

let session: string
beforeAll(async () => {
  session = await newSession('Starter')
}, 120_000)

async function newSession(login: string): Promise<string> {
  const db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  const { token } = await makeAdministrator(db, login, site.url('/'))
  await db.close()
  return token
}

const price = (page: Page, base: string) =>
  page
    .getByRole('row')
    .filter({ hasText: `${base}/USDT` })
    .locator('.start-price')

test('prices and the chart become live, the page shows it, and timeframes change in place', async () => {
  const page = await site.visit('/en/app', { session })
  await expect(page.getByText('Live prices')).toBeVisible()
  const before = await price(page, 'BTC').textContent()
  await expect(price(page, 'BTC')).not.toHaveText(before ?? '')
  await expect(price(page, 'BTC')).toContainText(/^\d{1,3}(,\d{3})*\.\d\d/)
  const chart = page.getByRole('region', { name: 'BTC/USDT chart' })
  await chart.scrollIntoViewIfNeeded()
  await expect(chart.locator('canvas').first()).toBeVisible()
  await chart.getByRole('link', { name: '15m' }).click()
  await expect(chart.getByRole('link', { name: '15m' })).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL(site.url('/en/app'))
})

test('a star in the list of assets adds an asset here, with its chart', async () => {
  const page = await site.visit('/en/app/enigma', { session: await newSession('Collector') })
  await page.getByRole('button', { name: /SOLUSDT/ }).click()
  await expect(page.getByRole('button', { name: /SOLUSDT/, pressed: true })).toBeVisible()
  await site.visit('/en/app', { tab: page })
  await expect(page.getByRole('heading', { name: 'Favorites' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '/USDT' })).toHaveCount(1)
  await expect(price(page, 'SOL')).toBeVisible()
  await page.getByRole('link', { name: 'Open chart' }).click()
  await expect(page).toHaveURL(/\/en\/app\/charts\?asset=SOLUSDT&tf=60/)
})

test('signing out during a pending request shows no message about a lost session', async () => {
  const page = await site.visit('/en/app', { session: await newSession('Leaver'), provokes: /news.*401|401.*news/ })
  await page.waitForLoadState('networkidle')
  const asked = Promise.withResolvers<Route>()
  await page.route('**/alerts/news?late', (route) => asked.resolve(route))
  const answered = page.evaluate(async () => {
    await fetch('/en/app/alerts/news?late')
  })
  const led = Promise.withResolvers<string | null>()
  await page.route('**/api/auth/logout', async (route) => {
    await (await asked.promise).fulfill({ status: 401 })
    await answered
    const response = await route.fetch({ maxRedirects: 0 })
    // The session has ended and the next page is loading: a response that arrives now must not redirect the browser
    // again.
    const headers = { 'hx-request': 'true' }
    const late = (init: RequestInit) =>
      fetch('/en/app/alerts/news', init).then((answer) => answer.headers.get('hx-redirect'))
    led.resolve(page.evaluate(late, { headers }))
    await led.promise
    await route.fulfill({ response })
  })
  await page.getByRole('banner').locator('.user-menu summary').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(await led.promise).toBe(null)
  await expect(page).toHaveURL(site.url('/en'))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('without JavaScript prices are as of page load, and links work', async () => {
  const page = await site.visit('/en/app', { session, javaScript: false })
  await expect(price(page, 'BTC')).toContainText(/^\d{1,3}(,\d{3})*\.\d\d/)
  await expect(page.getByText('Prices as of page load')).toBeVisible()
  await page.getByRole('row').getByRole('link', { name: 'BTC' }).click()
  await expect(page).toHaveURL(site.url('/en/app/enigma/BTCUSDT'))
})

/** Marks the tiles of the heat map: their text must be readable on any tint. */
function markTiles(): void {
  const states = ['backfilling', 'stale', 'halted']
  document.querySelectorAll('.heat-tile').forEach((tile, index) => {
    const mark = Object.assign(document.createElement('span'), { className: 'asset-mark', textContent: 'paused' })
    mark.dataset.state = states[index % states.length]
    tile.append(mark)
  })
}

test.each([
  ['/app', 'ru-RU'],
  ['/en/app', 'en-US'],
])('%s fits every window and is accessible in both modes', async (path, locale) => {
  const page = await site.visit(path, { session, locale })
  await page.evaluate(markTiles)
  expect(await (locale === 'ru-RU' ? violationsWideAndNarrow(page) : excessIn(page, 320))).toEqual([])
  expect(await excessIn(page, 390)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  const broken = await page
    .locator('.start-movers b')
    .evaluateAll((all) => all.filter((pair) => pair.clientHeight > 1.5 * parseFloat(getComputedStyle(pair).lineHeight)))
  expect(broken).toEqual([])
})
