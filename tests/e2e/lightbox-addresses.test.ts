import { test } from 'bun:test'
import { expect, openSite } from './browser.ts'
import { picturePages, picturePaths } from './lightbox-pages.ts'
import { caption, link, openFirst, press, viewer, visitCalmly, window } from './lightbox-reader.ts'

const site = openSite({ files: picturePages, window })
const path = picturePaths.pictures

test.each([
  [
    ['#gallery', 'First chart', '#gallery-1'],
    ['#gallery-2', 'Rendered once', '#gallery-2'],
  ],
  [
    ['#prices-+1', 'Bars', '#prices-1'],
    ['#prices-2', 'Candles', '#candles'],
  ],
  [
    ['#candles', 'Candles', '#candles'],
    ['#screens', 'Screenshot', '#screens'],
  ],
  [
    ['#chapter-+2', 'Other chapter', '#chapter-+2'],
    ['#screens-1', 'Screenshot', '#screens'],
  ],
] as const)(
  'a hash opens its picture and is removed when it closes: %p on load, %p on the page',
  async (loaded, later) => {
    const expectShown = async ([, words, shown]: readonly [string, string, string]) => {
      await expect(viewer(page)).toBeVisible()
      await expect(caption(page)).toContainText(words)
      await expect(page).toHaveURL(site.url(path + shown))
    }
    const expectClosed = async () => {
      await press(page, 'Escape')
      await expect(viewer(page)).toHaveCount(0)
      await expect(page).toHaveURL(site.url(path))
      const focused = page.locator('a[data-gallery]:focus')
      await expect(focused).toHaveCount(1)
      await expect(focused).toBeInViewport()
    }
    const page = await site.visit(path + loaded[0])
    await expectShown(loaded)
    const entries = await page.evaluate(() => history.length)
    await expectClosed()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.evaluate((hash) => location.assign(hash), later[0])
    await expectShown(later)
    await expectClosed()
  },
)

test('for a hash that names no picture nothing opens and nothing is loaded', async () => {
  const loaded: string[] = []
  const page = await site.visit(`${path}#chapter-2`, { onResponse: (response) => loaded.push(response.url()) })
  for (const hash of ['#chapter-2', '#gallery-9', '#prices-9', '#nothing-1', '#3', '#', '#plan']) {
    await page.evaluate((address) => location.assign(address), hash)
    await expect(page).toHaveURL(site.url(path + hash))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: 'Plan' })).toBeInViewport()
  // Opens another page in between, so that each load reads the hash of its URL.
  for (const hash of ['#gallery-9', '#3']) {
    await page.goto(site.url('/robots.txt'))
    await site.visit(path + hash, { tab: page, onResponse: (response) => loaded.push(response.url()) })
    await expect(page).toHaveURL(site.url(path + hash))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  expect(loaded.filter((url) => /photoswipe|lightbox/.test(url))).toEqual([])
})

test('a click adds one history entry: Back closes, Forward reopens', async () => {
  const page = await site.visit(path)
  await link(page, 'Second chart').click()
  await expect(caption(page)).toContainText('Rendered once')
  await expect(page).toHaveURL(site.url(`${path}#gallery-2`))
  await page.goBack()
  await expect(viewer(page)).toHaveCount(0)
  await expect(page).toHaveURL(site.url(path))
  await page.goForward()
  await expect(caption(page)).toContainText('Rendered once')
  await press(page, 'Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(page).toHaveURL(site.url(path))
})

test('closing restores the URL and the scroll position after any number of pictures', async () => {
  const page = await visitCalmly(site, '#chapter-2')
  await expect(page.getByRole('heading', { name: 'Chapter 2' })).toBeInViewport()
  await link(page, 'Bars').click()
  await expect(page).toHaveURL(site.url(`${path}#prices-1`))
  const scrolled = await page.evaluate(() => scrollY)
  await press(page, 'ArrowRight', 'ArrowLeft', 'ArrowRight')
  await expect(page).toHaveURL(site.url(`${path}#candles`))
  await press(page, 'ArrowLeft', 'Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(page).toHaveURL(site.url(`${path}#chapter-2`))
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await expect(link(page, 'Bars')).toBeFocused()
  expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto')
})

test('a new hash changes the picture or the gallery; the hash of a heading closes the viewer', async () => {
  const page = await visitCalmly(site)
  await openFirst(page)
  await page.evaluate(() => location.assign('#gallery-3'))
  await expect(caption(page)).toContainText('Third chart')
  await page.evaluate(() => location.assign('#candles'))
  await expect(caption(page)).toContainText('Candles')
  await expect(viewer(page)).toHaveCount(1)
  await press(page, 'Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(page).toHaveURL(site.url(path))
  await openFirst(page)
  await page.evaluate(() => location.assign('#plan'))
  await expect(viewer(page)).toHaveCount(0)
  await expect(page).toHaveURL(site.url(`${path}#plan`))
  await page.goBack()
  await expect(caption(page)).toContainText('First chart')
})

test('a link in the text opens the picture it names', async () => {
  const page = await visitCalmly(site, '#plan')
  await link(page, 'the candles').click()
  await expect(caption(page)).toContainText('Candles')
  await press(page, 'Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(page).toHaveURL(site.url(`${path}#plan`))
  await expect(link(page, 'Candles')).toBeFocused()
  await expect(link(page, 'Candles')).toBeInViewport()
})
