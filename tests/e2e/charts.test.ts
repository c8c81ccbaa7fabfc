import { beforeAll, describe, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { readCandleRows } from '../../src/charts/candles/candle-list.ts'
import { valuesOf } from '../../src/charts/poster/shapes.ts'
import { openDb } from '../../src/db/client.ts'
import { formatPrice } from '../../src/market/price-format.ts'
import { makeAdministrator } from '../administrator.ts'
import { until } from '../until.ts'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite, type Visitor } from './browser.ts'
import { painted, recordShifts, shiftsOf } from './layout-shift.ts'
import { cutAt, receivePieces } from './pieces.ts'
import { openSlowLine } from './slow-line.ts'

const site = openSite({ market: true })

let session: string
beforeAll(async () => {
  session = await newSession('Chartist')
  // What is drawn on the server has the history that is there by then.
  await until(async () => {
    const candles = await (await fetch(site.url('/api/market/candles?asset=BTCUSDT&tf=60'))).json()
    return candles.length > 60
  })
}, 600_000)

async function newSession(login: string): Promise<string> {
  const db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  const { token } = await makeAdministrator(db, login, site.url('/'))
  await db.close()
  return token
}

const pane = (page: Page) => page.locator('.chart-pane')
const plot = (page: Page) => page.locator('.chart-plot')
const legend = (page: Page) => page.getByTestId('legend')
const kinds = (page: Page) => page.locator('.chart-menu summary').first()
const colors = (page: Page) => page.locator('.chart-colors')
const openTime = async (page: Page) => Number(await legend(page).getAttribute('data-open-time'))

/** Opens charts and waits until they are alive and have their candles. */
async function openCharts(query = '', visitor: Visitor = {}): Promise<Page> {
  // Pages are left while their sockets are still being opened.
  const provokes = /WebSocket is closed before/
  const page = await site.visit(`/en/app/charts${query}`, { session, provokes, ...visitor })
  await alive(page)
  return page
}

async function alive(page: Page): Promise<void> {
  await expect(plot(page)).toHaveAttribute('data-is-live', 'true')
  await expect(page.locator('.chart-message')).toHaveAttribute('data-newest', 'ready')
}

/** Puts the mouse on the plot, at shares of its width and height. */
async function pointAt(page: Page, across: number, down = 0.5): Promise<void> {
  const box = await plot(page).boundingBox()
  if (!box) throw new Error('The chart is not on the page')
  await page.mouse.move(box.x + box.width * across, box.y + box.height * down, { steps: 4 })
}

/** What EMA 200 and RSI 30 are at a minute of BTCUSDT, by the candles that the API gives. */
async function numbersAt(openTime: number): Promise<string[]> {
  const query = `asset=BTCUSDT&tf=1&to=${openTime + 60_000}&limit=1000`
  const candles = readCandleRows(await (await fetch(site.url(`/api/market/candles?${query}`))).json()) ?? []
  expect(candles.length).toBe(1000)
  return [{ id: 'ema', params: [200] } as const, { id: 'rsi', params: [30] } as const].map((choice) =>
    formatPrice('en', valuesOf(choice, candles).at(-1)?.[0] ?? Number.NaN, 2),
  )
}

/** How many points of the chart have exactly this colour. */
function inkOf(page: Page, color: [red: number, green: number, blue: number]): Promise<number> {
  return plot(page).evaluate((element, [red, green, blue]) => {
    const canvases = [...element.querySelectorAll('canvas')]
    return canvases.reduce((sum, canvas) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      let count = 0
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) count += 1
      }
      return sum + count
    }, 0)
  }, color)
}

