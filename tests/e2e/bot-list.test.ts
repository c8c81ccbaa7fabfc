import { afterAll, beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import { type Db, openDb } from '../../src/db/client.ts'
import { addPlayedBot } from '../played-bots.ts'
import { signIn } from '../signed-in.ts'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite()

let db: Db
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  const shown = { userId: null, state: 'stopped', now: Date.now() }
  await addPlayedBot(db, { ...shown, name: 'dca', equities: [1010, 1030, 1020] })
  await addPlayedBot(db, { ...shown, name: 'Second', equities: [990, 1001], asset: 'ETHUSDT' })
}, 600_000)
afterAll(() => db.close())

test('a list of bots is filtered in place and walked by keys; two that are ticked are compared', async () => {
  const { id: userId, token } = await signIn(db, { isHttps: false })
  const own = { userId, state: 'stopped', now: Date.now() }
  await addPlayedBot(db, { ...own, name: 'Mine', equities: [1000, 900, 950] })
  await addPlayedBot(db, { ...own, name: 'Other of mine', equities: [1000, 1100], strategy: 'ma-cross' })
  const page = await site.visit('/en/app/bots', { session: token })
  await expect(page.getByRole('searchbox', { name: 'Search bots' })).toHaveAttribute('aria-keyshortcuts', '/')
  expect(await violationsInBothModes(page, 'light')).toEqual([])
  const open = (name: string) => page.getByRole('link', { name, exact: true })
  await page.getByRole('link', { name: /^RSI reversal/ }).click()
  await expect(open('Other of mine')).toHaveCount(0)
  await expect(page).toHaveURL(site.url('/en/app/bots?strategy=rsi'))
  await page.keyboard.press('j')
  await expect(open('Mine')).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: 'compare: Bitcoin saver' })).toBeChecked()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Mine' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Equity curves: Mine −5.00%, Bitcoin saver +2.00%' })).toBeVisible()
  expect(await violationsInBothModes(page, 'dark')).toEqual([])
})

test('without scripts strangers compare, and an owner asks again before all are stopped, in a narrow window', async () => {
  const narrow = { width: 390, javaScript: false }
  const page = await site.visit('/app/bots', narrow)
  await page.getByRole('checkbox', { name: 'сравнить: Копилка на битке' }).check()
  await page.getByRole('checkbox', { name: 'сравнить: Second' }).check()
  await page.getByRole('button', { name: 'Сравнить', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Копилка на битке' })).toBeVisible()
  const { id: userId, token } = await signIn(db, { isHttps: false })
  const bot = await addPlayedBot(db, { userId, name: 'Работник', now: Date.now() })
  const own = await site.visit('/app/bots', { ...narrow, session: token })
  await own.getByText('Остановить всех', { exact: true }).click()
  await own.getByRole('button', { name: 'Да, остановить всех' }).click()
  await expect(own.getByRole('status').first()).toContainText('Боты останавливаются')
  const { rows } = await db.client.execute({ sql: 'select act from bot_acts where bot_id = ?', args: [bot] })
  expect(rows.map(({ act }) => JSON.parse(String(act)).do)).toEqual(['halt'])
})
