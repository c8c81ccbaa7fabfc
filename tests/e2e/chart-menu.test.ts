import { test } from 'bun:test'
import { expect } from './browser.ts'
import { drawing, openDrawingSite, saved, spotsOf, tool } from './drawing-pages.ts'

const { openCharts } = openDrawingSite()

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
