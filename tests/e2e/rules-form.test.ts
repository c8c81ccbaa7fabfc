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
  await expect(page.locator('.rules-editor mark')).toHaveText('clsoe')
  await rules.fill('enter when hour = 9')
  await expect(page.locator('#rules-reading')).toContainText('when hour (UTC) equals 9.')
  await expect(rules).not.toHaveAttribute('aria-invalid')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expect(page.locator('.rules-editor mark')).toHaveCount(0)

  // With keys, a word is begun, chosen and replaced.
  const word = (text: string) => page.locator('.rules-words').getByRole('option', { name: new RegExp(`^${text}`) })
  await rules.fill('')
  await rules.pressSequentially('en')
  await expect(word('enter when')).toBeVisible()
  await rules.press('ArrowDown')
  await expect(word('enter when')).toHaveAttribute('aria-selected', 'true')
  await rules.press('Enter')
  await rules.pressSequentially(' rs')
  await rules.press('ArrowDown')
  await rules.press('Tab')
  await rules.pressSequentially('7')
  await expect(rules).toHaveValue('enter when RSI(7)')
  await rules.press('End')
  // A press on a word leaves the focus in the text.
  await rules.pressSequentially(' cr')
  await word('crosses below').click()
  await expect(rules).toHaveValue('enter when RSI(7) crosses below')
  await expect(rules).toBeFocused()
  await rules.pressSequentially(' 3')
  await page.getByRole('button', { name: t('rules.editor.open') }).click()
  await expect(word('and')).toBeVisible()
  await rules.press('Escape')
  await expect(page.locator('.rules-words')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByText(t('rules.builder.title')).click()
  await page.getByRole('button', { name: t('rules.builder.append') }).click()
  await expect(rules).toHaveValue('enter when RSI(7) crosses below 3 and RSI(14) < 30')
  await page.getByRole('button', { name: t('rules.exampleNames.trend') }).click()
  await expect(rules).toHaveValue(/trailing stop/)
  expect(await violationsInBothModes(page, 'light')).toEqual([])
})
