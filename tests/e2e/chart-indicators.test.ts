import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { axisFormats } from '../../src/charts/canvas/axis-time.ts'
import { tradingChange } from '../../src/charts/trading/trading-line.ts'
import { expect } from './browser.ts'
import { alive, legend, openChartSite, plot } from './chart-pages.ts'

const { site, openCharts, session } = openChartSite()

const row = (page: Page, indicator: string) => page.locator(`[data-indicator="${indicator}"]`)
const note = (page: Page) => page.locator('.chart-outcome')

/** Moves the mouse down the pane of an indicator until it is over its line. @returns the place in the window */
async function lineOf(page: Page, indicator: string): Promise<[x: number, y: number]> {
  const [chart, first] = [await plot(page).boundingBox(), await row(page, indicator).boundingBox()]
  if (!chart || !first) throw new Error('The chart is not on the page')
  const x = chart.x + 500
  let found = 0
  await expect(async () => {
    for (let y = first.y + 24; y < chart.y + chart.height - 30; y += 5) {
      await page.mouse.move(x, y)
      await page.evaluate(() => new Promise(requestAnimationFrame))
      found = y
      if ((await page.locator('.is-over-line').count()) > 0) return
    }
    throw new Error('The line is nowhere under the mouse')
  }).toPass()
  return [x, found]
}

