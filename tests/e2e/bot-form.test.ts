import { afterAll, beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import { type Db, openDb } from '../../src/db/client.ts'
import { signIn } from '../signed-in.ts'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true })

let db: Db
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  // A market that has just begun has no days to look back on.
  const hours = site.url('/api/market/candles?asset=BTCUSDT&tf=60&limit=30')
  await expect.poll(async () => JSON.parse(await (await fetch(hours)).text()).length).toBe(30)
}, 600_000)
afterAll(() => db.close())

test('a form says what is wrong while one types, shows how it would have gone, and starts a bot', async () => {
  const { token } = await signIn(db)
  const page = await site.visit('/en/app/bots/new', { session: token, width: 390 })
  await page.getByRole('link', { name: /^Moving-average cross/ }).click()
  const result = page.getByRole('definition').first()
  await expect(result).toContainText('%')
  const slow = page.getByRole('textbox', { name: 'Slow average' })
  await slow.fill('')
  await slow.pressSequentially('5')
  await expect(page.locator('#params-slow-error')).toHaveText('It must be larger than “Fast average”.')
  await expect(page.getByRole('status')).toContainText('1 field needs mending.')
  await expect(slow).toBeFocused()
  await expect(slow).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#bot-preview')).toHaveText('Mend the marked fields, and the run appears here.')
  // What is typed goes on where it was.
  await slow.pressSequentially('5')
  await expect(result).toContainText('%')
  await expect(slow).toHaveValue('55')
  await expect(slow).not.toHaveAttribute('aria-invalid')
  expect(await violationsInBothModes(page, 'light')).toEqual([])
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('First of mine')
  await page.getByRole('button', { name: 'Create and start' }).click()
  await page.waitForURL(/\/en\/app\/bots\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('First of mine')
})
