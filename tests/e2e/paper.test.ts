import { afterAll, beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import { manualPlan } from '../../src/bots/paper/paper-account.ts'
import { type Db, openDb } from '../../src/db/client.ts'
import { botRevisions, bots, botTrades } from '../../src/db/schema/bots.ts'
import type { Locale } from '../../src/i18n/locales.ts'
import { translator } from '../../src/i18n/translate.ts'
import { signIn } from '../signed-in.ts'
import { violationsOn } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true })

let db: Db
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
}, 120_000)
afterAll(() => db.close())

async function lastPrice(asset: string): Promise<number> {
  const assets: { asset: string; last: number }[] = await (await fetch(site.url('/api/market/assets'))).json()
  return assets.find((each) => each.asset === asset)?.last ?? 0
}

/** Gives a user an account in BTCUSDT that has bought and sold within the last hour, with a note on the sale. */
async function trade(userId: string, note: string) {
  const price = Math.round((await lastPrice('BTCUSDT')) * 100)
  const now = Date.now()
  const [day, minute] = [86_400_000, 60_000]
  const row = {
    id: userId,
    userId,
    kind: 'manual',
    name: 'BTCUSDT',
    asset: 'BTCUSDT',
    tf: 1,
    state: 'running',
  } as const
  const money = { capital: 1e12, equity: 1e12, revision: 1, playedRevision: 1, nextTrade: 3 }
  const source = { source: 'demo', priceDigits: 2, volumeDigits: 5, cursor: now - minute }
  // Another process seems to run the account, so nothing happens in it.
  const lease = { holder: 'another', heldUntil: now + day }
  const at = Math.floor(now / minute) * minute
  const filled = { botId: userId, quantity: 1_500_000, fee: 1e8, profit: 0, reason: 'by-hand', isCaughtUp: false }
  const trades = [
    { ...filled, id: 1, side: 'buy', time: at - 20 * minute, price },
    { ...filled, id: 2, side: 'sell', time: at - 10 * minute, price: price + 5000, profit: 123_456_789_012, note },
  ] as const
  await db.writeBatch([
    db.orm
      .insert(bots)
      .values({ ...row, ...money, ...source, ...lease, createdAt: now, updatedAt: now, startedAt: at }),
    db.orm
      .insert(botRevisions)
      .values({ botId: userId, revision: 1, plan: JSON.stringify(manualPlan), createdAt: now }),
    ...trades.map((each) => db.orm.insert(botTrades).values(each)),
  ])
}

const languages = [
  ['en', '/en'],
  ['ru', ''],
] as const

/** Formats a price as an input field of the form does */
const fieldText = (locale: Locale, price: number) => String(price).replace('.', locale === 'ru' ? ',' : '.')

test.each(languages)('an order is dragged on the chart, moved by keys and canceled: %s', async (locale, prefix) => {
  const t = translator(locale)
  const { token } = await signIn(db, { isHttps: false })
  const price = Math.round((await lastPrice('BTCUSDT')) * 99.5) / 100
  const path = `${prefix}/app/paper/BTCUSDT?side=buy&kind=limit&price=${price}`
  const page = await site.visit(path, { session: token, provokes: /WebSocket is closed before/ })
  await page.getByLabel(t('paper.amountBuy', { quote: 'USDT' })).fill('100')
  await expect(page.locator('#paper-estimate')).toContainText(locale === 'en' ? 'incl. fee of 0.10' : '0,10')
  await page.getByRole('button', { name: t('paper.submit.buy', { base: 'BTC' }) }).click()
  const field = page.locator('.paper-move input[name=price]')
  await expect(field).toHaveValue(fieldText(locale, price))

  const line = page.getByRole('slider', { name: new RegExp(t('paper.kinds.limit')) })
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
  await page.locator('.price-line-acts button').first().click()
  const undo = page.locator('.chart-outcome').getByRole('button', { name: t('charts.trading.undo') })
  await expect(undo).toBeVisible()
  await expect(field).not.toHaveValue(fieldText(locale, price))
  await undo.click()
  await expect(field).toHaveValue(fieldText(locale, price))
  await expect(line).toHaveAttribute('aria-valuenow', String(price))

  await line.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(fieldText(locale, Math.round(price * 100 - 1) / 100))
  if (locale === 'en') expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: new RegExp(`^${t('paper.cancel')}`) }).click()
  await expect(line).toHaveCount(0)
})