describe('the legend of an indicator', () => {
  test('opens its settings by mouse; hiding and removing can be undone', async () => {
    const page = await openCharts('?tf=5&ind=sma:20,rsi:14')
    await page.locator('summary', { hasText: 'Latest candles' }).click()
    const numbers = page.locator('.chart-table tbody tr').first().locator('td').last()
    await expect(numbers).toHaveText(/^\d\d\.\d\d\s*$/)
    await legend(page).getByText('RSI 14', { exact: true }).click()
    const form = page.getByRole('form', { name: 'Relative Strength Index' })
    await form.getByLabel('Length').fill('21')
    await form.getByRole('button', { name: 'Change RSI 14' }).click()
    await expect(page).toHaveURL(/ind=sma:20,rsi:21$/)
    await expect(form.getByLabel('Length')).toBeVisible()
    await form.getByLabel('Line', { exact: true }).fill('#0a0b0c')
    await form.getByLabel('Line width').selectOption('3')
    await form.getByRole('button', { name: 'Change RSI 21' }).click()
    await expect(page).toHaveURL(/ind=sma:20,rsi:21~~3.0a0b0c$/)
    await expect(row(page, 'rsi:21~~3.0a0b0c').locator('rect')).toHaveAttribute('fill', /#0a0b0c/)
    await form.getByRole('button', { name: 'Reset to defaults' }).click()
    await expect(page).toHaveURL(/ind=sma:20,rsi:21$/)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()

    await legend(page).getByRole('link', { name: 'Hide RSI 21' }).click()
    await expect(page).toHaveURL(/ind=sma:20,rsi:21~h$/)
    await expect(row(page, 'rsi:21~h').locator('.chart-legend-number')).toHaveCount(0)
    await note(page).getByRole('button', { name: 'Undo' }).click()
    await expect(page).toHaveURL(/ind=sma:20,rsi:21$/)

    await legend(page).getByRole('link', { name: 'Remove SMA 20' }).click()
    await page.getByRole('link', { name: '15m', exact: true }).click()
    await expect(page).toHaveURL(/tf=15&ind=rsi:21$/)
    await note(page).getByRole('button', { name: 'Undo' }).click()
    await expect(page).toHaveURL(/tf=15&ind=sma:20,rsi:21$/)
  })

  test('opens its settings by keyboard', async () => {
    const page = await openCharts('?tf=5&ind=bollinger:20:2')
    const name = row(page, 'bollinger:20:2').locator('summary')
    await name.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/ind=bollinger:21:2$/)
    await page.keyboard.press('Escape')
    await expect(row(page, 'bollinger:21:2').locator('summary')).toBeFocused()
  })

  test('opens its settings by a click on its line, and Delete removes it', async () => {
    const page = await openCharts('?tf=5&ind=sma:20,rsi:14')
    const rsi = row(page, 'rsi:14')
    await lineOf(page, 'rsi:14')
    await expect(rsi).toHaveClass(/is-marked/)
    await page.mouse.down()
    await page.mouse.up()
    await expect(page.getByRole('form', { name: 'Relative Strength Index' })).toBeVisible()
    await expect(rsi.locator('summary')).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(page).toHaveURL(/ind=sma:20$/)
    await note(page).getByRole('button', { name: 'Undo' }).click()
    await expect(page).toHaveURL(/ind=sma:20,rsi:14$/)
  })

  test('opens its settings by a tap on its line, not beside it; a long press opens the menu', async () => {
    const page = await openCharts('?tf=5&ind=sma:20,rsi:14', { hasTouch: true })
    const [x, y] = await lineOf(page, 'rsi:14')
    await page.mouse.move(0, 0)
    const form = page.getByRole('form', { name: 'Relative Strength Index' })
    await page.touchscreen.tap(x, y + 40)
    await page.touchscreen.tap(x, y + 5)
    await expect(form).toBeVisible()
    // The tap beside the line came before.
    await expect(page.locator('.indicator-settings[open]')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.touchscreen.tap(x, y + 40)
    await expect(form).toBeHidden()
    const finger = await page.context().newCDPSession(page)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await expect(page.getByRole('menu', { name: 'Chart actions' })).toBeVisible()
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(page.getByRole('menu', { name: 'Chart actions' })).toBeVisible()
    await expect(form).toBeHidden()
  })

  test('has settings, hiding and removing without JavaScript', async () => {
    const page = await site.visit('/en/app/charts?ind=rsi:14', { session: session(), javaScript: false })
    await legend(page).getByText('RSI 14', { exact: true }).click()
    const form = page.getByRole('form', { name: 'Relative Strength Index' })
    await form.getByLabel('Length').fill('7')
    await form.getByRole('button', { name: 'Change RSI 14' }).click()
    await expect(page).toHaveURL(site.url('/en/app/charts?asset=BTCUSDT&tf=60&ind=rsi:7'))
    await legend(page).getByRole('link', { name: 'Hide RSI 7' }).click()
    await expect(legend(page).getByRole('link', { name: 'Show RSI 7' })).toBeVisible()
  })

  test('opens its settings by touch on a phone, inside the window', async () => {
    const page = await openCharts('?tf=5&ind=sma:20,macd:12:26:9', { width: 320 })
    await alive(page)
    await legend(page).getByText('MACD 12 26 9', { exact: true }).click()
    const panel = page.locator('.indicator-settings[open] .chart-menu-panel')
    const box = await panel.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    await panel.getByLabel('Fast').fill('5')
    await panel.getByRole('button', { name: 'Change MACD 12 26 9' }).click()
    await expect(page).toHaveURL(/macd:5:26:9$/)
    await panel.getByRole('link', { name: 'Remove', exact: true }).click()
    await note(page).getByRole('button', { name: 'Undo' }).click()
    await expect(page).toHaveURL(/macd:5:26:9$/)
  })
})

test('a template is saved, applied, renamed and deleted; applying and deleting can be undone', async () => {
  const page = await openCharts('?tf=5&ind=sma:20,rsi:14')
  const open = () => page.locator('.chart-tools summary', { hasText: 'Indicators' }).click()
  await open()
  const list = page.locator('.chart-templates')
  await expect(list).toContainText('There are no templates yet.')
  await list.getByLabel('Template name').fill('Morning')
  await page.keyboard.press('Enter')
  await expect(note(page)).toContainText('Template Morning saved')
  await page.reload()
  await alive(page)
  await page.goto(site.url('/en/app/charts?asset=BTCUSDT&tf=60&ind=macd:12:26:9'))
  await alive(page)
  await open()
  await list.getByRole('link', { name: 'Morning' }).click()
  await expect(page).toHaveURL(/tf=60&ind=sma:20,rsi:14$/)
  await note(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(/ind=macd:12:26:9$/)

  await open()
  await list.getByRole('button', { name: 'Rename template Morning' }).click()
  await list.locator('li input').fill('Evening')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('link', { name: 'Evening' })).toBeVisible()
  await list.getByRole('button', { name: 'Delete template Evening' }).click()
  await expect(list.getByRole('link')).toHaveCount(0)
  await note(page).getByRole('button', { name: 'Undo' }).click()
  await open()
  await expect(list.getByRole('link', { name: 'Evening' })).toBeVisible()
  await list.getByRole('button', { name: 'Delete template Evening' }).click()
  await expect(note(page)).toContainText('Template Evening deleted')
})

test('an indicator that cannot read its source is refused with words, in a link and in the form', async () => {
  const chain = 'sma:9@rsi:3@rsi:4@rsi:5'
  const page = await openCharts(`?tf=5&ind=sma:20@vwap:1,rsi:14,${chain}`)
  await expect(page.getByRole('alert').filter({ hasText: 'Not shown: SMA:20 (vwap:1).' })).toBeVisible()
  await expect(page.locator('[data-indicator]')).toHaveCount(2)
  await page.goto(site.url(`/en/app/charts?asset=BTCUSDT&tf=5&ind=rsi:5,${chain},atr:14`))
  await alive(page)
  await legend(page).getByText('RSI 5', { exact: true }).click()
  const form = page.getByRole('form', { name: 'Relative Strength Index' })
  await form.getByLabel('Source').selectOption({ label: '(ATR 14)' })
  await form.getByRole('button', { name: 'Change RSI 5' }).click()
  await expect(form.getByRole('alert')).toHaveText(/^SMA 9 .* would be the fifth indicator of a chain/)
  await expect(page).toHaveURL(new RegExp(`ind=rsi:5,${chain},atr:14$`))
})

test('panes are folded, moved, joined and resized by links and dragging, also for a reload', async () => {
  const page = await openCharts('?tf=5&ind=rsi:14,macd:12:26:9')
  const act = async (indicator: string, name: string) => {
    const own = page.locator(`[data-indicator^="${indicator}"]`)
    if (
      !(await own
        .locator('details')
        .getAttribute('open')
        .then((open) => open !== null))
    ) {
      await own.locator('summary').click()
    }
    await own.getByRole('link', { name, exact: true }).click()
  }
  const topOf = async (indicator: string) =>
    (await page.locator(`[data-indicator^="${indicator}"]`).boundingBox())?.y ?? Number.NaN
  const before = await topOf('macd')
  await act('rsi', 'Collapse')
  await expect(page).toHaveURL(/ind=rsi:14~c,macd/)
  await expect.poll(() => topOf('macd')).not.toBe(before)
  await act('macd', 'Move up')
  await expect(page).toHaveURL(/ind=macd:12:26:9,rsi:14~c$/)
  await expect.poll(async () => (await topOf('rsi')) - (await topOf('macd'))).toBeGreaterThan(30)
  await act('rsi', 'Expand')
  await act('rsi', 'Join pane above')
  await expect(page).toHaveURL(/ind=macd:12:26:9,rsi:14~j$/)
  await expect(row(page, 'rsi:14~j')).toHaveAttribute('data-pane', '1')
  await act('rsi', 'Own pane')
  await act('rsi', 'Taller')
  await expect(page).toHaveURL(/rsi:14~125$/)
  await page.keyboard.press('Escape')
  const edge = { x: 500, y: (await topOf('rsi')) - 4 }
  await page.mouse.move(edge.x, edge.y)
  await page.mouse.down()
  await page.mouse.move(edge.x, edge.y - 40, { steps: 5 })
  await page.mouse.up()
  await expect(page).toHaveURL(/macd:12:26:9~\d+,rsi:14~\d{3}$/)
  const dragged = await topOf('rsi')
  await page.reload()
  await alive(page)
  await expect.poll(async () => Math.abs((await topOf('rsi')) - dragged)).toBeLessThan(12)
})

test('missing candles are a break with their dates, in the table and by keyboard', async () => {
  const page = await openCharts('?tf=60')
  let missing: number[] = []
  await page.route(/candles\?.*tf=5&/, async (route) => {
    const rows: [openTime: number][] = await (await route.fetch()).json()
    if (missing.length === 0) missing = rows.slice(-31, -10).map(([openTime]) => openTime)
    await route.fulfill({ json: rows.filter(([openTime]) => !missing.includes(openTime)) })
  })
  await page.getByRole('link', { name: '5m', exact: true }).click()
  await expect.poll(() => missing.length).toBe(21)
  const { moment } = axisFormats('en', 5)
  const dates = `${moment(missing[0] ?? 0)} – ${moment(missing.at(-1) ?? 0)}`
  await page.locator('summary', { hasText: 'Latest candles' }).click()
  await expect(page.locator('.chart-table p')).toHaveText(`Missing candles: ${dates}`)
  await plot(page).focus()
  await expect(async () => {
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByText(`Missing candles: ${dates}; `)).toHaveCount(1, { timeout: 500 })
  }).toPass()
})

