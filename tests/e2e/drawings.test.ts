import { describe, test } from 'bun:test'
import { expect } from './browser.ts'
import { drawing, drawings, openDrawingSite, ready, saved, spotsOf, timeAtEdge, tool } from './drawing-pages.ts'

const { site, somebody, openCharts } = openDrawingSite()

describe('by mouse', () => {
  test('lines, rectangles, levels and measures are drawn, colored, hidden and snapped', async () => {
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
    await page.getByLabel('Drawing color').fill('#ff8800')
    await expect(drawing(page, 'level').locator('line')).toHaveAttribute('stroke', '#ff8800')
    await tool(page, 'Measure').click()
    await drag([0.1, 0.5], [0.2, 0.3])
    await expect(drawing(page, 'measure')).toContainText(/^\+[\d,]+\.\d\d \(\+\d+\.\d\d%\)Candles: \d+ · /)
    await expect(tool(page, 'Cursor')).toHaveAttribute('aria-pressed', 'true')
    await expect(drawings(page)).toHaveCount(4)

    await tool(page, 'Hide drawings').click()
    await expect(drawings(page)).toHaveCount(0)
    await tool(page, 'Hide drawings').click()
    await expect(drawings(page)).toHaveCount(4)
    await tool(page, 'Snap to candle prices').click()
    await expect(tool(page, 'Snap to candle prices')).toHaveAttribute('aria-pressed', 'false')
  })

  test('drawings keep their places after a reload, earlier candles and another timeframe', async () => {
    const page = await openCharts()
    const { drag, at } = spotsOf(page)
    await tool(page, 'Rectangle').click()
    await drag([0.5, 0.3], [0.7, 0.5])
    const label = (await drawing(page, 'rectangle').getAttribute('aria-label')) ?? ''
    const time = await timeAtEdge(page)
    await expect(saved(page)).toBeAttached()
    await page.reload()
    await expect(drawing(page, 'rectangle')).toHaveAttribute('aria-label', label)
    await expect.poll(() => timeAtEdge(page)).toBe(time)

    const older = page.waitForResponse(/api\/market\/candles.*to=/)
    await page.mouse.move(...(await at(0.5, 0.7)))
    for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(-900, 0)
    await older
    await page.keyboard.press('Escape')
    await page.locator('.chart-plot').focus()
    await page.keyboard.press('End')
    await expect(drawing(page, 'rectangle').locator('rect')).toBeInViewport()
    await expect.poll(() => timeAtEdge(page)).toBe(time)

    await page.getByRole('link', { name: '1h', exact: true }).click()
    await expect(page.locator('.chart-pane')).toHaveAttribute('data-tf', '60')
    await expect(drawing(page, 'rectangle')).toHaveAttribute('aria-label', label)
    // The rectangle's edge is at a quarter of an hour, and the legend shows the nearest hourly candle.
    await expect.poll(async () => Math.abs((await timeAtEdge(page)) - time)).toBeLessThanOrEqual(3_600_000)
  })

  test('a drawing moves by its middle and by handles; dragging elsewhere moves the chart', async () => {
    const page = await openCharts()
    const { drag, click } = spotsOf(page)
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
    const left = await box.boundingBox()
    await click(0.1, 0.1)
    await drag([0.2, 0.85], [0.3, 0.85])
    await expect.poll(async () => (await box.boundingBox())?.x).toBeGreaterThan((left?.x ?? 0) + 30)
  })
})

test('touch draws, moves the chart where nothing is drawn, and scales the price axis', async () => {
  const page = await openCharts()
  const { at } = spotsOf(page)
  const finger = await page.context().newCDPSession(page)
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const tap = async (across: number, along: number) => {
    const [x, y] = await at(across, along)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
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
  // Repeats the stroke: a finger that rests for 240 ms before moving, as on a busy machine, makes the chart show prices
  // until the next tap.
  await expect(async () => {
    await stroke([0.2, 0.8], [0.3, 0.8])
    try {
      await expect
        .poll(async () => (await box.boundingBox())?.x, { timeout: 2000 })
        .toBeGreaterThan((moved?.x ?? 0) + 30)
    } catch (error) {
      await tap(0.2, 0.8)
      throw error
    }
  }).toPass({ timeout: 120_000 })
  const height = (await box.boundingBox())?.height ?? 0
  const pinch = async (spreads: number[]) => {
    const axis = await page.locator('.chart-plot').boundingBox()
    if (!axis) throw new Error('The chart is not on the page')
    const [x, y] = [axis.x + axis.width - 40, axis.y + 200]
    for (const [index, spread] of spreads.entries()) {
      const touchPoints = [-1, 1].map((side, id) => ({ id, x, y: y + (side * spread) / 2 }))
      await finger.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints })
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await pinch([60, 90, 120])
  await expect.poll(async () => (await box.boundingBox())?.height).toBeGreaterThan(height * 1.6)
  await pinch([120, 90, 60])
  await expect.poll(async () => (await box.boundingBox())?.height).toBeLessThan(height * 1.4)
})

describe('by keyboard', () => {
  test('keys draw, cancel, select, move and delete; undo reverts all of it', async () => {
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

    for (const [keys, kind] of [
      ['Alt+t', 'line'],
      ['Alt+r', 'rectangle'],
      ['Alt+m', 'measure'],
    ] as const) {
      await page.keyboard.press(keys)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+ArrowUp')
      await page.keyboard.press('Enter')
      await expect(drawing(page, kind)).toHaveAttribute('aria-pressed', 'true')
      await expect(saved(page)).toBeAttached()
    }
    await expect(drawings(page)).toHaveCount(3)

    await page.keyboard.press('Alt+h')
    await page.keyboard.press('Enter')
    const level = drawing(page, 'level')
    await expect(level).toBeVisible()
    const first = (await level.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('Shift+ArrowUp')
    await expect(level).not.toHaveAttribute('aria-label', first)
    const second = (await level.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('Delete')
    await expect(level).toHaveCount(0)
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
})

test('while the server is away drawings stay in the browser, with a notice, and are saved later', async () => {
  const session = await somebody()
  const page = await site.visit('/en/app/charts?asset=BTCUSDT&tf=15', {
    session,
    provokes: /ERR_INTERNET_DISCONNECTED|WebSocket is closed before/,
  })
  await ready(page)
  await page.route('**/api/market/drawings/**', (route) => route.abort('internetdisconnected'))
  await page.keyboard.press('Alt+h')
  await page.keyboard.press('Enter')
  const trouble = page.getByRole('alert').filter({ hasText: 'Drawings are not saved: the server is not responding.' })
  await expect(trouble).toBeVisible()
  await expect(drawing(page, 'level')).toBeVisible()
  await page.unroute('**/api/market/drawings/**')
  await trouble.getByRole('button', { name: 'Try again' }).click()
  await expect(saved(page)).toBeAttached()
  await page.reload()
  await expect(drawing(page, 'level')).toBeVisible()
})
