import { afterAll, beforeAll, describe, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { newSession } from '../../src/auth/session/session.ts'
import { type Db, openDb } from '../../src/db/client.ts'
import { addUsers } from '../users.ts'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true })

let db: Db
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
}, 600_000)
afterAll(() => db.close())

/** Somebody new, so that nobody sees what another test has drawn. @returns the session's cookie */
async function somebody(): Promise<string> {
  const [userId = ''] = await addUsers(db, [{ login: `painter-${crypto.randomUUID()}` }])
  const session = newSession(db, { userId, now: Date.now(), address: '127.0.0.1', userAgent: 'A test' })
  await db.writeBatch([session.statement])
  return session.token
}

const tool = (page: Page, name: string) => page.getByRole('toolbar', { name: 'Drawing' }).getByRole('button', { name })
const drawings = (page: Page) => page.locator('.drawing')
const drawing = (page: Page, kind: string) => page.locator(`.drawing[data-kind=${kind}]`)
const saved = (page: Page) => page.locator('[data-saving=saved]')

/** What leaving a page in the middle of connecting makes browsers say, and layouts that two windows change. */
const provokes = /WebSocket is closed before|layouts.*409|409.*layouts/

interface Spots {
  /** A spot of the first chart by shares of its width and height */
  at(across: number, along: number): Promise<[number, number]>
  drag(from: [number, number], to: [number, number]): Promise<void>
  click(across: number, along: number): Promise<void>
}

function spotsOf(page: Page): Spots {
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
async function timeAtEdge(page: Page): Promise<number> {
  const box = await drawing(page, 'rectangle').locator('rect').boundingBox()
  await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) - 12)
  await expect(page.getByTestId('legend')).toHaveAttribute('data-pointed', 'true')
  return Number(await page.getByTestId('legend').getAttribute('data-open-time'))
}

async function openCharts(path = '/en/app/charts?asset=BTCUSDT&tf=15', session?: string): Promise<Page> {
  const page = await site.visit(path, { session: session ?? (await somebody()), provokes })
  await ready(page)
  return page
}

/** Waits until drawings can be drawn. */
async function ready(page: Page): Promise<void> {
  await expect(saved(page)).toBeAttached()
  await expect(tool(page, 'Line')).toBeEnabled()
  await expect.poll(() => page.locator('.drawing-layer').first().getAttribute('width')).not.toBe('0')
}

describe('by mouse', () => {
  test('a line by two clicks, a rectangle by a drag, a level by one click, a measure with its numbers', async () => {
    const page = await openCharts()
    const { click, drag } = spotsOf(page)
    await tool(page, 'Line').click()
    await click(0.2, 0.7)
    await click(0.4, 0.4)
    await expect(drawing(page, 'line')).toHaveAttribute('aria-label', /^Line: [\d,]+\.\d\d → [\d,]+\.\d\d$/)
    await tool(page, 'Rectangle').click()
    await drag([0.5, 0.3], [0.7, 0.5])
    await expect(drawing(page, 'rectangle')).toBeVisible()
    await tool(page, 'Level').click()
    await click(0.3, 0.6)
    await expect(drawing(page, 'level')).toContainText(/^[\d,]+\.\d\d$/)
    await tool(page, 'Measure').click()
    await drag([0.1, 0.5], [0.2, 0.3])
    await expect(drawing(page, 'measure')).toContainText(/^\+[\d,]+\.\d\d \(\+\d+\.\d\d%\)Candles: \d+ · /)
    await expect(tool(page, 'Cursor')).toHaveAttribute('aria-pressed', 'true')
    await expect(drawings(page)).toHaveCount(4)
  })

  test('what is drawn is kept, and stands on the same prices after a reload and on another timeframe', async () => {
    const page = await openCharts()
    const { drag } = spotsOf(page)
    await tool(page, 'Rectangle').click()
    await drag([0.5, 0.3], [0.7, 0.5])
    const label = (await drawing(page, 'rectangle').getAttribute('aria-label')) ?? ''
    const time = await timeAtEdge(page)
    await expect(saved(page)).toBeAttached()
    await page.reload()
    await expect(drawing(page, 'rectangle')).toHaveAttribute('aria-label', label)
    await expect.poll(() => timeAtEdge(page)).toBe(time)
    await page.getByRole('link', { name: '1h', exact: true }).click()
    await expect(page.locator('.chart-pane')).toHaveAttribute('data-tf', '60')
    await expect(drawing(page, 'rectangle')).toHaveAttribute('aria-label', label)
    // The edge stands on a quarter of an hour: the hour next to it is pointed at.
    await expect.poll(async () => Math.abs((await timeAtEdge(page)) - time)).toBeLessThanOrEqual(3_600_000)
  })

  test('a drawing is moved by its middle and by a handle; the chart stays where it is', async () => {
    const page = await openCharts()
    const { drag } = spotsOf(page)
    await tool(page, 'Rectangle').click()
    await drag([0.5, 0.3], [0.7, 0.5])
    const box = drawing(page, 'rectangle').locator('rect')
    const before = await box.boundingBox()
    await drag([0.6, 0.4], [0.4, 0.5])
    await expect.poll(async () => (await box.boundingBox())?.x).toBeLessThan((before?.x ?? 0) - 50)
    const moved = await box.boundingBox()
    expect(moved?.width).toBeCloseTo(before?.width ?? 0, 0)
    await page.mouse.move((moved?.x ?? 0) + (moved?.width ?? 0), (moved?.y ?? 0) + (moved?.height ?? 0))
    await page.mouse.down()
    await page.mouse.move((moved?.x ?? 0) + (moved?.width ?? 0) + 80, (moved?.y ?? 0) + (moved?.height ?? 0) + 40)
    await page.mouse.up()
    await expect.poll(async () => (await box.boundingBox())?.width).toBeGreaterThan((before?.width ?? 0) + 50)
  })

  test('a press beside drawings moves the chart', async () => {
    const page = await openCharts()
    const { drag, click } = spotsOf(page)
    await tool(page, 'Rectangle').click()
    await drag([0.6, 0.3], [0.7, 0.4])
    const box = drawing(page, 'rectangle').locator('rect')
    const before = await box.boundingBox()
    await click(0.2, 0.2)
    await drag([0.3, 0.8], [0.4, 0.8])
    await expect.poll(async () => (await box.boundingBox())?.x).toBeGreaterThan((before?.x ?? 0) + 30)
  })
})

