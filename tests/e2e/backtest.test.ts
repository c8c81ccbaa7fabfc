import { afterAll, beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import { type Db, openDb } from '../../src/db/client.ts'
import { signIn } from '../signed-in.ts'
import { violationsInBothModes, violationsOn } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true, keeps: () => false })

let db: Db
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  // A market that has just begun has no days to look back on.
  const hours = site.url('/api/market/candles?asset=BTCUSDT&tf=60&limit=30')
  await expect.poll(async () => JSON.parse(await (await fetch(hours)).text()).length).toBe(30)
}, 600_000)
afterAll(() => db.close())

test('a backtest is run, looked at trade by trade, swept, and a cell of the sweep is run', async () => {
  const { token } = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/app/bots/backtest?tf=5', {
    session: token,
    width: 390,
    provokes: /WebSocket is closed before/,
  })
  await page.getByLabel('Strategy').selectOption('rsi')
  await page.waitForURL(/strategy=rsi/)
  await page.getByLabel('Strategy').selectOption('ma-cross')
  await page.waitForURL(/strategy=ma-cross/)
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('img', { name: /^Equity: / })).toBeVisible()

  const chart = page.getByRole('region', { name: 'Price of BTCUSDT with trades' })
  await chart.scrollIntoViewIfNeeded()
  await expect(chart.locator('canvas').first()).toBeVisible()
  await expect(chart.getByRole('status')).toHaveCount(0)
  const place = chart.getByText(/^Trade \d+ of \d+$/)
  const last = await place.textContent()
  await chart.getByRole('button', { name: 'Earlier' }).click()
  await expect(place).not.toHaveText(last ?? '')
  expect(await violationsInBothModes(page, 'light')).toEqual([])

  // The rest in Russian
  await page.goto(page.url().replace('/en/', '/'))
  await page.getByRole('link', { name: 'Перебрать параметры' }).click()
  await page.getByRole('button', { name: 'Перебрать' }).last().click()
  const map = page.getByRole('region', { name: /^Карта/ })
  await expect(map.getByRole('columnheader', { name: 'Медленная средняя' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await map.getByRole('button', { name: /плато/ }).click()
  await page.waitForURL(/:\d+\/app\/bots\/backtest\?.*params\.fast=/)
  await expect(page.getByRole('heading', { name: 'Результат' })).toBeVisible()
})
