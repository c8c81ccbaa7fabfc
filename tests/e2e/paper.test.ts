import { afterAll, beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import { type Db, openDb } from '../../src/db/client.ts'
import { signIn } from '../signed-in.ts'
import { violationsOn } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true, keeps: () => false })

let db: Db
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
}, 600_000)
afterAll(() => db.close())

async function lastPrice(asset: string): Promise<number> {
  const assets: { asset: string; last: number }[] = await (await fetch(site.url('/api/market/assets'))).json()
  return assets.find((each) => each.asset === asset)?.last ?? 0
}

test('an order is dragged on the chart, stepped by keys and taken back', async () => {
  const { token } = await signIn(db, { isHttps: false })
  const price = Math.round((await lastPrice('BTCUSDT')) * 99.5) / 100
  const path = `/en/app/paper/BTCUSDT?side=buy&kind=limit&price=${price}`
  const page = await site.visit(path, { session: token, provokes: /WebSocket is closed before/ })
  await page.getByLabel('Spend, USDT').fill('100')
  await expect(page.locator('#paper-estimate')).toContainText('with a fee of 0.10')
  await page.getByRole('button', { name: 'Buy BTC' }).click()
  const field = page.locator('.paper-move input[name=price]')
  await expect(field).toHaveValue(String(price))

  const line = page.getByRole('slider', { name: /Limit/ })
  await expect(line).toBeVisible()
  const grab = async () => {
    const box = await line.boundingBox()
    if (!box) throw new Error('The line is not there')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 25, { steps: 3 })
  }
  await grab()
  await expect(line).not.toHaveAttribute('aria-valuenow', String(price))
  await page.keyboard.press('Escape')
  await expect(line).toHaveAttribute('aria-valuenow', String(price))
  await page.mouse.up()

  await grab()
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(field).not.toHaveValue(String(price))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field).toHaveValue(String(price))
  await expect(line).toHaveAttribute('aria-valuenow', String(price))

  await line.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(String(Math.round(price * 100 - 1) / 100))
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await expect(line).toHaveCount(0)
})
