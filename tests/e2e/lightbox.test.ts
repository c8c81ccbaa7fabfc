import { test } from 'bun:test'
import { expect, openSite } from './browser.ts'
import { picturePages, picturePaths } from './lightbox-pages.ts'
import { caption, link, onOwnPage, openFirst, press, viewer, visitCalmly, window } from './lightbox-reader.ts'
import { violationsWideAndNarrow } from './windows.ts'

const site = openSite({ files: picturePages, hasMotion: true, window })
const path = picturePaths.pictures

test('by keyboard it opens, cycles and closes; it manages the focus and captures keys', async () => {
  const page = await visitCalmly(site)
  await link(page, 'First chart').focus()
  await press(page, 'Enter')
  await expect(caption(page)).toHaveText('Image 1 of 3. First chart')
  await press(page, 'ArrowLeft')
  await expect(caption(page)).toHaveText('Image 3 of 3. Third chart')
  await press(page, 'ArrowRight', 'ArrowRight')
  await expect(caption(page)).toHaveText('Image 2 of 3. Rendered once')
  await press(page, 'End')
  await expect(caption(page)).toHaveText('Image 3 of 3. Third chart')
  await press(page, 'Home', 'ArrowRight', 'Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(link(page, 'Second chart')).toBeFocused()

  // Keys in the viewer do not scroll the page behind it.
  await openFirst(page)
  const scrolled = await page.evaluate(() => scrollY)
  await press(page, 'PageDown', 'End', 'ArrowDown', 'Space', 'Home')
  await expect(caption(page)).toContainText('First chart')
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  // Tab moves the focus only among the viewer's controls.
  const names = new Set<string>()
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const focused = document.activeElement
      const isOutside = focused !== document.body && !focused?.closest('dialog')
      return isOutside ? `outside: ${focused?.outerHTML}` : (focused?.ariaLabel ?? '')
    })
    names.add(at)
  }
  expect([...names].filter((name) => name.startsWith('outside'))).toEqual([])
  expect([...names]).toEqual(
    expect.arrayContaining(['Zoom in or out (Z)', 'Close (Esc)', 'Previous image (←)', 'Next image (→)']),
  )
})

test('a picture can be zoomed from one to four times its size', async () => {
  const page = await visitCalmly(site)
  await openFirst(page)
  const picture = viewer(page).getByRole('img', { name: 'First chart' })
  const width = async () => (await picture.boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThan(500)
  const fitting = await width()
  await press(page, '+')
  await expect.poll(width).toBeGreaterThan(fitting * 1.4)
  await press(page, ...Array<string>(6).fill('+'))
  await expect.poll(async () => Math.round((await width()) / fitting)).toBe(4)
  expect(await width()).toBeLessThan(fitting * 4.01)
  await press(page, ...Array<string>(9).fill('-'))
  await expect.poll(width).toBeCloseTo(fitting, -1)
  await press(page, 'z')
  await expect.poll(width).toBeGreaterThan(fitting * 1.1)
  await press(page, '0')
  await expect.poll(width).toBeCloseTo(fitting, -1)
  await viewer(page).getByRole('button', { name: 'Zoom in or out (Z)' }).click()
  await expect.poll(width).toBeGreaterThan(fitting * 1.1)
  await page.mouse.move(500, 320)
  await page.mouse.wheel(0, 3000)
  await expect.poll(width).toBeCloseTo(fitting, -1)
})

test('a photo loads in the size of the window, and a larger one when zoomed', async () => {
  const page = await visitCalmly(site, '#screens')
  const picture = viewer(page).getByRole('img', { name: 'Screenshot' })
  const source = () => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : ''))
  await expect.poll(source).toMatch(/\/images\/\w+-\d+\.webp$|\/screenshot\.webp$/)
  await press(page, ...Array<string>(5).fill('+'))
  await expect.poll(source).toMatch(/\/screenshot\.webp$/)
})

