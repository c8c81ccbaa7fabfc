import { test } from 'bun:test'
import type { Page } from 'playwright'
import { readCandleRows } from '../../src/charts/candles/candle-list.ts'
import { axisFormats } from '../../src/charts/canvas/axis-time.ts'
import { decodeTick } from '../../src/live/wire.ts'
import { expect } from './browser.ts'
import { alive, legend, openChartSite, openTime, plot, pointAt } from './chart-pages.ts'

const { site, openCharts, session } = openChartSite()
const minute = 60_000

const bar = (page: Page) => page.getByRole('region', { name: 'Replay' })
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click()

const timeText = (page: Page) => bar(page).locator('time').getAttribute('datetime')
const timeOf = async (page: Page) => Date.parse((await timeText(page)) ?? '')

/** Collects the openTime of every candle that the page receives in its HTML, a response or a tick. */
function watchWire(page: Page) {
  const seen: { openTime: number; from: string }[] = []
  const waiting: Promise<unknown>[] = []
  const read = (text: string, from: string) => {
    for (const [, time] of text.matchAll(/(?:\[|"openTime":|data-open-time="|"[A-Z]+",\d+,)(1[789]\d{11})\b/g))
      seen.push({ openTime: Number(time), from })
  }
  page.on('response', (response) => {
    if (!/json|html/.test(response.headers()['content-type'] ?? '')) return
    const text = response.text().then((body) => read(body, response.url()))
    // A response has no body any more once its page is left.
    waiting.push(text.catch(() => {}))
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const tick = typeof payload === 'string' ? undefined : decodeTick(payload)
      if (tick) seen.push({ openTime: tick.openTime, from: 'socket' })
      else read(String(payload), 'socket')
    }),
  )
  return {
    /** Candles that opened at or after a time */
    since: async (time: number) => {
      await Promise.all(waiting)
      return seen.filter(({ openTime }) => openTime >= time)
    },
    count: () => seen.length,
  }
}

/** Opens a replay of a five-minute and an hourly chart, with every message since then on record. */
async function openReplay(time: number, query = '') {
  const page = await openCharts()
  await page.goto('about:blank')
  const wire = watchWire(page)
  const charts = `asset=BTCUSDT&tf=5&with=${encodeURIComponent('asset=BTCUSDT&tf=60')}`
  await page.goto(site.url(`/en/app/charts?${charts}${query}&replay=${new Date(time).toISOString()}`))
  await expect(plot(page).first()).toHaveAttribute('data-is-live', 'true')
  await expect(plot(page).last()).toHaveAttribute('data-is-live', 'true')
  return { page, wire }
}

/** The last candles of both charts, as their legends show them */
async function shownCandles(page: Page) {
  return Promise.all(
    [legend(page).first(), legend(page).last()].map(async (each) => {
      const [openTime, close] = [await each.getAttribute('data-open-time'), await each.getAttribute('data-close')]
      return { openTime: Number(openTime), close: Number(close) }
    }),
  )
}

/** Computes the candle of a timeframe that is in progress at a time, from the minutes of the API. */
async function candleAt(time: number, tf: number) {
  const open = Math.floor((time - 1) / (tf * minute)) * tf * minute
  const query = `asset=BTCUSDT&tf=1&from=${open}&to=${time}`
  const minutes = readCandleRows(await (await fetch(site.url(`/api/market/candles?${query}`))).json()) ?? []
  return { openTime: open, close: minutes.at(-1)?.close ?? 0 }
}

test('a replay shows two timeframes in step, and no later candle is sent', async () => {
  const start = Math.floor((Date.now() - 5 * 3_600_000) / 3_600_000) * 3_600_000 + 20 * minute
  const { page, wire } = await openReplay(start)
  let played = start
  const state = page.locator('.chart-status .connection-badge')
  const { moment } = axisFormats('en', 1)
  const isAt = async (time: number) => {
    played = Math.max(played, time)
    await expect(bar(page).locator('time')).toHaveAttribute('datetime', new Date(time).toISOString())
    await expect(state).toHaveText(`DemoReplay: ${moment(time)}`)
    const expected = await Promise.all([candleAt(time, 5), candleAt(time, 60)])
    await expect.poll(() => shownCandles(page)).toEqual(expected)
    expect(await wire.since(played)).toEqual([])
  }
  await isAt(start)
  for (let step = 1; step <= 3; step++) {
    await press(page, 'Next candle')
    await isAt(start + step * 5 * minute)
  }
  await page.keyboard.press('ArrowRight')
  await isAt(start + 20 * minute)
  await page.keyboard.press('ArrowLeft')
  await isAt(start + 15 * minute)
  await press(page, 'Back ten candles')
  await isAt(start - 35 * minute)
  await bar(page).getByLabel('Speed').selectOption('10 per second')
  await press(page, 'Play')
  await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(start)
  await plot(page).first().focus()
  await page.keyboard.press('Space')
  // A step that was being loaded still takes place, so the time may go on once more.
  const rests = async () => {
    const time = await timeOf(page)
    const [shown, ...expected] = await Promise.all([shownCandles(page), candleAt(time, 5), candleAt(time, 60)])
    const late = await wire.since(Math.max(played, time))
    return Bun.deepEquals(shown, expected) && late.length === 0 && time === (await timeOf(page))
  }
  await expect.poll(rests).toBe(true)
  // The address is written once the time rests.
  await expect.poll(async () => new URL(page.url()).searchParams.get('replay') === (await timeText(page))).toBe(true)
  played = Math.max(played, await timeOf(page))
  expect(wire.count()).toBeGreaterThan(100)
  await press(page, 'Leave replay')
  await expect(page).not.toHaveURL(/replay/)
  await expect(state).toHaveText('DemoLive prices')
  await expect.poll(async () => (await wire.since(played)).some(({ from }) => from === 'socket')).toBe(true)
  await expect.poll(async () => (await shownCandles(page))[0]?.openTime).toBeGreaterThan(Date.now() - 6 * minute)
})

test('a replay starts at a pressed candle, at the crosshair or at a date', async () => {
  const page = await openCharts('?asset=BTCUSDT&tf=5')
  await page.keyboard.press('Alt+KeyY')
  await pointAt(page, 0.5)
  const pressed = await openTime(page)
  await page.mouse.down()
  await page.mouse.up()
  const isAt = (time: number) =>
    expect(bar(page).locator('time')).toHaveAttribute('datetime', new Date(time).toISOString())
  await isAt(pressed + 5 * minute)
  await press(page, 'Change start')
  const field = bar(page).getByLabel('Click the candle to start from')
  await expect(field).toBeFocused()
  await field.fill('2020-01-01T00:00')
  await page.keyboard.press('Enter')
  await expect(bar(page).getByRole('status')).toContainText('The first candle is of')
  await field.fill(new Date(pressed - 60 * minute + 180 * minute).toISOString().slice(0, 16))
  await page.keyboard.press('Enter')
  await isAt(pressed - 60 * minute)
  await pointAt(page, 0.5)
  await page.mouse.down({ button: 'right' })
  await page.mouse.up({ button: 'right' })
  const menu = page.getByRole('menu')
  await expect(menu).toContainText('Copy price')
  // Alerts and orders belong to the present.
  await expect(menu).not.toContainText(/Alert at|\(limit\)/)
  await page.keyboard.press('Escape')
  await alive(page)
  const desk = page.getByRole('region', { name: 'Practice account' })
  const trades = desk.locator('.practice-trades summary')
  const now = () => desk.getByRole('status').filter({ hasText: 'takes effect' })
  const place = (name: string) => desk.getByRole('button', { name, exact: true }).click()
  await place('Buy BTC')
  await expect(now()).toBeVisible()
  await expect(trades).toHaveText('Trades: 0')
  await press(page, 'Next candle')
  await expect(trades).toHaveText('Trades: 1')
  await expect(desk).toContainText(/Cash7,5\d\d\.\d\dPosition[\d.]+ BTC/)
  await desk.getByLabel('Order type').selectOption('Stop')
  await desk.getByLabel('Price, USDT').fill('50,000')
  await place('Buy BTC')
  await expect(desk.getByRole('status').filter({ hasText: 'A buy stop must be above the market' })).toBeVisible()
  await expect(desk.getByLabel('Price, USDT')).toHaveAttribute('aria-invalid', 'true')
  await desk.getByRole('radio', { name: 'Sell' }).check()
  await desk.getByLabel('Price, USDT').fill('50,000')
  await place('Sell BTC')
  await desk.getByRole('button', { name: 'Cancel: sell, Stop, 50,000.00' }).click()
  const orders = desk.getByRole('list', { name: 'Open orders' })
  await expect(orders).toHaveCount(0)
  await desk.getByLabel('Order type').selectOption('Bracket')
  await place('Place exits')
  await expect(orders).toContainText(/sell, Stop, [\d,.]+.*sell, Target, [\d,.]+/)
  const first = await orders.textContent()
  await desk.getByLabel('Stop loss, USDT').fill('60,000')
  await desk.getByLabel(/^Present exits: Stop [\d,.]+, Target [\d,.]+$/).selectOption('Replace them')
  await place('Place exits')
  await expect(orders).toContainText('sell, Stop, 60,000.00')
  expect(await orders.getByRole('listitem').count()).toBe(2)
  expect(await orders.textContent()).not.toBe(first)
  const told = await orders.textContent()
  await expect.poll(async () => new URL(page.url()).searchParams.get('replay') === (await timeText(page))).toBe(true)
  await page.reload()
  await expect(trades).toHaveText('Trades: 1')
  await expect(orders).toHaveText(told ?? '')
  await place('Reset account')
  await expect(trades).toHaveText('Trades: 0')
  await place('Restore the former account')
  await expect(trades).toHaveText('Trades: 1')
  await press(page, 'Back ten candles')
  await expect(trades).toHaveText('Trades: 0')
  await expect(desk).toContainText('Equity10,000.00 USDT (')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize({ width: 1280, height: 640 })

  await press(page, 'Change start')
  await plot(page).focus()
  await page.mouse.move(0, 0)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const pointed = await openTime(page)
  await page.keyboard.press('Enter')
  await isAt(pointed + 5 * minute)
  await press(page, 'Leave replay')
  await expect(bar(page)).toHaveCount(0)
})

test('on a phone, a bracket in a replay takes few touches, in Russian', async () => {
  const start = Math.floor((Date.now() - 4 * 3_600_000) / 3_600_000) * 3_600_000
  const query = `asset=BTCUSDT&tf=5&replay=${new Date(start).toISOString()}`
  const visitor = { session: session(), width: 390, hasTouch: true, provokes: /WebSocket is closed before/ }
  const page = await site.visit(`/app/charts?${query}`, visitor)
  const desk = page.getByRole('region', { name: 'Учебный счёт' })
  await desk.getByLabel('Вид заявки').selectOption('Связка')
  await expect(desk).toContainText(/≈ [\d,]+ BTC по .*На стопе −[\d,]+ USDT/)
  await expect(desk).toContainText(
    'Комиссия: мейкер 0,1 %, тейкер 0,1 % (Binance, Bybit), как в ручной торговле'.replaceAll(' %', '\u00a0%'),
  )
  await desk.getByRole('button', { name: 'Купить BTC' }).tap()
  await expect(desk.getByRole('status').filter({ hasText: 'Заявка вступит в силу' })).toBeVisible()
  await page.getByRole('button', { name: 'Следующая свеча' }).tap()
  await expect(desk.getByRole('list')).toContainText(/продажа, Стоп.*продажа, Цель/)
  const small = await page
    .locator('.replay-bar')
    .evaluate((bar) =>
      [...bar.querySelectorAll('button, select, summary, .practice-sides label, .practice-field input')]
        .filter((each) => each.getBoundingClientRect().height < 44)
        .map((each) => each.outerHTML),
    )
  expect(small).toEqual([])
  await desk.getByText(/^Сделки: /).tap()
  await expect(desk.getByRole('table')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