describe('the first view', () => {
  test('is drawn by the server and becomes the live chart without a shift', async () => {
    const page = await openCharts('?asset=BTCUSDT&tf=60&ind=sma:20,rsi:14', { prepare: recordShifts })
    await expect(legend(page)).toContainText('BTC/USDT')
    await expect(legend(page)).toContainText('RSI 14')
    await expect(page.locator('.chart-canvas canvas').first()).toBeVisible()
    await expect(page.locator('.chart-poster')).toHaveCount(0)
    expect(await shiftsOf(page)).toEqual([])
  })

  test('moves nothing on a telephone either, while prices move', async () => {
    const page = await openCharts('?tf=5', { width: 390, prepare: recordShifts })
    for (let changes = 0; changes < 5; changes++) {
      const close = await legend(page).getAttribute('data-close')
      await expect(legend(page)).not.toHaveAttribute('data-close', close ?? '')
    }
    expect(await shiftsOf(page)).toEqual([])
  })

  test.each([390, 800, 1440])('moves nothing while it comes piece by piece, %d px wide', async (width) => {
    const marks = [
      'class="chart-body',
      'class="drawing-bar',
      'class="chart-grid',
      'class="chart-plot',
      'id="chart-assets',
    ]
    const placeOf = (html: string, mark: string) => html.lastIndexOf('<', html.indexOf(mark))
    const piecesOf = (html: string) =>
      cutAt(
        html,
        marks.map((mark) => placeOf(html, mark)),
      )
    await using line = openSlowLine(site.url('/'), { piecesOf })
    // Prices are told by the site itself: its socket is not on this line.
    const visitor = { session, width, prepare: recordShifts, isLoading: true, provokes: /./ }
    const page = await site.visit(`${line.url}/app/charts`, visitor)
    await receivePieces(page, line, marks.length + 1)
    await expect(page.locator('#chart-assets')).toBeVisible()
    await painted(page)
    expect(await shiftsOf(page)).toEqual([])
    await page.close()
  })

  test('goes on by itself: prices move', async () => {
    const page = await openCharts('?tf=1')
    await expect(page.getByText('Prices are live')).toBeVisible()
    const close = await legend(page).getAttribute('data-close')
    await expect(legend(page)).not.toHaveAttribute('data-close', close ?? '')
    await expect(page.getByRole('timer')).toHaveText(/^00:\d\d$/)
  })

  test('without JavaScript is a picture with links, forms and a table', async () => {
    const page = await site.visit('/en/app/charts', { session, javaScript: false })
    await expect(page.locator('.chart-poster.is-wide path.chart-ink-rise').first()).toBeVisible()
    await page.getByRole('link', { name: '5m', exact: true }).click()
    await expect(pane(page)).toHaveAttribute('data-tf', '5')
    await page.getByRole('link', { name: /^ETH / }).click()
    await expect(pane(page)).toHaveAttribute('data-asset', 'ETHUSDT')
    await page.getByText('Indicators', { exact: true }).click()
    const form = page.getByRole('form', { name: 'Bollinger bands' })
    await form.getByLabel('Length').fill('30')
    await form.getByRole('button').click()
    await expect(page).toHaveURL(site.url('/en/app/charts?asset=ETHUSDT&tf=5&ind=bollinger:30:2'))
    await expect(legend(page)).toContainText('BB 30 2')
    await legend(page).getByRole('link', { name: 'Remove BB 30 2' }).click()
    await expect(page).toHaveURL(site.url('/en/app/charts?asset=ETHUSDT&tf=5'))
    await page.locator('summary', { hasText: 'Newest candles' }).click()
    await expect(page.getByRole('row')).toHaveCount(21)
    await page.getByRole('link', { name: 'Log', exact: true }).click()
    await expect(page).toHaveURL(/scale=log/)
  })

  test('without JavaScript a telephone gets the narrow picture', async () => {
    const page = await site.visit('/en/app/charts', { session, javaScript: false, width: 390 })
    await expect(page.locator('.chart-poster.is-narrow path.chart-ink-rise').first()).toBeVisible()
    await expect(page.locator('.chart-poster.is-wide')).toBeHidden()
  })

  test('without JavaScript colours are kept too', async () => {
    const page = await site.visit('/app/charts?kind=line', {
      session: await newSession('Painter'),
      javaScript: false,
    })
    await page.getByText('Цвета', { exact: true }).click()
    await colors(page).getByLabel('Линия').fill('#ff8800')
    await page.getByRole('button', { name: 'Сохранить цвета' }).click()
    await expect(page).toHaveURL(site.url('/app/charts?asset=BTCUSDT&tf=60&kind=line'))
    await expect(page.locator('.chart-poster.is-wide .chart-ink-line')).toHaveAttribute('stroke', '#ff8800')
  })
})