test('buttons and dragging change the picture, a click outside closes it, search opens on top', async () => {
  const page = await visitCalmly(site)
  await openFirst(page)
  await viewer(page).getByRole('button', { name: 'Next image (→)' }).click()
  await expect(caption(page)).toContainText('Rendered once')
  await viewer(page).getByRole('button', { name: 'Previous image (←)' }).click()
  await expect(caption(page)).toContainText('First chart')
  // Drags the mouse over more than half of the window, which changes the picture however slowly a busy machine moves
  // the mouse.
  await page.mouse.move(900, 320)
  await page.mouse.down()
  await page.mouse.move(100, 320, { steps: 8 })
  await page.mouse.up()
  await expect(caption(page)).toContainText('Rendered once')
  await viewer(page).getByRole('button', { name: 'Close (Esc)' }).click()
  await expect(viewer(page)).toHaveCount(0)
  await openFirst(page)
  await page.mouse.click(200, 620)
  await expect(viewer(page)).toHaveCount(0)

  // The search opens on top of the viewer and captures the keys.
  await openFirst(page)
  await press(page, 'Control+k')
  const field = page.getByRole('searchbox')
  await expect(field).toBeFocused()
  await page.keyboard.type('0 -+z')
  await press(page, 'ArrowRight', 'ArrowLeft')
  await expect(field).toHaveValue('0 -+z')
  await press(page, 'Escape')
  await expect(field).toBeHidden()
  await expect(caption(page)).toContainText('First chart')
  await press(page, 'ArrowRight')
  await expect(caption(page)).toContainText('Rendered once')
  await press(page, 'Escape')
  await expect(viewer(page)).toHaveCount(0)
})