test('prices of nine digits overlap nothing in a window of 320 px', async () => {
  const page = await openCharts('?tf=60', { width: 320 })
  await page.route(/candles\?.*tf=5&/, async (route) => {
    const rows: number[][] = await (await route.fetch()).json()
    const grown = rows.map(([time, ...prices]) => [time, ...prices.map((each) => Math.round(each * 131_313) / 100)])
    await route.fulfill({ json: grown })
  })
  const line = page.locator('.price-line')
  await page.route(/\/lines$/, async (route) => {
    const lines = [{ id: 'alert', kind: 'alert', label: 'Alert', price: shownPrice }]
    await route.fulfill({ json: { priceStep: 0.01, lines } })
  })
  let shownPrice = 0
  await page.getByRole('link', { name: '5m', exact: true }).click()
  await plot(page).focus()
  await expect(async () => {
    await page.keyboard.press('ArrowLeft')
    await expect(page.locator('.chart-legend-value').first()).toHaveText(/\d{3},\d{3},\d{3}\.\d\d/, { timeout: 500 })
  }).toPass()
  const [boxes, axis] = await page.locator('.chart-stage').evaluate((stage) => {
    const parts = stage.querySelectorAll('.chart-legend-value, .chart-legend-change, .chart-legend-volume')
    const axes = [...stage.querySelectorAll('td:last-child canvas')].map((each) => each.getBoundingClientRect().left)
    return [Array.from(parts, (part) => part.getBoundingClientRect()), Math.max(...axes)] as const
  })
  shownPrice = Number(await legend(page).getAttribute('data-close'))
  await page.evaluate((name) => document.dispatchEvent(new Event(name)), tradingChange)
  // The line ends at the axis, which is wider than usual.
  await expect.poll(() => line.evaluate((element) => element.getBoundingClientRect().right)).toBeCloseTo(axis, 0)
  for (const [index, box] of boxes.entries()) {
    expect(box.right).toBeLessThanOrEqual(axis)
    for (const other of boxes.slice(index + 1)) {
      expect(box.bottom <= other.top + 1 || box.right <= other.left || other.right <= box.left).toBe(true)
    }
  }
})
