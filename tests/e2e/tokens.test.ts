import { test } from 'bun:test'
import { expect, openSite } from './browser.ts'

const site = openSite()

test('the date field is available only when the token ends on a date', async () => {
  const page = await site.visit('/en/register')
  await page.getByLabel('Login').fill('token-maker')
  await page.getByLabel('Password', { exact: true }).fill('lantern walks at 7')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(site.url('/en/app'))
  await page.goto(site.url('/en/account/tokens/new'))
  const day = page.getByLabel('Last day, Moscow time')
  await expect(day).toBeHidden()
  await page.getByLabel('Until a date, inclusive').check()
  await expect(day).toBeVisible()
  await page.getByLabel('90 days').check()
  await expect(day).toBeHidden()
})
