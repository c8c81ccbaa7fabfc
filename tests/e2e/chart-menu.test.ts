import { test } from 'bun:test'
import { expect } from './browser.ts'
import { openTime, pointAt } from './chart-pages.ts'
import { drawing, openDrawingSite, saved, spotsOf, tool } from './drawing-pages.ts'

const { openCharts } = openDrawingSite()

test('an order with a bracket takes three acts by mouse, keys and finger, and outlives an outage', async () => {
  const page = await openCharts()
  const [x, y] = await spotsOf(page).at(0.4, 0.88)
  const ticket = page.getByRole('complementary', { name: 'BTC/USDT: paper order' })
  const told = ticket.locator('.order-panel-status')
  // A line is shown only at its place: the first frame would have it at the top edge.
  await page.evaluate(() => {
    const seen = (element: Element) => element.matches('.price-line:not([hidden])')
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && seen(node) && !node.style.translate) document.body.dataset.unplaced = 'yes'
    }).observe(document.body, { childList: true, subtree: true })
  })
  let acts = 0
  const act = async (doing: Promise<unknown>) => {
    acts++
    await doing
  }
  const item = page.getByRole('menuitem', { name: /^Buy with/ })
  const submit = ticket.getByRole('button', { name: 'Buy BTC' })
  const lines = () => page.locator('.price-line[data-kind=stop]')
  const placed = async (count: number) => {
    await expect(told).toHaveText('Order accepted. It takes effect in the next minute.')
    await expect(lines()).toHaveCount(count)
    expect(acts).toBe(3 * count)
  }

  await act(page.mouse.click(x, y, { button: 'right' }))
  await act(item.click())
  await expect(told).toHaveText('')
  await expect(ticket.locator('#paper-estimate')).toContainText(/At the stop −[\d,.]+ USDT/)
  await act(submit.click())
  await placed(1)

  // The answer to the second order does not arrive, and the third one finds no server at first.
  await page.route('**/orders', async (route) => {
    await route.fetch()
    await route.abort()
    await page.unroute('**/orders')
  })
  await page.locator('.chart-plot').first().focus()
  await act(page.keyboard.press('Shift+F10'))
  await expect(page.getByRole('menu')).toBeVisible()
  while (!(await item.evaluate((element) => element.matches(':focus')))) await page.keyboard.press('ArrowDown')
  await act(page.keyboard.press('Enter'))
  await expect(told).toHaveText('')
  await expect(ticket.getByLabel('Spend, USDT')).toBeFocused()
  await act(page.keyboard.press('Enter'))
  await placed(2)

  await page.route('**/orders', async (route) => {
    await route.abort()
    await page.unroute('**/orders')
  })
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  const tap = async (target: typeof item) => {
    const box = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await touch('touchStart', [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }])
    await touch('touchEnd', [])
  }
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await act(touch('touchStart', [{ x, y }]))
  await expect(item).toBeVisible()
  await touch('touchEnd', [])
  await act(tap(item))
  await expect(told).toHaveText('')
  await expect(submit).toBeVisible()
  await act(tap(submit))
  await expect(told).toContainText('The server is not responding. The order is kept')
  await placed(3)
  await expect(page.locator('body')).not.toHaveAttribute('data-unplaced', 'yes')
})

test('the account page opens with the order typed beside the chart, and its timeframe', async () => {
  const page = await openCharts()
  const [x, y] = await spotsOf(page).at(0.4, 0.88)
  await page.mouse.click(x, y, { button: 'right' })
  await page.getByRole('menuitem', { name: /^Buy .*\(limit\)$/ }).click()
  const ticket = page.getByRole('complementary', { name: /: paper order$/ })
  await ticket.getByLabel('Spend, USDT').fill('123')
  const price = await ticket.getByLabel('Price, USDT').inputValue()
  await ticket.getByRole('link', { name: 'Account page' }).click()
  await expect(page).toHaveURL(/\/en\/app\/paper\/BTCUSDT\?(?=.*side=buy)(?=.*kind=limit)(?=.*tf=15)/)
  await expect(page.getByLabel('Spend, USDT')).toHaveValue('123')
  await expect(page.getByLabel('Price, USDT')).toHaveValue(price)
})

