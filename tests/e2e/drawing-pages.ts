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

/** What leaving a page in the middle of connecting makes browsers say, and layouts that two windows change. */
export const provokes = /WebSocket is closed before|layouts.*409|409.*layouts/

export interface Spots {
  /** A spot of the first chart by shares of its width and height */
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
      // As a hand does it: the chart follows from the third move on.
      await page.mouse.move(...(await at(...to)), { steps: 5 })
      await page.mouse.up()
    },
  }
}

/** The moment (ms UTC) of the candle that the left edge of a rectangle stands on, as the legend says when pointed there. */
export function timeAtEdge(page: Page): Promise<number> {
  const edge = async () => {
    const box = await drawing(page, 'rectangle').locator('rect').boundingBox()
    return { x: box?.x ?? 0, y: box?.y ?? 0 }
  }
  // A candle that begins meanwhile moves the drawing away from under the pointer.
  return until(async () => {
    const { x, y } = await edge()
    await page.mouse.move(x, y - 12)
    await expect(page.getByTestId('legend')).toHaveAttribute('data-pointed', 'true')
    const time = Number(await page.getByTestId('legend').getAttribute('data-open-time'))
    return Bun.deepEquals(await edge(), { x, y }) && time
  })
}

/** A site whose charts can be drawn on. */
export function openDrawingSite() {
  const site = openSite({ market: true, window: { width: 1280, height: 640 } })
  let db: Db
  beforeAll(async () => {
    db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  }, 120_000)
  afterAll(() => db.close())

  /** Somebody new, so that nobody sees what another test has drawn. @returns the session's cookie */
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

/** Waits until drawings can be drawn. */
export async function ready(page: Page): Promise<void> {
  await expect(saved(page)).toBeAttached()
  await expect(tool(page, 'Line')).toBeEnabled()
  await expect.poll(() => page.locator('.drawing-layer').first().getAttribute('width')).not.toBe('0')
}