test('touch gestures change, zoom and close pictures', async () => {
  const page = await site.visit(path, { width: 390 })
  await openFirst(page)
  const screen = await page.context().newCDPSession(page)
  const touch = async (...moves: number[][][]) => {
    for (const [at, fingers] of moves.entries()) {
      const touchPoints = fingers.map(([x = 0, y = 0], id) => ({ x, y, id }))
      await screen.send('Input.dispatchTouchEvent', { type: at === 0 ? 'touchStart' : 'touchMove', touchPoints })
    }
    await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  // The library reacts to touches only after its opening animation, so repeat the gesture.
  await expect(async () => {
    await touch(...[300, 250, 200, 150, 100, 50].map((x) => [[x, 420]]))
    // Waits longer than changing the picture can take: a second gesture would skip a picture.
    await expect(caption(page)).toContainText('Rendered once', { timeout: 5000 })
  }).toPass()
  const picture = viewer(page).getByRole('img', { name: 'Second chart' })
  const width = async () => (await picture.boundingBox())?.width ?? 0
  await expect.poll(width).toBeCloseTo(390, 0)
  // Repeats the pinch, because a slow machine may merge two moves; a picture at the max zoom stays there.
  const pinch = (moves: number[][][], becomes: number) =>
    expect(async () => {
      await touch(...moves)
      await expect.poll(width, { timeout: 5000 }).toBeCloseTo(becomes, 0)
    }).toPass()
  await pinch(
    [0, 20, 40, 60, 80].map((far) => [
      [190 - far, 420],
      [200 + far, 430],
    ]),
    4 * 390,
  )
  await pinch(
    [0, 35, 70, 105, 130].map((near) => [
      [60 + near, 420],
      [340 - near, 430],
    ]),
    390,
  )
  await touch(...[300, 380, 460, 540, 620].map((y) => [[200, y]]))
  await expect(viewer(page)).toHaveCount(0)
})

test('the slideshow advances every two seconds until the reader interacts', async () => {
  const page = await site.visit(path)
  await page.clock.install()
  await openFirst(page)
  const button = viewer(page).getByRole('button', { name: /slideshow/ })
  await page.clock.runFor(1000)
  await expect(button).toHaveAccessibleName('Start slideshow (space)')
  await button.click()
  await expect(button).toHaveAccessibleName('Stop slideshow (space)')
  await page.clock.runFor(1900)
  await expect(caption(page)).toContainText('First chart')
  await page.clock.runFor(200)
  await expect(caption(page)).toContainText('Rendered once')
  await page.clock.runFor(2000)
  await expect(caption(page)).toContainText('Third chart')
  await press(page, 'ArrowLeft')
  await expect(button).toHaveAccessibleName('Start slideshow (space)')
  await page.clock.runFor(5000)
  await expect(caption(page)).toContainText('Rendered once')
  await expect(page).toHaveURL(site.url(`${path}#gallery-2`))
})

test('Space starts and stops the slideshow; with reduced motion it is not offered', async () => {
  const page = await site.visit(path)
  await openFirst(page)
  const button = viewer(page).getByRole('button', { name: /slideshow/ })
  await expect(viewer(page).locator('.pswp__img:not(.pswp__img--placeholder)').first()).toBeVisible()
  await press(page, 'Space')
  await expect(button).toHaveAccessibleName('Stop slideshow (space)')
  await press(page, 'Space')
  await expect(button).toHaveAccessibleName('Start slideshow (space)')
  await press(page, 'Escape')
  await expect(viewer(page)).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openFirst(page)
  await expect(viewer(page).getByRole('button', { name: 'Close (Esc)' })).toBeVisible()
  await expect(button).toHaveCount(0)
})

test.each([
  [picturePaths.lost, "This image couldn't be loaded.", 'Try again'],
  [picturePaths.lostInRussian, 'Это изображение не загрузилось.', 'Загрузить снова'],
])('on %s a missing picture shows an error and a retry button', async (lost, message, retry) => {
  const page = await site.visit(lost, { provokes: /no-such-file\.png/ })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('main').getByRole('link', { name: 'Lost', exact: true }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toHaveText(message)
  const asked = page.waitForRequest(/no-such-file\.png/)
  await page.getByRole('dialog').getByRole('button', { name: retry }).click()
  await asked
  await expect(alert).toHaveText(message)
  await press(page, 'ArrowRight')
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Here' })).toBeVisible()
})

test('the viewer fits wide and narrow windows, in Russian and in both color modes', async () => {
  const page = await site.visit(picturePaths.lostInRussian, { width: 320, provokes: /no-such-file\.png/ })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('main').getByRole('link', { name: 'Here', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Просмотр изображений' })
  const picture = dialog.locator('img.pswp__img:not(.pswp__img--placeholder)').first()
  await expect(picture).toBeVisible()
  const names = [
    'Начать показ по очереди (пробел)',
    'Увеличить или уменьшить (Z)',
    'Закрыть (Esc)',
    'Предыдущее изображение (←)',
    'Следующее изображение (→)',
  ]
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const name of names) await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await expect(dialog.locator('.lightbox-caption')).toBeInViewport({ ratio: 1 })
  }
  expect(await violationsWideAndNarrow(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Следующее изображение (→)' }).click()
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  expect(await violationsWideAndNarrow(page)).toEqual([])
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
})

test('if the viewer fails to load, a click reports it and another opens the original', async () => {
  const page = await site.visit(path, { provokes: RegExp(`photoswipe|ERR_FAILED|${onOwnPage.source}`) })
  await page.route(/photoswipe/, (route) => route.abort())
  await link(page, 'Screenshot').click()
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again later.')
  await expect(page).toHaveURL(site.url(path))
  await link(page, 'Screenshot').click()
  await expect(page).toHaveURL(site.url('/screenshot.webp'))
})

test('if the viewer fails to load, a hash scrolls to the picture and reports it', async () => {
  const page = await site.visit(path, { provokes: /photoswipe|ERR_FAILED/ })
  await page.route(/photoswipe/, (route) => route.abort())
  await page.evaluate(() => location.assign('#candles'))
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again later.')
  await expect(link(page, 'Candles')).toBeInViewport()
  await page.unroute(/photoswipe/)
  await link(page, 'Candles').click()
  await expect(caption(page)).toContainText('Candles')
})

test('without JavaScript a picture links to the original, and its name is an anchor', async () => {
  const page = await site.visit(path, { javaScript: false, provokes: onOwnPage })
  await link(page, 'the candles').click()
  await expect(link(page, 'Candles')).toBeInViewport()
  await link(page, 'Screenshot').click()
  await expect(page).toHaveURL(site.url('/screenshot.webp'))
})

test('pictures with zoom off, unnamed or linked do not open; a modified click opens a tab', async () => {
  const page = await site.visit(path, { provokes: onOwnPage })
  const opened = page.context().waitForEvent('page')
  await link(page, 'Screenshot').click({ modifiers: ['ControlOrMeta'] })
  await (await opened).waitForURL(site.url('/screenshot.webp'))
  await expect(viewer(page)).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Left alone' })).toBeVisible()
  await expect(link(page, 'Left alone')).toHaveCount(0)
  await link(page, 'Linked').click()
  await expect(page).toHaveURL(site.url('/en/docs'))
})
