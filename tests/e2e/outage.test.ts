import { afterAll, beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { readCandleRows } from '../../src/charts/candles/candle-list.ts'
import { openDb } from '../../src/db/client.ts'
import { formatPrice } from '../../src/market/price-format.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import { makeAdministrator } from '../administrator.ts'
import { type Session, startSession, until } from '../doubles/exchange-session.ts'
import { expect, openSite } from './browser.ts'

/* The exchange refuses every client for 165 s of fake time while the page stays open. */

let exchange: Session
const site = openSite({
  feed: async () => {
    exchange = await startSession()
    return exchange.feed
  },
})

let session: string
beforeAll(async () => {
  const db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  session = (await makeAdministrator(db, 'Watcher', site.url('/'))).token
  await db.close()
  await exchange.passUntil(() => exchange.state()?.name === 'live')
  await exchange.pass(minuteMs)
}, 120_000)
afterAll(() => exchange.close())

const badge = (page: Page) => page.locator('.connection-badge').first()

async function openChart(tf: number): Promise<Page> {
  const page = await site.visit(`/en/app/charts?asset=BTCUSDT&tf=${tf}`, { session })
  await expect(page.locator('.chart-plot')).toHaveAttribute('data-is-live', 'true')
  await expect(page.locator('.chart-message')).toHaveAttribute('data-newest', 'ready')
  return page
}

/** Reads the crosshair values at each visible candle, from the newest to the left. */
function candlesOnScreen(page: Page): Promise<string[]> {
  return page.locator('.chart-pane').evaluate(async (pane) => {
    const plot = pane.querySelector<HTMLElement>('.chart-plot')
    const press = async (key: string) => {
      plot?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      return pane.querySelector(':scope > .visually-hidden[role=status]')?.textContent ?? ''
    }
    // Moves to the newest candle first, because new candles may have appeared meanwhile.
    let newest: string | undefined
    for (let text = await press('ArrowRight'); text !== newest; text = await press('ArrowRight')) newest = text
    const read: string[] = []
    for (let steps = 0; steps < 100; steps++) read.push(await press('ArrowLeft'))
    return read
  })
}

/** Returns the same candles from the API: open, high, low and close. */
async function candlesOfApi(tf: number): Promise<string[][]> {
  const answer = await fetch(site.url(`/api/market/candles?asset=BTCUSDT&tf=${tf}&limit=101`))
  const candles = readCandleRows(await answer.json()) ?? []
  return candles.map(({ open, high, low, close }) =>
    [open, high, low, close].map((price) => formatPrice('en', price, 2)),
  )
}

async function expectTruthOnScreen(page: Page, tf: number): Promise<void> {
  await expect(async () => {
    const read = (await candlesOnScreen(page)).map((text) => text.match(/(?<=(Open|High|Low|Close) )[\d,.]+/g))
    const expected = (await candlesOfApi(tf)).reverse()
    expect(read).toEqual(expected.slice(1, 101))
  }).toPass({ timeout: 300_000 })
}

test('in an outage of 165 s the page reports missing data, then shows all candles of the API', async () => {
  const charts = [
    [await openChart(1), 1],
    [await openChart(5), 5],
  ] as const
  const asset = await site.visit('/en/app/enigma/BTCUSDT', { session })
  const notices = asset.locator('.feed-notices')
  for (const page of [...charts.map(([page]) => page), asset]) {
    await expect(badge(page)).toHaveAttribute('data-state', 'live')
  }
  await expect(notices).toBeEmpty()
  await exchange.pass(2 * minuteMs)
  const { clock } = exchange
  const end = clock.now() + 165_000
  exchange.exchange.faults.refuses = true
  exchange.exchange.cut()
  while (clock.now() < end) {
    await until(() => exchange.state()?.name === 'waiting')
    const state = exchange.state()
    if (state?.name === 'waiting') clock.advance(Math.min(end, state.until) - clock.now())
  }
  for (const [page] of charts) await expect(badge(page)).toHaveText(/The price source is not responding/)
  await expect(notices).toContainText('prices are not updating. Next attempt at')
  // History stays unavailable until both pages show it: prices are live, but the charts know that candles are missing.
  exchange.exchange.faults.failing.add('BTCUSDT')
  exchange.exchange.faults.refuses = false
  await exchange.passUntil(() => exchange.state()?.name === 'live')
  for (const [page] of charts) await expect(badge(page)).toHaveText(/Loading history/)
  exchange.exchange.faults.failing.delete('BTCUSDT')
  await exchange.pass(45_000)
  for (const [page] of charts) {
    await expect(async () => {
      await exchange.pass(500)
      await expect(badge(page)).toHaveText(/Live prices/, { timeout: 500 })
    }).toPass({ timeout: 300_000 })
  }
  await expect(notices).toBeEmpty()
  for (const [page, tf] of charts) await expectTruthOnScreen(page, tf)
}, 120_000)
