import { afterAll, beforeAll, test } from 'bun:test'
import type { Db } from '../../src/db/client.ts'
import { translator } from '../../src/i18n/translate.ts'
import { signIn } from '../signed-in.ts'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true })

let db: Db
beforeAll(async () => {
  db = await site.openAppDb()
}, 120_000)
afterAll(() => db.close())

test('own rules are checked while typing, at their place, and replaced by an example', async () => {
  const t = translator('en')
  const { token } = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/app/bots/new?strategy=rules', { session: token, width: 320 })
  const rules = page.getByRole('textbox', { name: t('botForm.params.rules.text.label') })
  await rules.fill('enter when close > 1\nexit when clsoe < 1')
  await expect(page.locator('#params-text-error')).toContainText('Line 2, column 11.')
  await expect(rules).toBeFocused()
  await expect(rules).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#rules-reading')).toContainText('2: exit when clsoe < 1')
  await rules.fill('enter when hour = 9')
  await expect(page.locator('#rules-reading')).toContainText('when hour (UTC) equals 9.')
  await expect(rules).not.toHaveAttribute('aria-invalid')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('button', { name: t('rules.exampleNames.trend') }).click()
  await expect(rules).toHaveValue(/trailing stop/)
  expect(await violationsInBothModes(page, 'light')).toEqual([])
})
