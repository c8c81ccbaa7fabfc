import { beforeAll } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { readCandleRows } from '../../src/charts/candles/candle-list.ts'
import { openDb } from '../../src/db/client.ts'
import { makeAdministrator } from '../administrator.ts'
import { until } from '../until.ts'
import { expect, openSite, type Visitor } from './browser.ts'

export const pane = (page: Page) => page.locator('.chart-pane')
export const plot = (page: Page) => page.locator('.chart-plot')
export const legend = (page: Page) => page.getByTestId('legend')
export const kinds = (page: Page) => page.locator('.chart-tools .chart-menu summary').first()
export const colors = (page: Page) => page.locator('.chart-colors')

/** Returns the open time of the candle in the legend, after pending changes of the chart are drawn. */
export async function openTime(page: Page): Promise<number> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return Number(await legend(page).getAttribute('data-open-time'))
}

/** Opens a site whose charts have prices and some history, with a signed-in user. */
export function openChartSite() {
  const site = openSite({ market: true, window: { width: 1280, height: 640 } })
  let session: string
  const newSession = async (login: string): Promise<string> => {
    const db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
    const { token } = await makeAdministrator(db, login, site.url('/'))
    await db.close()
    return token
  }
  beforeAll(async () => {
    session = await newSession('Chartist')
    // Waits for history, also of the minutes since the test run has prepared it: a page that is rendered earlier has a
    // gap there, and its window reaches further back than that of the next page.
    await until(async () => {
      const answer = await fetch(site.url('/api/market/candles?asset=BTCUSDT&tf=1&limit=1000'))
      const times = readCandleRows(await answer.json())?.map(({ openTime }) => openTime) ?? []
      const [first = 0, last = 0] = [times[0], times.at(-1)]
      return last - first === 999 * 60_000 && times.length === 1000 && Date.now() - last < 120_000
    })
  }, 120_000)
  return {
    site,
    newSession,
    session: () => session,
    /** Opens charts and waits until they are hydrated and have candles. */
    openCharts: async (query = '', visitor: Visitor = {}): Promise<Page> => {
      // Pages are left while their sockets are still connecting, so this warning is allowed.
      const provokes = /WebSocket is closed before/
      const page = await site.visit(`/en/app/charts${query}`, { session, provokes, ...visitor })
      await alive(page)
      return page
    },
  }
}

export async function alive(page: Page): Promise<void> {
  await expect(plot(page)).toHaveAttribute('data-is-live', 'true')
  await expect(page.locator('.chart-message')).toHaveAttribute('data-newest', 'ready')
}

/** Moves the mouse to a point of the plot, given as shares of its width and height. */
export async function pointAt(page: Page, across: number, down = 0.5): Promise<void> {
  const box = await plot(page).boundingBox()
  if (!box) throw new Error('The chart is not on the page')
  await page.mouse.move(box.x + box.width * across, box.y + box.height * down, { steps: 4 })
}