test('a finger draws, and moves the chart where nothing is drawn', async () => {
  const page = await openCharts()
  const { at } = spotsOf(page)
  const finger = await page.context().newCDPSession(page)
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const stroke = async (from: [number, number], to: [number, number]) => {
    const [[x, y], [toX, toY]] = [await at(...from), await at(...to)]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    for (const share of [0.25, 0.5, 0.75, 1]) {
      const point = { x: x + (toX - x) * share, y: y + (toY - y) * share }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await tool(page, 'Rectangle').click()
  await stroke([0.5, 0.3], [0.7, 0.5])
  const box = drawing(page, 'rectangle').locator('rect')
  await expect(box).toBeVisible()
  const before = await box.boundingBox()
  await stroke([0.6, 0.4], [0.5, 0.4])
  await expect.poll(async () => (await box.boundingBox())?.x).toBeLessThan((before?.x ?? 0) - 30)
  const moved = await box.boundingBox()
  await stroke([0.2, 0.8], [0.3, 0.8])
  await expect.poll(async () => (await box.boundingBox())?.x).toBeGreaterThan((moved?.x ?? 0) + 30)
})

test('drawings keep their places while earlier candles are loaded', async () => {
  const page = await openCharts()
  const { drag, at } = spotsOf(page)
  await tool(page, 'Rectangle').click()
  await drag([0.5, 0.3], [0.7, 0.5])
  const time = await timeAtEdge(page)
  const older = page.waitForResponse(/api\/market\/candles.*to=/)
  await page.mouse.move(...(await at(0.5, 0.7)))
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(-900, 0)
  await older
  await page.keyboard.press('Escape')
  await page.locator('.chart-plot').focus()
  await page.keyboard.press('End')
  await expect(drawing(page, 'rectangle').locator('rect')).toBeInViewport()
  await expect.poll(() => timeAtEdge(page)).toBe(time)
})

describe('by keyboard', () => {
  test.each([
    ['Alt+t', 'line'],
    ['Alt+r', 'rectangle'],
    ['Alt+m', 'measure'],
  ])('%s draws a %s between two points that arrows choose', async (keys, kind) => {
    const page = await openCharts()
    await page.keyboard.press(keys)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Enter')
    await expect(drawing(page, kind)).toHaveAttribute('aria-pressed', 'true')
    await expect(saved(page)).toBeAttached()
  })

  test('a level is put, moved, deleted, and all of that taken back and made again', async () => {
    const page = await openCharts()
    await page.keyboard.press('Alt+h')
    await page.keyboard.press('Enter')
    const level = drawing(page, 'level')
    await expect(level).toBeVisible()
    const first = (await level.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('Shift+ArrowUp')
    await expect(level).not.toHaveAttribute('aria-label', first)
    const second = (await level.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('Delete')
    await expect(drawings(page)).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(level).toHaveAttribute('aria-label', second)
    await page.keyboard.press('Control+z')
    await expect(level).toHaveAttribute('aria-label', first)
    await page.keyboard.press('Control+Shift+z')
    await expect(level).toHaveAttribute('aria-label', second)
    await expect(saved(page)).toBeAttached()
    await page.reload()
    await expect(level).toHaveAttribute('aria-label', second)
  })

  test('Escape breaks off what is begun, then puts the tool back; Tab reaches what is drawn', async () => {
    const page = await openCharts()
    await page.keyboard.press('Alt+t')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(drawing(page, 'line')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tool(page, 'Cursor')).toHaveAttribute('aria-pressed', 'true')
    await drawing(page, 'line').focus()
    await expect(drawing(page, 'line')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Delete')
    await expect(drawings(page)).toHaveCount(0)
    await page.keyboard.press('Alt+t')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(drawings(page)).toHaveCount(0)
    await expect(tool(page, 'Cursor')).toHaveAttribute('aria-pressed', 'true')
  })
})

test('without the server drawings wait in the browser, say so, and are kept when it is back', async () => {
  const session = await somebody()
  const page = await site.visit('/en/app/charts?asset=BTCUSDT&tf=15', {
    session,
    provokes: /ERR_INTERNET_DISCONNECTED|WebSocket is closed before/,
  })
  await ready(page)
  await page.route('**/api/market/drawings/**', (route) => route.abort('internetdisconnected'))
  await page.keyboard.press('Alt+h')
  await page.keyboard.press('Enter')
  const trouble = page.getByRole('alert').filter({ hasText: 'Drawings are not saved: the server does not answer.' })
  await expect(trouble).toBeVisible()
  await expect(drawing(page, 'level')).toBeVisible()
  await page.unroute('**/api/market/drawings/**')
  await trouble.getByRole('button', { name: 'Try again' }).click()
  await expect(saved(page)).toBeAttached()
  await page.reload()
  await expect(drawing(page, 'level')).toBeVisible()
})

test('colour, magnet and hiding are switches of the bar; a drawing that is taken gets the colour chosen', async () => {
  const page = await openCharts()
  const { click } = spotsOf(page)
  await tool(page, 'Level').click()
  await click(0.3, 0.5)
  await page.getByLabel('Colour of the drawing').fill('#ff8800')
  await expect(drawing(page, 'level').locator('line')).toHaveAttribute('stroke', '#ff8800')
  await tool(page, 'Hide drawings').click()
  await expect(drawings(page)).toHaveCount(0)
  await tool(page, 'Hide drawings').click()
  await expect(drawings(page)).toHaveCount(1)
  await tool(page, 'Snap to prices of candles').click()
  await expect(tool(page, 'Snap to prices of candles')).toHaveAttribute('aria-pressed', 'false')
})

test('another asset is drawn over the chart in per cent, and named', async () => {
  const page = await openCharts()
  await page.locator('.compare-menu summary').click()
  await page.locator('.compare-menu').getByRole('link', { name: 'SOL/USDT' }).click()
  await expect(page).toHaveURL(/vs=SOLUSDT/)
  await expect(page.locator('.compare-legend')).toContainText(/SOL\/USDT ?[+-−]?\d+\.\d\d%/)
  await page.reload()
  await expect(page.locator('.compare-legend')).toHaveAttribute('data-state', 'ready')
  await page.locator('.compare-menu summary').click()
  await page.locator('.compare-menu').getByRole('link', { name: 'No comparison' }).click()
  await expect(page.locator('.compare-legend')).toHaveCount(0)
})

describe('several charts', () => {
  const legends = (page: Page) => page.getByTestId('legend')

  test('have assets of their own; the bar is for the one that was used last', async () => {
    const page = await openCharts()
    await page.locator('.layout-menu summary').click()
    await page.getByRole('button', { name: 'Two charts' }).click()
    await expect(page.locator('.chart-pane')).toHaveCount(2)
    await expect(page.locator('.chart-pane').nth(1)).toHaveAttribute('data-asset', 'ETHUSDT')
    await page.keyboard.press('Escape')
    await page.locator('.chart-plot').nth(1).click()
    await page.getByRole('link', { name: '5m', exact: true }).click()
    await expect(page.locator('.chart-pane').nth(1)).toHaveAttribute('data-tf', '5')
    await expect(page.locator('.chart-pane').nth(0)).toHaveAttribute('data-tf', '15')
    await page.reload()
    await expect(page.locator('.chart-pane').nth(1)).toHaveAttribute('data-tf', '5')
    await expect(page.locator('.chart-pane').nth(1)).toHaveAttribute('data-asset', 'ETHUSDT')
  })

  test('that are linked point at the same moment and show the same span, whatever their timeframes', async () => {
    const address = `/en/app/charts?asset=BTCUSDT&tf=15&linked=1&with=${encodeURIComponent('asset=ETHUSDT&tf=60')}`
    const page = await openCharts(address)
    await expect(legends(page).nth(1)).toHaveAttribute('data-open-time', /\d/)
    const { at } = spotsOf(page)
    await page.mouse.move(...(await at(0.5, 0.5)))
    await expect(legends(page).nth(1)).toHaveAttribute('data-pointed', 'true')
    const times = await legends(page).evaluateAll((all) =>
      all.map((legend) => Number(legend.getAttribute('data-open-time'))),
    )
    const hour = 3_600_000
    expect(times[1]).toBe((times[0] ?? 0) - ((times[0] ?? 0) % hour))
    await page.mouse.move(...(await at(0.5, -0.5)))
    await expect(legends(page).nth(1)).toHaveAttribute('data-pointed', 'false')
  })

  test('are drawn on each by itself; the same asset has the same drawings', async () => {
    const page = await openCharts(
      `/en/app/charts?asset=BTCUSDT&tf=15&with=${encodeURIComponent('asset=BTCUSDT&tf=60')}`,
    )
    await spotsOf(page).click(0.5, 0.9)
    await page.keyboard.press('Alt+h')
    await page.keyboard.press('Enter')
    await expect(drawing(page, 'level')).toHaveCount(2)
  })
})

test('a layout is saved by name, opened again, changed and deleted', async () => {
  const session = await somebody()
  const page = await openCharts('/en/app/charts?asset=SOLUSDT&tf=60', session)
  const menu = page.locator('.layout-menu')
  await menu.locator('summary').click()
  await page.getByRole('button', { name: 'Two charts' }).click()
  await menu.getByLabel('Same crosshair and time').check()
  await menu.getByLabel('Name of the layout').fill('Morning')
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu.getByRole('status')).toHaveText('The layout “Morning” is saved')
  await expect(page).toHaveURL(/layout=[\w-]{36}/)

  const later = await site.visit('/en/app/charts', { beside: page })
  await ready(later)
  await expect(later.locator('.chart-pane')).toHaveCount(1)
  const laterMenu = later.locator('.layout-menu')
  await laterMenu.locator('summary').click()
  await laterMenu.getByRole('link', { name: 'Morning' }).click()
  await expect(later.locator('.chart-pane')).toHaveCount(2)
  await expect(later.locator('.chart-pane').first()).toHaveAttribute('data-asset', 'SOLUSDT')
  await expect(later.locator('.chart-grid')).toHaveAttribute('data-linked', 'true')
  await ready(later)
  await laterMenu.locator('summary').click()
  await laterMenu.getByLabel('Name of the layout').fill('Evening')
  await laterMenu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(laterMenu.getByRole('link', { name: 'Evening' })).toBeVisible()

  // The first window has not seen that.
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu.getByRole('status')).toContainText('changed in another window')
  await laterMenu.getByRole('button', { name: 'Delete the layout “Evening”' }).click()
  await expect(laterMenu.getByRole('link', { name: 'Evening' })).toHaveCount(0)
})

test('a picture of the chart is a PNG with a title above', async () => {
  const page = await openCharts()
  const plot = await page.locator('.chart-canvas').boundingBox()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a picture' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^BTCUSDT-15-\d{4}-\d\d-\d\dT\d\d-\d\d\.png$/)
  const { format, width, height } = await sharp(await download.path()).metadata()
  expect(format).toBe('png')
  expect(Math.abs((width ?? 0) - (plot?.width ?? 0))).toBeLessThanOrEqual(2)
  expect(Math.abs((height ?? 0) - (plot?.height ?? 0) - 40)).toBeLessThanOrEqual(2)
})

describe.each([
  [
    '/app/charts?asset=BTCUSDT&tf=15',
    ['Линия', 'Уровень', 'Прямоугольник', 'Измерение', 'Отменить'],
    'Сохранить картинку',
  ],
  ['/en/app/charts?asset=BTCUSDT&tf=15', ['Line', 'Level', 'Rectangle', 'Measure', 'Undo'], 'Save a picture'],
])('%s', (path, names, picture) => {
  test('names its tools in the language of the page', async () => {
    const page = await site.visit(path, { session: await somebody(), provokes })
    for (const name of names) await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: picture })).toBeEnabled()
  })

  test('can be used by everybody, in narrow windows too', async () => {
    const session = await somebody()
    const page = await site.visit(`${path}&with=asset%3DETHUSDT`, { session, provokes })
    await expect(page.getByRole('button', { name: picture })).toBeEnabled()
    await page.keyboard.press('Alt+h')
    await page.keyboard.press('Enter')
    await expect(drawing(page, 'level')).toBeVisible()
    await page.locator('.layout-menu summary').click()
    expect(await violationsInBothModes(page, 'light')).toEqual([])
    const narrow = await site.visit(path, { session, provokes, width: 320 })
    await expect(narrow.getByRole('button', { name: names[0], exact: true })).toBeVisible()
  })
})
