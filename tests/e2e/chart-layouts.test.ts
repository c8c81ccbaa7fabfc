import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { violationsInBothModes } from './accessibility.ts'
import { expect } from './browser.ts'
import { drawing, openDrawingSite, provokes, ready, spotsOf } from './drawing-pages.ts'
import { excessIn } from './windows.ts'

const { site, somebody, openCharts } = openDrawingSite()

test('a chart is compared, saved as an image, and shown next to others', async () => {
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

  const plot = await page.locator('.chart-canvas').boundingBox()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save image' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^BTCUSDT-15-\d{4}-\d\d-\d\dT\d\d-\d\d\.png$/)
  const { format, width, height } = await sharp(await download.path()).metadata()
  expect(format).toBe('png')
  expect(Math.abs((width ?? 0) - (plot?.width ?? 0))).toBeLessThanOrEqual(2)
  expect(Math.abs((height ?? 0) - (plot?.height ?? 0) - 40)).toBeLessThanOrEqual(2)

  // Each chart has its own asset with its own drawings; the toolbar applies to the chart used last.
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
  await page.locator('.chart-plot').nth(1).click()
  await page.getByRole('navigation', { name: 'Assets' }).getByRole('link', { name: /^BTC / }).click()
  await expect(page.locator('.chart-pane').nth(1)).toHaveAttribute('data-asset', 'BTCUSDT')
  await ready(page)
  await spotsOf(page).click(0.5, 0.9)
  await page.keyboard.press('Alt+h')
  await page.keyboard.press('Enter')
  await expect(drawing(page, 'level')).toHaveCount(2)
})

describe('several charts', () => {
  const legends = (page: Page) => page.getByTestId('legend')

  test('in sync point at the same time and show the same span, whatever their timeframes', async () => {
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

  test('keep the legend readable at small sizes: nothing is drawn below its text', async () => {
    const others = ['asset=ETHUSDT&tf=60&ind=rsi:14', 'asset=SOLUSDT&tf=60', 'asset=TONUSDT&tf=60&ind=bollinger:20:2']
    const first = 'asset=BTCUSDT&tf=60&ind=ema:50,bollinger:20:2,rsi:14'
    const address = [first, ...others.map((other) => `with=${encodeURIComponent(other)}`)].join('&')
    const page = await site.visit(`/en/app/charts?${address}`, {
      session: await somebody(),
      // Allows the browser's warning about repeated pixel reads: the test reads pixels until no overlap is left.
      provokes: new RegExp(`${provokes.source}|willReadFrequently`),
    })
    await ready(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.locator('.chart-plot[data-is-live=true]')).toHaveCount(4)
    const covered = () =>
      page.locator('.chart-stage').evaluateAll((stages) =>
        stages.map((stage) => {
          const { top, left } = stage.getBoundingClientRect()
          const words = stage.querySelectorAll(
            '.chart-legend-candle, .chart-legend-fold > summary, .chart-legend li:not([data-pane])',
          )
          const bottom = Math.max(...Array.from(words, (part) => part.getBoundingClientRect().bottom)) - top
          const canvases = [...stage.querySelectorAll('canvas')].filter((canvas) => {
            const place = canvas.getBoundingClientRect()
            return Math.abs(place.top - top) < 2 && Math.abs(place.left - left) < 2
          })
          return canvases.reduce((sum, canvas) => {
            const scale = canvas.height / canvas.getBoundingClientRect().height
            const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, Math.floor(bottom * scale)) ?? {
              data: [],
            }
            let colourful = 0
            for (let at = 0; at < data.length; at += 4) {
              const signs = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
              if ((data[at + 3] ?? 0) > 200 && Math.max(...signs) - Math.min(...signs) > 90) colourful += 1
            }
            return sum + colourful
          }, 0)
        }),
      )
    await expect.poll(covered).toEqual([0, 0, 0, 0])
  })
})

test('a layout is saved by name, reopened, changed and deleted', async () => {
  const session = await somebody()
  const page = await openCharts('/en/app/charts?asset=SOLUSDT&tf=60', session)
  const menu = page.locator('.layout-menu')
  await menu.locator('summary').click()
  await page.getByRole('button', { name: 'Two charts' }).click()
  await menu.getByLabel('Sync crosshair and time').check()
  await menu.getByLabel('Layout name').fill('Morning')
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu.getByRole('status')).toHaveText('Layout “Morning” saved')
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
  await laterMenu.getByLabel('Layout name').fill('Evening')
  await laterMenu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(laterMenu.getByRole('link', { name: 'Evening' })).toBeVisible()

  // The first window does not know of the change that the second one has saved.
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu.getByRole('status')).toContainText('changed in another window')
  await laterMenu.getByRole('button', { name: 'Delete layout “Evening”' }).click()
  await expect(laterMenu.getByRole('link', { name: 'Evening' })).toHaveCount(0)
})

describe.each([
  [
    '/app/charts?asset=BTCUSDT&tf=15',
    ['Линия', 'Уровень', 'Прямоугольник', 'Измерение', 'Отменить'],
    'Сохранить изображение',
  ],
  ['/en/app/charts?asset=BTCUSDT&tf=15', ['Line', 'Level', 'Rectangle', 'Measure', 'Undo'], 'Save image'],
])('%s', (path, names, picture) => {
  test('names its tools in the page’s language and is accessible, in narrow windows too', async () => {
    const session = await somebody()
    const page = await site.visit(`${path}&with=asset%3DETHUSDT`, { session, provokes })
    for (const name of names) await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: picture })).toBeEnabled()
    await page.keyboard.press('Alt+h')
    await page.keyboard.press('Enter')
    await expect(drawing(page, 'level')).toBeVisible()
    await page.locator('.layout-menu summary').click()
    if (path.startsWith('/en/')) expect(await violationsInBothModes(page, 'light')).toEqual([])
    expect(await excessIn(page, 320)).toEqual([])
    await page.locator('.drawing-open').click()
    await expect(page.getByRole('button', { name: names[0], exact: true })).toBeVisible()
  })
})