test('changing the order kind keeps the amount, changing the side does not; neither asks', async () => {
  const { token } = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/app/paper/BTCUSDT', { session: token, provokes: /WebSocket is closed before/ })
  const questions: string[] = []
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type())
    await dialog.accept()
  })
  const amount = page.locator('#paper-ticket input[name=amount]')
  await amount.click()
  await amount.pressSequentially('250')
  await page.locator('.paper-kinds').getByRole('link', { name: 'Limit' }).click()
  await expect(page).toHaveURL(/kind=limit/)
  await expect(page.locator('#paper-ticket input[name=price]')).toBeVisible()
  await expect(amount).toHaveValue('250')
  await amount.click()
  await amount.pressSequentially('0')
  await page.locator('.paper-sides').getByRole('link', { name: 'Sell' }).click()
  await expect(page.locator('#paper-ticket[data-side=sell]')).toBeVisible()
  await expect(amount).toHaveValue('')
  expect(questions).toEqual([])
})

test.each(languages)('with forms alone an order is placed, moved and canceled: %s', async (locale, prefix) => {
  const t = translator(locale)
  const { token } = await signIn(db, { isHttps: false })
  const price = Math.round(await lastPrice('ETHUSDT')) - 100
  const path = `${prefix}/app/paper/ETHUSDT?side=buy&kind=limit&price=${price}`
  const page = await site.visit(path, { session: token, javaScript: false, width: 390 })
  const press = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await page.getByLabel(t('paper.amountBuy', { quote: 'USDT' })).fill('100')
  await press(t('paper.submit.buy', { base: 'ETH' }))
  const field = page.locator('.paper-move input[name=price]')
  await expect(field).toHaveValue(fieldText(locale, price))
  await field.fill(fieldText(locale, price - 0.5))
  await press(t('paper.move'))
  await expect(field).toHaveValue(fieldText(locale, price - 0.5))
  await press(t('paper.cancel'))
  await expect(page.getByText(t('paper.noOrders'))).toBeVisible()
})

test.each(languages)(
  'a picture in the journal is shown below its row and widens no table: %s',
  async (locale, prefix) => {
    const t = translator(locale)
    const { token, id: userId } = await signIn(db, { isHttps: false })
    await trade(userId, 'Breakout above the average of the last two hundred minutes, with a volume that confirms it')
    for (const [path, width] of [
      ['/app/paper/BTCUSDT', 1440],
      ['/app/paper/BTCUSDT', 390],
      ['/app/paper', 1440],
      ['/app/paper', 390],
    ] as const) {
      const page = await site.visit(`${prefix}${path}`, {
        session: token,
        width,
        provokes: /WebSocket is closed before/,
      })
      const table = page.getByRole('region', { name: t('paper.tradesTable') })
      const widthOf = () => table.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
      const before = await widthOf()
      if (width === 1440) expect(before.scrollWidth).toBe(before.clientWidth)
      for (const row of ['sell', 'buy']) {
        await table.locator(`tr[data-side=${row}] summary`).click()
        // The picture loads once it is in the window.
        await table.locator(`tr[data-side=${row}] + tr .paper-picture`).scrollIntoViewIfNeeded()
        const picture = table.locator(`tr[data-side=${row}] + tr .chart-poster`)
        await expect(picture).toBeVisible()
        expect(await widthOf()).toEqual(before)
        const [inner, outer] = await Promise.all([picture.boundingBox(), table.boundingBox()])
        expect(inner?.x).toBeGreaterThanOrEqual(outer?.x ?? 0)
        expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0))
        expect(inner?.width).toBeGreaterThan(250)
      }
      if (locale === 'en') expect(await violationsOn(page)).toEqual([])
    }
  },
)

test('a refresh that is on its way does not close a note', async () => {
  const { token, id: userId } = await signIn(db, { isHttps: false })
  await trade(userId, 'Sold at the level of the last week')
  const page = await site.visit('/en/app/paper/BTCUSDT', { session: token })
  const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/en/app/paper/BTCUSDT', async (route) => {
    asked.resolve()
    await opened.promise
    await route.continue()
  })
  await page.evaluate(() => document.dispatchEvent(new Event('trading-change')))
  await asked.promise
  const note = page.locator('tr[data-side=sell] details')
  await note.getByText('Sold at the level').click()
  const answered = page.waitForResponse((response) => response.url().endsWith('/en/app/paper/BTCUSDT'))
  opened.resolve()
  await answered
  // The whole page arrives later than the refresh, which is a part of it.
  await page.evaluate(async () => (await fetch('/en/app/paper')).text())
  await expect(note).toHaveAttribute('open')
  await expect(page.locator('tr[data-side=sell] + tr').getByRole('textbox')).toBeVisible()
})
