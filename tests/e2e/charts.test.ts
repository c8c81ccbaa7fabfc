import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { readCandleRows } from '../../src/charts/candles/candle-list.ts'
import { colorNames, initialColors } from '../../src/charts/canvas/palette.ts'
import { valuesOf } from '../../src/charts/poster/shapes.ts'
import { formatPrice } from '../../src/market/price-format.ts'
import { expect } from './browser.ts'
import { alive, colors, kinds, legend, openChartSite, openTime, pane, plot, pointAt } from './chart-pages.ts'

const { site, newSession, openCharts } = openChartSite()

/** Messages of failed candle requests, for tests that refuse them; any other failure still counts. */
const failedCandles = /\/candles\b.*\b500\b|\b500\b.*\/candles\b/

/** Computes EMA 200 and RSI 30 at a minute of BTCUSDT, from the candles of the API. */
async function numbersAt(openTime: number): Promise<string[]> {
  const query = `asset=BTCUSDT&tf=1&to=${openTime + 60_000}&limit=1000`
  const candles = readCandleRows(await (await fetch(site.url(`/api/market/candles?${query}`))).json()) ?? []
  expect(candles.length).toBe(1000)
  return [{ id: 'ema', params: [200] } as const, { id: 'rsi', params: [30] } as const].map((choice) =>
    formatPrice('en', valuesOf(choice, candles).at(-1)?.[0] ?? Number.NaN, 2),
  )
}

/** Counts the pixels of the chart with exactly this color. */
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

