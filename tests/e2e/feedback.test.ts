import { afterAll, beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { type Db, openDb } from '../../src/db/client.ts'
import { addPlayedBot } from '../played-bots.ts'
import { signIn } from '../signed-in.ts'
import { expect, openSite } from './browser.ts'

const site = openSite()
let db: Db
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
})
afterAll(() => db.close())

const toasts = (page: Page) => page.locator('.toasts').getByRole('status')

/** Stops the page's clock; from now on time passes only when the test advances it. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

test('a form’s result is shown for five seconds, paused while hovered or focused', async () => {
  const { token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit('/account', { session })
  await stopTime(page)
  await page.getByRole('main').getByRole('button', { name: 'Сохранить' }).first().click()
  await expect(toasts(page)).toBeAttached()
  await page.clock.runFor(1)
  await expect(toasts(page)).toContainText(/Профиль/)
  await toasts(page).hover()
  await page.clock.runFor(20_000)
  await toasts(page).getByRole('button').focus()
  await page.mouse.move(1, 1)
  await page.clock.runFor(20_000)
  await page.getByRole('main').getByRole('textbox').first().focus()
  await page.clock.runFor(4_900)
  await expect(toasts(page)).toBeVisible()
  await page.clock.runFor(100)
  await expect(toasts(page)).toHaveCount(0)
})

test('at most five notices are shown and announced; the device is updated 50 ms after a resize', async () => {
  const { token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/app/alerts', { session })
  const shown = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
  const fail = async () => {
    await page.evaluate(() => {
      const detail = { ctx: { request: { method: 'POST' } } }
      for (let n = 0; n < 7; n++) document.dispatchEvent(new CustomEvent('htmx:error', { detail }))
    })
    return shown.count()
  }
  // The page shows no message until its script has loaded, so repeat the failure.
  await expect.poll(fail).toBe(5)
  await expect(shown.last()).toContainText('Can’t reach the server')

  const device = () => page.evaluate(() => document.documentElement.dataset.device ?? '')
  // Clears the value that the server has rendered, to see that the script sets it.
  await page.evaluate(() => {
    document.documentElement.dataset.device = ''
  })
  const tells = async () => {
    await page.evaluate(() => dispatchEvent(new Event('resize')))
    return device()
  }
  await expect.poll(tells, { intervals: [200] }).toContain('chrome')
  // An earlier event may still be delayed by the real clock; a new event replaces it and is complete once it has set
  // the value.
  await page.evaluate(() => {
    document.documentElement.dataset.device = ''
    dispatchEvent(new Event('resize'))
  })
  await expect.poll(device).toContain('chrome')
  await stopTime(page)
  await page.evaluate(() => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1'
    Object.defineProperty(navigator, 'userAgent', { value: userAgent })
    Object.defineProperty(navigator, 'userAgentData', { value: undefined })
    dispatchEvent(new Event('resize'))
  })
  await page.clock.runFor(49)
  expect(await device()).toContain('chrome')
  await page.clock.runFor(1)
  expect(await device()).toContain('ios')
})

test('irreversible actions ask in a dialog, which Escape closes', async () => {
  const { id: userId, token: session } = await signIn(db, { isHttps: false })
  await addPlayedBot(db, { userId, name: 'Worker', now: Date.now() })
  const page = await site.visit('/en/app/bots', { session })
  const opener = page.locator('summary', { hasText: 'Stop all' })
  const dialog = page.getByRole('dialog', { name: 'Stop all' })
  await expect(async () => {
    await opener.click()
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  // Reopens the dialog faster than the browser reports that it was closed.
  await opener.evaluate((summary: HTMLElement) => {
    summary.click()
    document.querySelector('dialog')?.close()
    summary.click()
  })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  // Simulates a dialog that was opened before its script had loaded.
  await opener.evaluate(({ parentElement }) => parentElement?.setAttribute('open', ''))
  await opener.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Yes, stop all' })).toBeHidden()
  await opener.click()
  await dialog.locator('button[type=submit]').click()
  await expect(toasts(page)).toContainText(/stop/i)
})

test('a dismissed banner does not return', async () => {
  const page = await site.visit('/en/app/bots')
  const banner = page.locator('[data-banner=bots-invitation]')
  const dismiss = banner.getByRole('button', { name: 'Dismiss' })
  await expect(async () => {
    await dismiss.click({ timeout: 1000 })
    await expect(banner).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await page.reload()
  await expect(banner).toBeHidden()
  await page.evaluate(() => localStorage.setItem('kurs-banners', 'another'))
  await page.reload()
  await expect(banner).toBeVisible()
})
