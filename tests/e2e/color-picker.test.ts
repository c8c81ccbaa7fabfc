import { test } from 'bun:test'
import type { Page } from 'playwright'
import { violationsInBothModes } from './accessibility.ts'
import { expect } from './browser.ts'
import { alive, colors, openChartSite } from './chart-pages.ts'

const { site, session, openCharts } = openChartSite()
const provokes = /WebSocket is closed before/

const picker = (page: Page) => page.getByRole('dialog', { name: 'Color picker' })
const area = (page: Page) => page.getByRole('slider', { name: 'Saturation and brightness' })
const field = (page: Page) => page.locator('input[type=color]')
const own = (page: Page) => page.getByRole('radio', { name: 'Custom' })

async function openAccount(visitor: Parameters<typeof site.visit>[1] = {}): Promise<Page> {
  return site.visit('/en/account', { session: session(), ...visitor })
}

async function pressOutside(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const type of ['pointerdown', 'pointerup']) {
      document.querySelector('h1')?.dispatchEvent(new PointerEvent(type, { bubbles: true }))
    }
  })
}

test('a color is picked by keyboard alone, saved, and offered again', async () => {
  const page = await openAccount({ provokes: /could not read the color history/ })
  await page.evaluate(() => localStorage.setItem('kurs-color-history', '{'))
  await field(page).fill('#336699')
  await field(page).focus()
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveAccessibleName(/Choose a color/)
  await expect(area(page)).toBeFocused()
  await expect(picker(page).getByRole('group', { name: 'Recent colors' })).toBeHidden()
  expect(await violationsInBothModes(page, 'light')).toEqual([])
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(area(page)).toHaveAttribute('aria-valuetext', 'saturation 99%, brightness 70%')
  await expect(field(page)).toHaveValue('#025ab3')
  await picker(page).getByRole('slider', { name: 'Hue' }).press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('slider', { name: 'Hue' })).toHaveValue('11')
  await page.getByRole('button', { name: 'HSV' }).press('Enter')
  await page.getByRole('textbox', { name: 'Brightness' }).fill('100')
  await expect(field(page)).toHaveValue('#ff3103')
  await page.keyboard.press('Escape')
  await expect(picker(page)).toBeHidden()
  await expect(field(page)).toBeFocused()
  await expect(own(page)).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Profile saved' })).toBeVisible()
  await expect(field(page)).toHaveValue('#ff3103')
  await field(page).click()
  await expect(picker(page).getByRole('button', { name: '#ff3103' })).toBeVisible()
  for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+Tab')
  await expect(picker(page)).toBeHidden()
})

test('it works by mouse and touch; a short press outside closes it, a long one does not', async () => {
  const page = await openAccount()
  await page.evaluate(() => {
    window.EyeDropper = class {
      open = async () => ({ sRGBHex: '#123456' })
    }
  })
  await field(page).click()
  const box = await area(page).boundingBox()
  if (!box) throw new Error('The area is not on the page')
  const at = (across: number, down: number) => ({ x: box.x + box.width * across, y: box.y + box.height * down })
  await page.mouse.move(at(0.2, 0.2).x, at(0.2, 0.2).y)
  await page.mouse.down()
  await expect(page.locator('.color-picker')).toHaveAttribute('data-dragged')
  await page.mouse.move(box.x + box.width + 90, box.y - 40)
  await expect(area(page)).toHaveAttribute('aria-valuetext', 'saturation 100%, brightness 100%')
  await page.mouse.up()
  await expect(page.locator('.color-picker')).not.toHaveAttribute('data-dragged')
  await expect(picker(page)).toBeVisible()

  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0.5, 0.5)] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(0.001, 0.999)] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(area(page)).toHaveAttribute('aria-valuetext', 'saturation 0%, brightness 0%')

  await picker(page).getByRole('button', { name: '#1bc7b1' }).click()
  await expect(field(page)).toHaveValue('#1bc7b1')
  await page.getByRole('button', { name: 'Pick a color from the screen' }).click()
  await expect(field(page)).toHaveValue('#123456')
  const code = page.getByRole('textbox', { name: 'Color code' })
  await code.fill('rgb(1, 2')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page)).toHaveValue('#123456')
  await code.fill('rgb(1, 2, 3)')
  await expect(field(page)).toHaveValue('#010203')

  await page.mouse.move(8, 300)
  await page.mouse.down()
  await page.waitForFunction((since) => performance.now() - since > 600, await page.evaluate(() => performance.now()))
  await page.mouse.up()
  await expect(picker(page)).toBeVisible()
  await pressOutside(page)
  await expect(picker(page)).toBeHidden()
  await field(page).click()
  await expect(picker(page)).toBeVisible()
  await field(page).click()
  await expect(picker(page)).toBeHidden()
})

test('without JavaScript the field is the browser’s own', async () => {
  const page = await openAccount({ javaScript: false })
  await own(page).check()
  await field(page).fill('#8e00a7')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field(page)).toHaveValue('#8e00a7')
})

test('series take an opaque color while their menu stays open; drawings a transparent one', async () => {
  const page = await openCharts('?tf=60', { provokes })
  await page.locator('summary', { hasText: 'Colors' }).click()
  await colors(page).getByLabel('Line').click()
  await picker(page).getByRole('button', { name: '#8e00a7' }).click()
  await expect(colors(page).getByLabel('Line')).toHaveValue('#8e00a7')
  await expect(picker(page).getByRole('slider', { name: 'Opacity' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(colors(page).getByLabel('Line')).toBeFocused()

  await page.locator('.drawing-color input').click()
  await expect(colors(page)).toBeHidden()
  await expect(picker(page).getByRole('button', { name: 'Transparent' })).toBeVisible()
  await picker(page).getByRole('slider', { name: 'Opacity' }).focus()
  for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+ArrowLeft')
  await expect(page.locator('.drawing-color input')).toHaveAttribute('data-color', '#2e81ff80')
  await alive(page)
})
