import { describe, test } from 'bun:test'
import { violationsOn } from './accessibility.ts'
import { expect } from './browser.ts'
import { alive, colors, legend, openChartSite, openTime, pane, plot } from './chart-pages.ts'
import { painted, recordShifts, shiftsOf } from './layout-shift.ts'
import { cutAt, receivePieces } from './pieces.ts'
import { openSlowLine } from './slow-line.ts'

const { site, newSession, openCharts, session } = openChartSite()

describe('the first view', () => {
  test('is rendered by the server and becomes the live chart without a shift', async () => {
    const page = await openCharts('?asset=BTCUSDT&tf=60&ind=sma:20,rsi:14', {
      width: 1440,
      hasMotion: true,
      prepare: recordShifts,
    })
    await expect(legend(page)).toContainText('BTC/USDT')
    await expect(legend(page)).toContainText('RSI 14')
    await expect(page.locator('.chart-canvas canvas').first()).toBeVisible()
    await expect(page.locator('.chart-poster')).toHaveCount(0)
    expect(await shiftsOf(page)).toEqual([])
  })

  test('causes no shift on a phone either, while prices move, and takes most of it', async () => {
    const page = await openCharts('?tf=5', { width: 390, hasMotion: true, prepare: recordShifts })
    for (let changes = 0; changes < 5; changes++) {
      const close = await legend(page).getAttribute('data-close')
      await expect(legend(page)).not.toHaveAttribute('data-close', close ?? '')
    }
    expect(await shiftsOf(page)).toEqual([])
    const tools = page.locator('.chart-tools > :is(button, details)')
    for (const [width, height] of [
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(async () => (await plot(page).boundingBox())?.height).toBeGreaterThan(height * 0.7)
      for (const tool of await tools.all()) {
        const box = await tool.boundingBox()
        expect(box?.height).toBeGreaterThanOrEqual(44)
        expect(box?.width).toBeGreaterThanOrEqual(44)
        expect(box?.y).toBe(height - 44)
      }
    }
    const value = page.locator('.chart-legend-value').first()
    await expect(value).toBeHidden()
    await page.getByRole('button', { name: 'Legend', exact: true }).click()
    await expect(value).toBeVisible()
    await page.getByRole('button', { name: 'Legend', exact: true }).click()
    await expect(value).toBeHidden()
  })

  test.each([390, 800, 1440])('causes no shift while it arrives piece by piece, %d px wide', async (width) => {
    const marks = [
      'class="chart-menu compare-menu',
      'class="chart-menu layout-menu',
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
    // Allows connection errors: prices come from the site itself, whose socket does not go through this slow line.
    const visitor = {
      session: session(),
      width,
      hasMotion: true,
      prepare: recordShifts,
      isLoading: true,
      provokes: /./,
    }
    const page = await site.visit(`${line.url}/app/charts`, visitor)
    await receivePieces(page, line, marks.length + 1)
    await expect(page.locator('#chart-assets')).toBeVisible()
    await painted(page)
    expect(await shiftsOf(page)).toEqual([])
    await page.close()
  })

  test('without JavaScript is a picture, narrow on a phone, with links, forms and a table', async () => {
    const page = await site.visit('/en/app/charts', { session: session(), javaScript: false })
    await expect(page.locator('.chart-poster.is-wide path.chart-ink-rise').first()).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.locator('.chart-poster.is-narrow path.chart-ink-rise').first()).toBeVisible()
    await expect(page.locator('.chart-poster.is-wide')).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: '5m', exact: true }).click()
    await expect(pane(page)).toHaveAttribute('data-tf', '5')
    await page.getByRole('link', { name: /^ETH / }).click()
    await expect(pane(page)).toHaveAttribute('data-asset', 'ETHUSDT')
    await page.getByText('Indicators', { exact: true }).click()
    const form = page.getByRole('form', { name: 'Bollinger Bands' })
    await form.getByLabel('Length').fill('30')
    await form.getByRole('button').click()
    await expect(page).toHaveURL(site.url('/en/app/charts?asset=ETHUSDT&tf=5&ind=bollinger:30:2'))
    await expect(legend(page)).toContainText('BB 30 2')
    await legend(page).getByRole('link', { name: 'Remove BB 30 2' }).click()
    await expect(page).toHaveURL(site.url('/en/app/charts?asset=ETHUSDT&tf=5'))
    await page.locator('summary', { hasText: 'Latest candles' }).click()
    await expect(page.getByRole('row')).toHaveCount(21)
    await page.getByRole('link', { name: 'Log', exact: true }).click()
    await expect(page).toHaveURL(/scale=log/)
  })

  test('without JavaScript colors are saved too', async () => {
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

test('a chart that fails to load keeps the picture and shows a message', async () => {
  const page = await site.visit('/en/app/charts', {
    session: session(),
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

describe('by keyboard', () => {
  test('arrows move along candles; digits select timeframes, letters assets, Alt+letters the view', async () => {
    const page = await openCharts()
    await plot(page).focus()
    const newest = await openTime(page)
    await page.keyboard.press('ArrowLeft')
    await expect(legend(page)).toHaveAttribute('data-pointed', 'true')
    const first = await openTime(page)
    expect(first).toBeLessThan(newest + 3_600_000)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => openTime(page)).toBe(first - 3_600_000)
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => openTime(page)).toBe(first - 11 * 3_600_000)
    await expect(page.getByText(/Open [\d,.]+; High [\d,.]+; Low [\d,.]+; Close/)).toHaveCount(1)
    await page.keyboard.press('-')
    await page.keyboard.press('+')
    await page.keyboard.press('End')
    await expect(page.getByRole('button', { name: 'Go to latest candle' })).toBeHidden()

    await page.keyboard.press('2')
    await expect(pane(page)).toHaveAttribute('data-tf', '5')
    await page.keyboard.press('6')
    await expect(pane(page)).toHaveAttribute('data-tf', '1440')
    await page.keyboard.press('7')
    await expect(pane(page)).toHaveAttribute('data-tf', '10080')
    await page.keyboard.press('6')
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

  test('Alt+G goes to a date, End returns, and a date before the history is refused', async () => {
    const page = await openCharts('?asset=BTCUSDT&tf=1')
    const [newest, wanted] = [await openTime(page), Math.floor(Date.now() / 60_000 - 15 * 60) * 60_000]
    const goTo = async (time: number) => {
      await page.keyboard.press('Alt+g')
      await expect(page.getByLabel('Go to date')).toBeFocused()
      await page.getByLabel('Go to date').fill(new Date(time + 3 * 3_600_000).toISOString().slice(0, 16))
      await page.keyboard.press('Enter')
    }
    await goTo(wanted)
    await expect(page.getByLabel('Go to date')).toBeHidden()
    await expect.poll(() => openTime(page)).toBe(wanted)
    await expect(page.getByRole('button', { name: 'Go to latest candle' })).toBeVisible()
    await plot(page).focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('button', { name: 'Go to latest candle' })).toBeHidden()
    await expect.poll(() => openTime(page)).toBeGreaterThanOrEqual(newest)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => openTime(page)).toBeGreaterThanOrEqual(newest)
    await goTo(Date.UTC(2020, 0))
    await expect(page.getByText('Choose that date or a later one')).toBeVisible()
  })

  test('key presses within one frame build on each other; search and the list of shortcuts work', async () => {
    const page = await openCharts()
    await pane(page).evaluate((element) => {
      const press = (key: string) => {
        const code = `Key${key.toUpperCase()}`
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, code, altKey: true, bubbles: true, cancelable: true }),
        )
      }
      const observer = new MutationObserver(() => {
        observer.disconnect()
        press('l')
      })
      observer.observe(element, { attributes: true, attributeFilter: ['data-kind'] })
      press('k')
    })
    await expect(page).toHaveURL(/kind=bars&scale=log/)

    // The search reports no match, understands Russian key input, and closes on Escape.
    await page.getByRole('link', { name: /Choose an asset/ }).focus()
    await page.keyboard.press('Enter')
    const finder = page.getByRole('dialog', { name: 'Find an asset' })
    await expect(finder.getByRole('combobox')).toBeFocused()
    await page.keyboard.insertText('qqq')
    await expect(finder.getByRole('status')).toHaveText('No asset matches “qqq”. Check the ticker.')
    await finder.getByRole('combobox').fill('вщпу')
    await expect(finder.getByRole('option')).toHaveText([/DOGE\/USDT/])
    await page.keyboard.press('Escape')
    await expect(finder).toHaveCount(0)
    await expect(legend(page)).toContainText('BTC/USDT')

    // The question mark key opens the list of shortcuts, also before the browser reports that the search was closed.
    await page.keyboard.press('x')
    await finder.evaluate((dialog: HTMLDialogElement) => {
      const field = dialog.querySelector('input')
      dialog.close()
      field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', code: 'KeyB', bubbles: true, cancelable: true }))
    })
    await expect(finder.getByRole('combobox')).toHaveValue('B')
    await finder.evaluate((dialog: HTMLDialogElement) => {
      const field = dialog.querySelector('input')
      dialog.close()
      field?.dispatchEvent(new KeyboardEvent('keydown', { key: '?', code: 'Slash', bubbles: true, cancelable: true }))
    })
    // Single-key shortcuts can be switched off there.
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toContainText('Switch timeframe')
    await help.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await page.keyboard.press('1')
    await page.keyboard.press('Alt+k')
    await expect(pane(page)).toHaveAttribute('data-kind', 'line')
    await expect(pane(page)).toHaveAttribute('data-tf', '60')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog').getByRole('checkbox').check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await expect(pane(page)).toHaveAttribute('data-tf', '1')

    // The search reads a timeframe beside the asset, as the command palette does.
    await page.getByRole('link', { name: /Choose an asset/ }).click()
    await finder.getByRole('combobox').fill('Eth 4ч')
    await expect(finder.getByRole('option')).toHaveText([/ETH\/USDT · 4h/])
    await page.keyboard.press('Enter')
    await expect(pane(page)).toHaveAttribute('data-asset', 'ETHUSDT')
    await expect(pane(page)).toHaveAttribute('data-tf', '240')
  })
})

test('the Russian page is completely in Russian', async () => {
  const page = await openCharts()
  await site.visit('/app/charts?asset=TONUSDT&tf=240&ind=bollinger:20:2', { session: session(), tab: page })
  await alive(page)
  await expect(legend(page)).toContainText('TON/USDT')
  await expect(legend(page)).toContainText(/ОТКР [\d\s,]+МАКС [\d\s,]+МИН [\d\s,]+ЗАКР/)
  await expect(page.getByRole('link', { name: '4 ч', exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('Цены в реальном времени')).toBeVisible()
  await page.keyboard.press('b')
  const finder = page.getByRole('dialog', { name: 'Найти актив' })
  await finder.getByRole('option', { name: /BNB/ }).click()
  await expect(page).toHaveTitle(/^BNB\/USDT: график/)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Клавиши' })).toContainText('Сменить таймфрейм')
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
    'BB 20 2',
  ])
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(site.url('/en/app/charts?asset=BNBUSDT&tf=240&ind=bollinger:20:2'))
})

test('prices update automatically, and data missed during a disconnect are fetched', async () => {
  const asked: string[] = []
  const page = await openCharts('?tf=1', {
    provokes: /socket|WebSocket|ERR_CONNECTION|Failed to fetch|50[023]/,
    onResponse: (response) => {
      const from = new URL(response.url()).searchParams.get('from')
      if (response.url().includes('/api/market/candles') && from) asked.push(from)
    },
  })
  await expect.poll(() => asked.length).toBe(1)
  await expect(page.getByText('Live prices')).toBeVisible()
  const close = await legend(page).getAttribute('data-close')
  await expect(legend(page)).not.toHaveAttribute('data-close', close ?? '')
  await expect(page.getByRole('timer')).toHaveText(/^00:\d\d$/)
  await site.restart()
  await expect(page.getByText('Live prices')).toBeVisible()
  await expect.poll(() => asked.length).toBeGreaterThan(1)
})

describe.each([
  ['/app/charts', 'light', 1440],
  ['/en/app/charts', 'dark', 320],
] as const)('%s in %s at %d px', (path, colorScheme, width) => {
  test('is accessible', async () => {
    const page = await site.visit(`${path}?ind=sma:20,rsi:14`, { session: session(), colorScheme, width })
    await alive(page)
    expect(await violationsOn(page)).toEqual([])
    const [room, asked] = await page.locator('.chart-asset').evaluate((asset) => [asset.clientWidth, asset.scrollWidth])
    expect(asked).toBeLessThanOrEqual(room ?? 0)
  })
})
