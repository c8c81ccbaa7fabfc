import { afterAll, beforeAll } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { newSession } from '../../src/auth/session/session.ts'
import { type Db, openDb } from '../../src/db/client.ts'
import { until } from '../until.ts'
import { addUsers } from '../users.ts'
import { expect, openSite } from './browser.ts'

export const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Drawing' }).getByRole('button', { name })
export const drawings = (page: Page) => page.locator('.drawing')
export const drawing = (page: Page, kind: string) => page.locator(`.drawing[data-kind=${kind}]`)
export const saved = (page: Page) => page.locator('[data-saving=saved]')

/** Browser messages about pages left while connecting, layouts changed in two windows, and orders without an answer. */
export const provokes = /WebSocket is closed before|layouts.*409|409.*layouts|ERR_FAILED.*orders|orders.*ERR_FAILED/

export interface Spots {
  /** Returns a point of the first chart, given as shares of the chart's width and height */
  at(across: number, along: number): Promise<[number, number]>
  drag(from: [number, number], to: [number, number]): Promise<void>
  click(across: number, along: number): Promise<void>
}

export function spotsOf(page: Page): Spots {
  const at = async (across: number, along: number): Promise<[number, number]> => {
    const box = await page.locator('.drawing-layer').first().boundingBox()
    if (!box) throw new Error('The chart has no place on the page')
    return [box.x + box.width * across, box.y + box.height * along]
  }
  return {
    at,
    click: async (across, along) => page.mouse.click(...(await at(across, along))),
    drag: async (from, to) => {
      await page.mouse.move(...(await at(...from)))
      await page.mouse.down()
      // Moves in several steps, as a hand does: the chart follows from the third move on.
      await page.mouse.move(...(await at(...to)), { steps: 5 })
      await page.mouse.up()
    },
  }
}

/**
 * Returns the time (ms UTC) of the candle at the left edge of a rectangle: moves the mouse there and reads the legend.
 */
export function timeAtEdge(page: Page): Promise<number> {
  const edge = async () => {
    const box = await drawing(page, 'rectangle').locator('rect').boundingBox()
    return { x: box?.x ?? 0, y: box?.y ?? 0 }
  }
  // Retries, because a new candle in the meantime moves the drawing away from the pointer.
  return until(async () => {
    const { x, y } = await edge()
    await page.mouse.move(x, y - 12)
    await expect(page.getByTestId('legend')).toHaveAttribute('data-pointed', 'true')
    const time = Number(await page.getByTestId('legend').getAttribute('data-open-time'))
    return Bun.deepEquals(await edge(), { x, y }) && time
  })
}

/** Opens a site whose charts can be drawn on. */
export function openDrawingSite() {
  const site = openSite({ market: true, window: { width: 1280, height: 640 } })
  let db: Db
  beforeAll(async () => {
    db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  }, 120_000)
  afterAll(() => db.close())

  /** Signs in a new user for each test, so that tests do not see each other's drawings. @returns the session token */
  async function somebody(): Promise<string> {
    const [userId = ''] = await addUsers(db, [{ login: `painter-${crypto.randomUUID()}` }])
    const session = newSession(db, { userId, now: Date.now(), address: '127.0.0.1', userAgent: 'A test' })
    await db.writeBatch([session.statement])
    return session.token
  }

  async function openCharts(path = '/en/app/charts?asset=BTCUSDT&tf=15', session?: string): Promise<Page> {
    const page = await site.visit(path, { session: session ?? (await somebody()), provokes })
    await ready(page)
    return page
  }

  return { site, somebody, openCharts }
}

/** Waits until the page accepts drawings. */
export async function ready(page: Page): Promise<void> {
  await expect(saved(page)).toBeAttached()
  await expect(tool(page, 'Line')).toBeEnabled()
  // The code that draws is loaded when the pointer comes near the tools.
  await tool(page, 'Line').hover()
  await expect.poll(() => page.locator('.drawing-layer').first().getAttribute('width')).not.toBe('0')
}