describe('by mouse', () => {
  test('indicators, assets, timeframes, kinds and scales change the chart and its URL', async () => {
    const page = await openCharts()
    await page.locator('summary', { hasText: 'Indicators' }).click()
    const macd = page.getByRole('form', { name: 'Moving average convergence divergence' })
    await macd.getByLabel('Fast').fill('5')
    await macd.getByRole('button', { name: 'Add MACD' }).click()
    const average = page.getByRole('form', { name: 'Simple moving average' })
    await average.getByRole('button').click()
    await average.getByLabel('Source').selectOption('(MACD 5 26 9: signal)')
    await average.getByRole('button').click()
    const ofMacd = page.locator('[data-indicator="sma:20@macd.signal:5:26:9"]')
    await expect(ofMacd.locator('.chart-legend-number')).toHaveText(/^−?[\d,]+\.\d\d$/)
    await page.getByRole('link', { name: '24 rows' }).click()
    const profile = page.locator('.profile-legend')
    await expect(profile).toHaveText(/^Volume profile POC [\d,]+\.\d\d · value area [\d,]+\.\d\d–[\d,]+\.\d\d$/)
    await page
      .getByRole('region', { name: /visible range/ })
      .getByRole('link', { name: 'Off' })
      .click()
    await expect(profile).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/ind=macd:5:26:9,sma:20,sma:20@macd.signal:5:26:9$/)
    await ofMacd.getByRole('link', { name: 'Remove SMA 20 (MACD 5 26 9: signal)' }).click()
    await expect(page).toHaveURL(/ind=macd:5:26:9,sma:20$/)
    await expect(page.locator('[data-indicator="macd:5:26:9"] .chart-legend-number')).toHaveCount(3)
    await expect(page.locator('[data-indicator="sma:20"] .chart-legend-number')).toHaveText(/^\d{1,3}(,\d{3})*\.\d\d$/)
    await legend(page).getByRole('link', { name: 'Remove MACD 5 26 9' }).click()
    await expect(page).toHaveURL(/ind=sma:20$/)
    await expect(legend(page)).not.toContainText('MACD')
    await legend(page).getByRole('link', { name: 'Remove SMA 20' }).click()
    await expect(page).not.toHaveURL(/ind=/)

    await page.getByRole('navigation', { name: 'Assets' }).getByRole('link', { name: /^SOL / }).click()
    await expect(legend(page)).toContainText('SOL/USDT')
    await page.getByRole('link', { name: '15m', exact: true }).click()
    await kinds(page).click()
    await page.getByRole('link', { name: 'Heikin-Ashi' }).click()
    await page.getByRole('link', { name: 'Percentage scale' }).click()
    await page.getByRole('link', { name: 'Volume', exact: true }).click()
    await expect(page).toHaveURL(site.url('/en/app/charts?asset=SOLUSDT&tf=15&kind=heikin-ashi&scale=percent&volume=0'))
    await expect(pane(page)).toHaveAttribute('data-kind', 'heikin-ashi')
    await alive(page)
    await expect(page).toHaveTitle(/^SOL\/USDT chart/)
    await page.reload()
    await alive(page)
    await expect(legend(page)).toContainText('SOL/USDT')
    await expect(page.getByRole('link', { name: 'Percentage scale' })).toHaveAttribute('aria-current', 'true')
  })

  test('days begin at midnight in Moscow where that is chosen, and follow the price', async () => {
    const page = await openCharts('?tf=1440')
    await expect(page.locator('.chart-clock')).toContainText('UTC days')
    const utcDay = await openTime(page)
    await page.locator('.timeframe-menu summary').click()
    await page.getByRole('link', { name: '1D MSK' }).click()
    await expect(page).toHaveURL(/tf=1440&days=moscow$/)
    await expect(page.locator('.chart-clock')).toContainText('Moscow days')
    await alive(page)
    expect([-3, 21]).toContain(((await openTime(page)) - utcDay) / 3_600_000)
    // Each tick of the hour becomes one of the day: open, high and low stay those of the API.
    const first = await legend(page).getAttribute('data-close')
    await expect(legend(page)).not.toHaveAttribute('data-close', first ?? '')
    await expect(async () => {
      const shown = await legend(page).evaluate(({ dataset }) => [Number(dataset.openTime), Number(dataset.close)])
      const answer = await fetch(site.url('/api/market/candles?asset=BTCUSDT&tf=1440&days=moscow&limit=1'))
      const [day] = readCandleRows(await answer.json()) ?? []
      expect(shown).toEqual([day?.openTime, day?.close])
    }).toPass()
    await page.reload()
    await alive(page)
    await expect(page.locator('.timeframe-menu summary')).toContainText('1D MSK')
  })

  test('a candle that lacks minutes has a mark, and tells by mouse and by key which ones', async () => {
    const to = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000
    const gap = [to - 21 * 60_000, to]
    let asked = 0
    const page = await openCharts('?tf=5')
    await page.route('**/api/market/gaps?*', (route) => {
      asked++
      return route.fulfill({ json: [gap] })
    })
    await page.getByRole('link', { name: '1h', exact: true }).click()
    await alive(page)
    const note = page.locator('.gap-note')
    await expect(note).toHaveText('')
    await plot(page).focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
    await expect(note).toHaveText(/^21 of 60 minutes missing: .+:39 – .+:59$/)
    const { x = 0, width = 0 } = (await plot(page).boundingBox()) ?? {}
    const box = await note.boundingBox()
    expect(box && box.x >= x && box.x + box.width <= x + width).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await expect(note).toHaveText('')
    // A missing minute is a missing candle, so minutes need no marks.
    const before = asked
    await page.getByRole('link', { name: '1m', exact: true }).click()
    await alive(page)
    await expect(note).toHaveCount(0)
    expect(asked).toBe(before)
  })

  test('the minimap moves the chart by keys and by mouse, and is remembered', async () => {
    const page = await openCharts('?tf=5', { provokes: /\/overview\b.*\b500\b|\b500\b.*\/overview\b/ })
    await page.route('**/api/market/overview?*', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('button', { name: 'Whole history' }).click()
    await expect(page.locator('.minimap')).toContainText('Couldn’t load the history.')
    await page.unroute('**/api/market/overview?*')
    await page.locator('.minimap').getByRole('button', { name: 'Try again' }).click()
    const [range, start, end] = ['Visible range', 'Start of visible range', 'End of visible range'].map((name) =>
      page.getByRole('slider', { name, exact: true }),
    )
    if (!range || !start || !end) throw new Error('three sliders')
    const at = async (slider: typeof range, name = 'now') => Number(await slider.getAttribute(`aria-value${name}`))
    const spans = async () => [await at(start), await at(end)] as const
    await expect(range).toHaveAttribute('aria-valuetext', / – /)
    const first = await at(range, 'min')
    await range.press('Home')
    await expect.poll(() => at(start)).toBeLessThan(first + 3_600_000)
    await expect(page.locator('.chart-history')).toHaveAttribute('data-older', 'exhausted')
    await pointAt(page, 0.5)
    expect(await openTime(page)).toBeLessThan(first + 86_400_000)
    const [from, to] = await spans()
    await range.press('Shift+ArrowRight')
    await expect.poll(() => at(start)).toBeGreaterThan(from + (to - from) * 0.9)

    const [wide, until] = await spans()
    await end.press('ArrowLeft')
    await expect.poll(() => at(end)).toBeLessThan(until)
    expect(Math.abs((await at(start)) - wide)).toBeLessThan(300_000)

    const box = await range.boundingBox()
    if (!box) throw new Error('no handle')
    await page.mouse.move(box.x + box.width / 2, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 150, box.y + 20, { steps: 5 })
    await page.mouse.up()
    const dragged = await at(start)
    expect(dragged).toBeGreaterThan(wide)
    await expect.poll(async () => Math.abs((await at(start)) - dragged) < 3_600_000).toBe(true)

    await page.reload()
    await alive(page)
    await expect(range).toBeVisible()
    const strip = await page.locator('.minimap-track').boundingBox()
    if (!strip) throw new Error('no strip')
    await page.mouse.click(strip.x + strip.width / 3, strip.y + 20)
    await expect.poll(async () => (await at(start)) < Date.now() - 86_400_000).toBe(true)
    await page.getByRole('button', { name: 'Whole history' }).click()
    await expect(range).toHaveCount(0)
    await page.reload()
    await alive(page)
    await expect(page.getByRole('button', { name: 'Whole history' })).toHaveAttribute('aria-expanded', 'false')
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

  test('the legend follows the crosshair; neither its links nor the window move', async () => {
    const page = await openCharts('?tf=5&ind=macd:5:26:9')
    const newest = await openTime(page)
    await pointAt(page, 0.3)
    await expect(legend(page)).toHaveAttribute('data-pointed', 'true')
    const pointed = await openTime(page)
    expect(pointed).toBeLessThan(newest)
    expect(pointed % (5 * 60_000)).toBe(0)
    // Without a crosshair the legend shows the newest candle.
    await page.mouse.move(5, 5)
    await expect(legend(page)).toHaveAttribute('data-pointed', 'false')
    expect(await openTime(page)).toBeGreaterThanOrEqual(newest)

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

    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/candles.*[?&]to=/, async (route) => {
      await promise
      await route.continue()
    })
    await pointAt(page, 0.5)
    await page.mouse.wheel(-700, 0)
    await expect(page.locator('.chart-history')).toHaveAttribute('data-older', 'loading')
    await pointAt(page, 0.6)
    await expect(legend(page)).toHaveAttribute('data-pointed', 'true')
    const before = await openTime(page)
    resolve()
    await expect(page.locator('.chart-history')).not.toHaveAttribute('data-older', 'loading')
    await pointAt(page, 0.6, 0.55)
    await expect.poll(() => openTime(page)).toBe(before)
  })

  test('indicators match the API’s candles: at first, after other candles, and far back', async () => {
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
    // The window moves to the newest candles once they are loaded.
    const distance = async () => {
      await pointAt(page, 0.3, 0.5 + Math.random() / 10)
      return Math.abs((await openTime(page)) - fresh)
    }
    await expect.poll(distance).toBeLessThan(10 * 60_000)
    await agree()
    const goBack = async () => {
      for (let turns = 0; turns < 6; turns++) await page.mouse.wheel(-900, 0)
      await pointAt(page, 0.3, 0.5 + Math.random() / 10)
      return fresh - (await openTime(page))
    }
    await expect.poll(goBack).toBeGreaterThan(900 * 60_000)
    await agree()
  })

  test('a failed page of history can be retried; each page is loaded once', async () => {
    const asked: string[] = []
    const page = await openCharts('?tf=1', {
      provokes: failedCandles,
      onResponse: (response) => {
        const to = response.ok() && new URL(response.url()).searchParams.get('to')
        if (response.url().includes('/api/market/candles') && to) asked.push(to)
      },
    })
    await page.route(/candles.*[?&]to=/, (route) => route.fulfill({ status: 500, body: '' }))
    await pointAt(page, 0.5)
    for (let turns = 0; turns < 12; turns++) await page.mouse.wheel(-900, 0)
    await expect(page.getByText('Couldn’t load history.')).toBeVisible()
    await page.unroute(/candles.*[?&]to=/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Couldn’t load history.')).toHaveCount(0)
    await expect(page.locator('.chart-history')).toHaveAttribute('data-older', 'more')
    const goBack = async () => {
      for (let turns = 0; turns < 12; turns++) await page.mouse.wheel(-900, 0)
      return asked.length
    }
    await expect.poll(goBack).toBeGreaterThan(1)
    await expect(page.locator('.chart-history')).toHaveAttribute('data-older', 'more')
    expect(new Set(asked).size).toBe(asked.length)
    await page.getByRole('button', { name: 'Go to latest candle' }).click()
    await expect(page.getByRole('button', { name: 'Go to latest candle' })).toBeHidden()
  })

  test('menus and the table of candles work; failed candles can be retried', async () => {
    const page = await openCharts('?tf=60', { provokes: failedCandles })
    const menu = page.locator('.chart-menu', { hasText: 'Layouts' })
    const sync = menu.getByRole('checkbox', { name: 'Sync crosshair and time' })
    await menu.locator('summary').click()
    const before = await sync.isChecked()
    await menu.getByText('Sync crosshair and time').click()
    await expect(sync).toBeChecked({ checked: !before })
    await menu.getByText('Save what’s on screen').click()
    await expect(menu).toHaveAttribute('open')
    await page.getByRole('main').locator('.chart-legend-pair').first().click({ force: true })
    await expect(menu).not.toHaveAttribute('open')
    await menu.locator('summary').click()
    await page.getByRole('link', { name: '1D', exact: true }).focus()
    await expect(menu).not.toHaveAttribute('open')

    await page.locator('summary', { hasText: 'Latest candles' }).click()
    const times = await page
      .locator('.chart-table tbody time')
      .evaluateAll((all) => all.map((each) => each.getAttribute('datetime')))
    expect(times).toHaveLength(20)
    expect(times).toEqual([...times].sort().reverse())
    // A new hour may begin between rendering the page and reading its chart.
    const newest = await openTime(page)
    expect([newest, newest - 3_600_000]).toContain(Date.parse(times[0] ?? ''))

    await page.route(/candles/, (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('link', { name: '1D', exact: true }).click()
    await expect(page.getByText('Couldn’t load candles: the server is not responding.')).toBeVisible()
    await page.unroute(/candles/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await alive(page)
    await expect(page.locator('.chart-history')).toHaveAttribute('data-older', 'exhausted')
    await expect(page.getByText('No earlier candles')).toBeVisible()
  })

  test('default colors follow the color mode; chosen ones apply at once and are saved', async () => {
    const own = await newSession('Colourist')
    const page = await openCharts('?tf=60', { session: own, provokes: /getImageData|WebSocket is closed before/ })
    const drawn = await page.locator('.chart-screen').evaluate((screen, names) => {
      const context = document.createElement('canvas').getContext('2d')
      const probe = screen.appendChild(document.createElement('span'))
      return names.map((name) => {
        probe.style.color = `var(--chart-${name})`
        if (context) context.fillStyle = getComputedStyle(probe).color
        context?.fillRect(0, 0, 1, 1)
        const [red, green, blue] = context?.getImageData(0, 0, 1, 1).data ?? []
        return [red, green, blue].map((part = 0) => part.toString(16).padStart(2, '0')).join('')
      })
    }, colorNames)
    expect(colorNames.map((name) => initialColors[name])).toEqual(drawn.map((hex) => `#${hex}`))

    await expect.poll(() => inkOf(page, [255, 255, 255])).toBeGreaterThan(100_000)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => inkOf(page, [255, 255, 255])).toBeLessThan(10_000)
    await page.emulateMedia({ colorScheme: 'light' })

    await page.locator('summary', { hasText: 'Colors' }).click()
    expect(await inkOf(page, [0, 0, 255])).toBe(0)
    await colors(page).getByLabel('Up').fill('#0000ff')
    await expect.poll(() => inkOf(page, [0, 0, 255])).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Save colors' }).click()
    await expect(page.getByText('Colors saved')).toBeVisible()
    await page.reload()
    await alive(page)
    await page.locator('summary', { hasText: 'Colors' }).click()
    await expect(colors(page).getByLabel('Up')).toHaveValue('#0000ff')
    await page.getByRole('button', { name: 'Reset to defaults' }).click()
    await expect(page.getByText('Colors saved')).toBeVisible()
    await expect(colors(page).getByLabel('Up')).not.toHaveValue('#0000ff')
  })
})
