import { afterAll, beforeAll, test } from 'bun:test'
import type { Page } from 'playwright'
import type { Db } from '../../src/db/client.ts'
import { signIn } from '../signed-in.ts'
import { violationsOn } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true })

let db: Db
beforeAll(async () => {
  db = await site.openAppDb()
}, 120_000)
afterAll(() => db.close())

const field = (page: Page) =>
  page.getByLabel('Search assets, screens, actions and documents').and(page.locator('input'))
const options = (page: Page) => page.getByRole('dialog').getByRole('option')

test('keys typed right after Ctrl K are kept, and Enter shows the chart on the same page', async () => {
  const { token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/app/charts', { session })
  await page.locator('canvas').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ETH 4h')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/charts\?asset=ETHUSDT&tf=240/)
  await page.locator('canvas').first().waitFor()
  await page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
  await page.keyboard.press('Control+k')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.type('sol 15')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/charts\?asset=SOLUSDT&tf=15/)
  expect(await page.evaluate(() => 'isMarked' in globalThis)).toBe(true)
  await expect(page.getByRole('dialog')).toBeHidden()
  // From another screen, the chart replaces the page without a page load; Back loads that screen again.
  await page.goto(site.url('/en/app/alerts'))
  await page.keyboard.press('Control+k')
  await expect(options(page).first()).toBeVisible()
  await page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
  await page.keyboard.type('eth 4h')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/charts\?asset=ETHUSDT&tf=240/)
  await page.locator('.chart-plot[data-is-live=true] canvas').first().waitFor()
  expect(await page.evaluate(() => 'isMarked' in globalThis)).toBe(true)
  await page.goBack()
  await expect(page).toHaveURL(site.url('/en/app/alerts'))
  // Enter may come when the list is in the page and not marked yet.
  await page.keyboard.press('Control+k')
  await expect(options(page).first()).toBeVisible()
  await page.evaluate(() => {
    const dialog = document.querySelector('.search-palette')
    const press = () => {
      const input = dialog?.querySelector('input')
      if (!dialog || input?.value !== 'sol 15' || !dialog.querySelector('[data-query="sol 15"]')) return
      observer.disconnect()
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    }
    const observer = new MutationObserver(press)
    if (dialog) observer.observe(dialog, { subtree: true, childList: true, attributes: true })
  })
  await page.keyboard.type('sol 15')
  await expect(page).toHaveURL(/charts\?asset=SOLUSDT&tf=15/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alerts')
})

test('arrow keys move in the list, failures show a message, Escape returns the focus', async () => {
  const { token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/app/alerts', { session, width: 320, provokes: /ERR_FAILED|Failed to fetch|htmx/ })
  const trigger = page.getByRole('banner').getByRole('link', { name: 'Search' })
  await trigger.focus()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('End')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('qqzzqq')
  await expect(page.getByText('No results for “qqzzqq”')).toBeVisible()
  await page.route('**/app/find**', (route) => route.abort())
  await page.keyboard.type('q')
  await expect(page.getByRole('alert').filter({ hasText: 'Search is not responding' })).toBeVisible()
  await page.unroute('**/app/find**')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(trigger).toBeFocused()
  await trigger.click()
  await page.keyboard.type('bots')
  await options(page).first().click()
  await expect(page).toHaveURL(site.url('/en/app/bots'))
  await page.keyboard.press('Control+k')
  await expect(options(page).first()).toHaveText('Bots')
})