test('a right click makes an alert in two acts, which can be undone', async () => {
  const page = await openCharts()
  const [x, y] = await spotsOf(page).at(0.4, 0.4)
  await page.mouse.click(x, y, { button: 'right' })
  const menu = page.getByRole('menu', { name: 'Chart actions' })
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await expect(menu.getByRole('menuitem', { name: /\(limit\)$/ })).toHaveAttribute(
    'href',
    /^\/en\/app\/paper\/BTCUSDT\?side=(buy|sell)&kind=limit&price=[\d.]+$/,
  )
  await menu.getByRole('menuitem', { name: /^Alert at/ }).click()
  const note = page.locator('.chart-outcome')
  await expect(note).toContainText(/^Alert at [\d,.]+ created/)
  await note.getByRole('button', { name: 'Undo' }).click()
  await expect(note).toHaveText('Alert deleted')
})

test('keys open the menu of a drawing, move in it, and get the focus back', async () => {
  const page = await openCharts()
  const { drag } = spotsOf(page)
  await tool(page, 'More tools').click()
  await page.getByRole('button', { name: 'Long position' }).click()
  await drag([0.3, 0.5], [0.5, 0.6])
  const position = drawing(page, 'long')
  await expect(position).toContainText('Risk to reward 1 : 2.00')
  await position.focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu')
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: 'Lock', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(position).toHaveAttribute('data-locked', 'true')
  await expect(position).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(position).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Enter')
  const size = page.getByLabel('Position size in units of the asset')
  await size.fill('0.5')
  await page.keyboard.press('Enter')
  await expect(position).toContainText(/Stop: [\d,.]+ \(−[\d.]+%\) · −[\d,.]+/)
  await position.focus()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(position).toHaveCount(2)
  await expect(saved(page)).toBeAttached()
})

test('the line of an alert moves by mouse, keys and finger, each with an undo', async () => {
  const page = await openCharts()
  const [x, y] = await spotsOf(page).at(0.4, 0.3)
  await page.mouse.click(x, y, { button: 'right' })
  await page.getByRole('menuitem', { name: /^Alert at/ }).click()
  const line = page.getByRole('slider', { name: /^Alert/ })
  const note = page.locator('.chart-outcome')
  const place = async (): Promise<[number, number]> => {
    const { x, y, height } = (await line.boundingBox()) ?? { x: 0, y: 0, height: 0 }
    return [x + 40, y + height / 2]
  }
  const price = async () => Number(await line.getAttribute('aria-valuenow'))
  await expect(line).toBeVisible()
  const first = await price()

  await page.mouse.move(...(await place()))
  await page.mouse.down()
  await page.mouse.move(x, y + 60, { steps: 3 })
  await page.mouse.up()
  const dragged = await price()
  expect(dragged).toBeLessThan(first)
  await page.getByRole('button', { name: /^Set [\d,.]+$/ }).click()
  await note.getByRole('button', { name: 'Undo' }).click()
  await expect(note).toHaveText(/^Alert: [\d,.]+$/)
  await expect.poll(price).toBe(first)

  await line.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  expect(await price()).toBe(first)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await note.getByRole('button', { name: 'Undo' }).click()
  await expect(note).toHaveText(/^Alert: [\d,.]+$/)
  await expect.poll(price).toBe(first)

  const finger = await page.context().newCDPSession(page)
  const [left, top] = await place()
  for (const [type, down] of [
    ['touchStart', 0],
    ['touchMove', 30],
    ['touchMove', 60],
  ] as const) {
    await finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: left, y: top + down }] })
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(price).toBeLessThan(first)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await price()).toBe(first)

  // The wheel scales the chart below the line, too.
  await pointAt(page, 0.1, 0.7)
  const pointed = await openTime(page)
  await page.mouse.move(...(await place()))
  await page.mouse.wheel(0, 400)
  await pointAt(page, 0.1, 0.7)
  await expect.poll(() => openTime(page)).not.toBe(pointed)
})