test('a chart that does not load leaves the picture, and says so', async () => {
  const page = await site.visit('/en/app/charts', {
    session,
    javaScript: true,
    provokes: /dynamically imported|ERR_FAILED|WebSocket is closed before/,
  })
  await alive(page)
  await page.route(/assets\/.*\.js/, async (route) => {
    const response = await route.fetch()
    if (/Candlestick/.test(await response.text())) await route.abort()
    else await route.fulfill({ response })
  })
  await page.reload()
  await expect(page.getByText('The chart did not load')).toBeVisible()
  await expect(page.locator('.chart-poster.is-wide')).toBeVisible()
})

describe('by mouse', () => {
  test('assets, timeframes, kinds, scales and volume change the chart and its address', async () => {
    const page = await openCharts()
    await page.getByRole('navigation', { name: 'Assets' }).getByRole('link', { name: /^SOL / }).click()
    await expect(legend(page)).toContainText('SOL/USDT')
    await page.getByRole('link', { name: '15m', exact: true }).click()
    await kinds(page).click()
    await page.getByRole('link', { name: 'Heikin-Ashi' }).click()
    await page.getByRole('link', { name: 'Per cent scale' }).click()
    await page.getByRole('link', { name: 'Volume', exact: true }).click()
    await expect(page).toHaveURL(site.url('/en/app/charts?asset=SOLUSDT&tf=15&kind=heikin-ashi&scale=percent&volume=0'))
    await expect(pane(page)).toHaveAttribute('data-kind', 'heikin-ashi')
    await alive(page)
    await expect(page).toHaveTitle(/^SOL\/USDT chart/)
    await page.reload()
    await alive(page)
    await expect(legend(page)).toContainText('SOL/USDT')
    await expect(page.getByRole('link', { name: 'Per cent scale' })).toHaveAttribute('aria-current', 'true')
  })

  test('every kind of chart draws', async () => {
    const page = await openCharts('?scale=percent&ind=macd:12:26:9,ema:50,bollinger:20:2')
    for (const kind of ['Bars', 'Line', 'Area', 'Heikin-Ashi', 'Candles']) {
      await kinds(page).click()
      await page.locator('.chart-kinds').getByRole('link', { name: kind }).click()
      await expect(kinds(page)).toContainText(kind)
      await alive(page)
    }
  })

  test('indicators come with their numbers, show their values and go', async () => {
    const page = await openCharts()
    await page.locator('summary', { hasText: 'Indicators' }).click()
    const macd = page.getByRole('form', { name: 'Moving average convergence and divergence' })
    await macd.getByLabel('Fast').fill('5')
    await macd.getByRole('button', { name: 'Add MACD' }).click()
    await page.getByRole('form', { name: 'Simple moving average' }).getByRole('button').click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/ind=macd:5:26:9,sma:20$/)
    await expect(page.locator('[data-indicator="macd:5:26:9"] .chart-legend-number')).toHaveCount(3)
    await expect(page.locator('[data-indicator="sma:20"] .chart-legend-number')).toHaveText(/^\d{1,3}(,\d{3})*\.\d\d$/)
    await legend(page).getByRole('link', { name: 'Remove MACD 5 26 9' }).click()
    await expect(page).toHaveURL(/ind=sma:20$/)
    await expect(legend(page)).not.toContainText('MACD')
  })

  test('what removes an indicator stays where it is while its values change', async () => {
    const page = await openCharts('?tf=5&ind=macd:5:26:9')
    const placeOf = async () => (await legend(page).getByRole('link', { name: 'Remove MACD' }).boundingBox())?.x
    const place = await placeOf()
    const values = new Set<string>()
    for (const across of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      await pointAt(page, across)
      await expect(legend(page)).toHaveAttribute('data-pointed', 'true')
      values.add((await legend(page).locator('.chart-legend-number').allTextContents()).join())
      expect(await placeOf()).toBe(place)
    }
    expect(values.size).toBeGreaterThan(1)
  })

  test('an indicator shows the number that the API’s candles give: on a fresh page, after other candles, far back', async () => {
    const page = await openCharts('?asset=BTCUSDT&tf=1&ind=ema:200,rsi:30')
    const agree = async () => {
      await expect(legend(page)).toHaveAttribute('data-pointed', 'true')
      await expect(legend(page).locator('[data-indicator="ema:200"] .chart-legend-number')).toHaveText(/\d/)
      const { at, shown } = await legend(page).evaluate((element) => ({
        at: Number(element.getAttribute('data-open-time')),
        shown: [...element.querySelectorAll('.chart-legend-number')].map((each) => each.textContent),
      }))
      expect(shown).toEqual(await numbersAt(at))
      return at
    }
    await pointAt(page, 0.3)
    const fresh = await agree()
    for (const tf of ['5m', '1m']) {
      await page.getByRole('link', { name: tf, exact: true }).click()
      await expect(pane(page)).toHaveAttribute('data-tf', String(Number.parseInt(tf, 10)))
      await alive(page)
    }
    await pointAt(page, 0.3, 0.55)
    expect(Math.abs((await agree()) - fresh)).toBeLessThan(10 * 60_000)
    const goBack = async () => {
      for (let turns = 0; turns < 6; turns++) await page.mouse.wheel(-900, 0)
      await pointAt(page, 0.3, 0.5 + Math.random() / 10)
      return fresh - (await openTime(page))
    }
    await expect.poll(goBack).toBeGreaterThan(900 * 60_000)
    await agree()
  })

  test('the legend tells of the candle under the crosshair, and of the newest one when it is gone', async () => {
    const page = await openCharts('?tf=5')
    const newest = await openTime(page)
    await pointAt(page, 0.3)
    await expect(legend(page)).toHaveAttribute('data-pointed', 'true')
    const pointed = await openTime(page)
    expect(pointed).toBeLessThan(newest)
    expect(pointed % (5 * 60_000)).toBe(0)
    await page.mouse.move(5, 5)
    await expect(legend(page)).toHaveAttribute('data-pointed', 'false')
    expect(await openTime(page)).toBeGreaterThanOrEqual(newest)
  })

  test('history comes while the window goes back, each page once', async () => {
    const asked: string[] = []
    const page = await openCharts('?tf=1', {
      onResponse: (response) => {
        const to = new URL(response.url()).searchParams.get('to')
        if (response.url().includes('/api/market/candles') && to) asked.push(to)
      },
    })
    await pointAt(page, 0.5)
    const goBack = async () => {
      for (let turns = 0; turns < 12; turns++) await page.mouse.wheel(-900, 0)
      return asked.length
    }
    await expect.poll(goBack).toBeGreaterThan(1)
    await expect(page.locator('.chart-history')).toHaveAttribute('data-older', 'more')
    expect(new Set(asked).size).toBe(asked.length)
    await page.getByRole('button', { name: 'To the newest candle' }).click()
    await expect(page.getByRole('button', { name: 'To the newest candle' })).toBeHidden()
  })

  test('the window stays where it is when history comes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const page = await openCharts('?tf=5&ind=sma:20,rsi:14')
    await page.route(/candles.*[?&]to=/, async (route) => {
      await promise
      await route.continue()
    })
    await pointAt(page, 0.5)
    await page.mouse.wheel(-700, 0)
    await expect(page.locator('.chart-history')).toHaveAttribute('data-older', 'loading')
    await pointAt(page, 0.6)
    const before = await openTime(page)
    resolve()
    await expect(page.locator('.chart-history')).not.toHaveAttribute('data-older', 'loading')
    await pointAt(page, 0.6, 0.55)
    expect(await openTime(page)).toBe(before)
  })

  test('where history begins, the chart says so', async () => {
    const page = await openCharts('?tf=1440')
    await expect(page.getByText('There are no earlier candles')).toBeVisible()
  })

  test('history that does not come says so and can be asked for again', async () => {
    const page = await openCharts('?tf=1', { provokes: /500/ })
    await page.route(/candles.*[?&]to=/, (route) => route.fulfill({ status: 500, body: '' }))
    await pointAt(page, 0.5)
    for (let turns = 0; turns < 12; turns++) await page.mouse.wheel(-900, 0)
    await expect(page.getByText('The history did not load.')).toBeVisible()
    await page.unroute(/candles.*[?&]to=/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The history did not load.')).toHaveCount(0)
    await expect(page.locator('.chart-history')).toHaveAttribute('data-older', 'more')
  })

  test('candles that do not come say so and can be asked for again', async () => {
    const page = await openCharts('?tf=60', { provokes: /500/ })
    await page.route(/candles/, (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('link', { name: '1D', exact: true }).click()
    await expect(page.getByText('The candles did not load: the server does not answer.')).toBeVisible()
    await page.unroute(/candles/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await alive(page)
  })

  test('colours are seen at once, and kept', async () => {
    const own = await newSession('Colourist')
    const page = await openCharts('?tf=60', { session: own, provokes: /getImageData|WebSocket is closed before/ })
    await page.locator('summary', { hasText: 'Colours' }).click()
    expect(await inkOf(page, [0, 0, 255])).toBe(0)
    await colors(page).getByLabel('Rise').fill('#0000ff')
    await expect.poll(() => inkOf(page, [0, 0, 255])).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Save colours' }).click()
    await expect(page.getByText('Colours saved')).toBeVisible()
    await page.reload()
    await alive(page)
    await page.locator('summary', { hasText: 'Colours' }).click()
    await expect(colors(page).getByLabel('Rise')).toHaveValue('#0000ff')
    await page.getByRole('button', { name: 'Back to usual' }).click()
    await expect(page.getByText('Colours saved')).toBeVisible()
    await expect(colors(page).getByLabel('Rise')).not.toHaveValue('#0000ff')
  })

  test('the chart follows the colour mode', async () => {
    const page = await openCharts('?tf=60', { provokes: /getImageData/ })
    await expect.poll(() => inkOf(page, [255, 255, 255])).toBeGreaterThan(100_000)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => inkOf(page, [255, 255, 255])).toBeLessThan(10_000)
  })

  test('the table has the newest candles first', async () => {
    const page = await openCharts('?tf=60')
    await page.locator('summary', { hasText: 'Newest candles' }).click()
    const times = await page
      .locator('.chart-table tbody time')
      .evaluateAll((all) => all.map((each) => each.getAttribute('datetime')))
    expect(times).toHaveLength(20)
    expect(times).toEqual([...times].sort().reverse())
    expect(Date.parse(times[0] ?? '')).toBe(await openTime(page))
  })
})

describe('by keyboard', () => {
  test('digits are timeframes, letters find an asset, Alt with letters changes the look', async () => {
    const page = await openCharts()
    await page.keyboard.press('2')
    await expect(pane(page)).toHaveAttribute('data-tf', '5')
    await page.keyboard.press('6')
    await expect(pane(page)).toHaveAttribute('data-tf', '1440')
    await page.keyboard.press('x')
    const finder = page.getByRole('dialog', { name: 'Find an asset' })
    await expect(finder.getByRole('combobox')).toHaveValue('X')
    await expect(finder.getByRole('option')).toHaveText([/XRP\/USDT/, /AVAX\/USDT/])
    await page.keyboard.press('ArrowDown')
    await expect(finder.getByRole('option', { name: /AVAX/ })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(finder).toHaveCount(0)
    await expect(legend(page)).toContainText('AVAX/USDT')
    await page.keyboard.press('Alt+k')
    await expect(pane(page)).toHaveAttribute('data-kind', 'bars')
    await page.keyboard.press('Alt+l')
    await page.keyboard.press('Alt+v')
    await expect(page).toHaveURL(site.url('/en/app/charts?asset=AVAXUSDT&tf=1440&kind=bars&scale=log&volume=0'))
    await page.keyboard.press('Alt+p')
    await expect(page).toHaveURL(/scale=percent/)
  })

  test('the search says when nothing is found, understands Russian keys, and Escape closes it', async () => {
    const page = await openCharts()
    await page.getByRole('link', { name: /Choose an asset/ }).focus()
    await page.keyboard.press('Enter')
    const finder = page.getByRole('dialog', { name: 'Find an asset' })
    await expect(finder.getByRole('combobox')).toBeFocused()
    await page.keyboard.insertText('qqq')
    await expect(finder.getByRole('status')).toHaveText('There is no asset “qqq”. Check the ticker.')
    await finder.getByRole('combobox').fill('вщпу')
    await expect(finder.getByRole('option')).toHaveText([/DOGE\/USDT/])
    await page.keyboard.press('Escape')
    await expect(finder).toHaveCount(0)
    await expect(legend(page)).toContainText('BTC/USDT')
  })

  test('arrows walk along the candles and read them out, plus and minus zoom, End goes back', async () => {
    const page = await openCharts('?tf=60')
    await plot(page).focus()
    const newest = await openTime(page)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(legend(page)).toHaveAttribute('data-pointed', 'true')
    const walked = await openTime(page)
    expect(walked).toBeLessThan(newest + 3_600_000)
    await page.keyboard.press('Shift+ArrowLeft')
    expect(await openTime(page)).toBe(walked - 10 * 3_600_000)
    await expect(page.getByText(/Open [\d,.]+; High [\d,.]+; Low [\d,.]+; Close/)).toHaveCount(1)
    await page.keyboard.press('-')
    await page.keyboard.press('+')
    await page.keyboard.press('End')
    await expect(page.getByRole('button', { name: 'To the newest candle' })).toBeHidden()
  })

  test('the question mark shows the keys; single keys can be switched off', async () => {
    const page = await openCharts()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    await expect(help).toContainText('Timeframe from a minute to a day')
    await help.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await page.keyboard.press('1')
    await page.keyboard.press('Alt+k')
    await expect(pane(page)).toHaveAttribute('data-kind', 'bars')
    await expect(pane(page)).toHaveAttribute('data-tf', '60')
    await page.getByRole('button', { name: 'Keys' }).click()
    await page.getByRole('dialog').getByRole('checkbox').check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await expect(pane(page)).toHaveAttribute('data-tf', '1')
  })
})

test('everything speaks Russian on the Russian page', async () => {
  const page = await openCharts()
  await site.visit('/app/charts?asset=TONUSDT&tf=240&ind=bollinger:20:2', { session, tab: page })
  await alive(page)
  await expect(legend(page)).toContainText('TON/USDT')
  await expect(legend(page)).toContainText(/О [\d\s,]+Макс [\d\s,]+Мин [\d\s,]+З/)
  await expect(page.getByRole('link', { name: '4 ч', exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('Цены в реальном времени')).toBeVisible()
  await page.keyboard.press('b')
  const finder = page.getByRole('dialog', { name: 'Найти актив' })
  await finder.getByRole('option', { name: /BNB/ }).click()
  await expect(page).toHaveTitle(/^BNB\/USDT: график/)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Клавиши' })).toContainText('Таймфрейм от минуты до дня')
  await page.keyboard.press('Escape')
  await page.locator('summary', { hasText: 'Последние свечи' }).click()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Время',
    'Открытие',
    'Максимум',
    'Минимум',
    'Закрытие',
    'Изменение',
    'Объём',
  ])
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(site.url('/en/app/charts?asset=BNBUSDT&tf=240&ind=bollinger:20:2'))
})

test('after the connection was lost, what was missed is fetched', async () => {
  const asked: string[] = []
  const page = await openCharts('?tf=1', {
    provokes: /socket|WebSocket|ERR_CONNECTION|Failed to fetch|50[023]/,
    onResponse: (response) => {
      const from = new URL(response.url()).searchParams.get('from')
      if (response.url().includes('/api/market/candles') && from) asked.push(from)
    },
  })
  await expect.poll(() => asked.length).toBe(1)
  await site.restart()
  await expect(page.getByText('Prices are live')).toBeVisible()
  await expect.poll(() => asked.length).toBeGreaterThan(1)
})

describe.each([
  ['/app/charts', 'light', 1440],
  ['/en/app/charts', 'dark', 320],
] as const)('%s in %s at %d px', (path, colorScheme, width) => {
  test('is for everybody', async () => {
    const page = await site.visit(`${path}?ind=sma:20,rsi:14`, { session, colorScheme, width })
    await alive(page)
    expect(await violationsInBothModes(page, colorScheme)).toEqual([])
  })
})
