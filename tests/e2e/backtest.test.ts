import { afterAll, beforeAll, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import type { Db } from '../../src/db/client.ts'
import type { Locale } from '../../src/i18n/locales.ts'
import { translator } from '../../src/i18n/translate.ts'
import { signIn } from '../signed-in.ts'
import { violationsInBothModes, violationsOn } from './accessibility.ts'
import { expect, openSite } from './browser.ts'
import { excessIn } from './windows.ts'

const site = openSite({ market: true })

let db: Db
beforeAll(async () => {
  db = await site.openAppDb()
  // Waits for the history, because a market that has just started has none yet.
  const hours = site.url('/api/market/candles?asset=BTCUSDT&tf=60&limit=30')
  await expect.poll(async () => JSON.parse(await (await fetch(hours)).text()).length).toBe(30)
}, 120_000)
afterAll(() => db.close())

const languages = [
  ['en', '/en'],
  ['ru', ''],
] as const

test.each(languages)(
  'a backtest is run and inspected by trade, a sweep is run, and a cell is opened: %s',
  async (locale, prefix) => {
    const t = translator(locale)
    const { token } = await signIn(db, { isHttps: false })
    const page = await site.visit(`${prefix}/app/bots/backtest?tf=5`, {
      session: token,
      width: 390,
      provokes: /WebSocket is closed before/,
    })
    const strategy = page.getByLabel(t('backtest.fields.strategy'))
    await strategy.selectOption('rsi')
    await page.waitForURL(/strategy=rsi/)
    await strategy.selectOption('ma-cross')
    await page.waitForURL(/strategy=ma-cross/)
    await page.getByRole('button', { name: t('backtest.days', { days: 7 }) }).click()
    await expect(page.getByRole('heading', { name: t('backtest.result') })).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    const [named = ''] = t('backtest.equityName', { profit: '|', hold: '', fall: '' }).split('|')
    await expect(page.getByRole('img', { name: named })).toBeVisible()

    const chart = page.getByRole('region', { name: t('backtest.prices.name', { asset: 'BTCUSDT' }) })
    await chart.scrollIntoViewIfNeeded()
    await expect(chart.locator('canvas').first()).toBeVisible()
    await expect(chart.getByRole('status')).toHaveCount(0)
    const [word] = t('backtest.prices.place', { number: '|', total: '' }).split('|')
    const place = chart.getByText(new RegExp(`^${word}\\d+ \\S+ \\d+$`))
    const last = await place.textContent()
    await chart.getByRole('button', { name: t('backtest.prices.previous') }).click()
    await expect(place).not.toHaveText(last ?? '')
    if (locale === 'en') expect(await violationsInBothModes(page, 'light')).toEqual([])

    const map = await sweepThese(page, locale)
    if (locale === 'ru') expect(await violationsOn(page)).toEqual([])
    await map.getByRole('button', { name: t('backtest.sweep.marks.plateau') }).click()
    await page.waitForURL(new RegExp(`:\\d+${prefix}/app/bots/backtest\\?.*params\\.fast=`))
    await expect(page.getByRole('heading', { name: t('backtest.result') })).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    expect(await excessIn(page, 320)).toEqual([])
  },
)

test.each(languages)(
  'with forms alone a backtest shows its strategy fields, runs, sweeps, and opens a cell: %s',
  async (locale, prefix) => {
    const t = translator(locale)
    const { token } = await signIn(db, { isHttps: false })
    const page = await site.visit(`${prefix}/app/bots/backtest?tf=15`, { session: token, javaScript: false })
    await page.getByLabel(t('backtest.fields.strategy')).selectOption('rsi')
    await page.getByRole('button', { name: t('backtest.showFields') }).click()
    await expect(page.getByLabel(t('botForm.params.rsi.length.label'))).toBeVisible()
    await page.getByRole('button', { name: t('backtest.days', { days: 7 }) }).click()
    await expect(page.getByRole('heading', { name: t('backtest.result') })).toBeVisible()
    const map = await sweepThese(page, locale)
    await map.getByRole('button').first().click()
    await expect(page.getByRole('heading', { name: t('backtest.result') })).toBeVisible()
    await expect(page).toHaveURL(/backtest\?.*strategy=rsi/)
  },
)

async function sweepThese(page: Page, locale: Locale): Promise<Locator> {
  const t = translator(locale)
  await page.getByRole('link', { name: t('backtest.sweepThese') }).click()
  await page.getByRole('button', { name: t('backtest.sweep.run') }).click()
  const map = page.getByRole('region', { name: t('backtest.sweep.map', { score: '' }) })
  await expect(map.getByRole('columnheader').first()).toBeVisible()
  return map
}
