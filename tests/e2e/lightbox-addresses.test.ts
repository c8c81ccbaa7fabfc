import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'
import { picturePages, picturePaths } from './lightbox-pages.ts'
import { caption, link, openFirst, press, viewer, visitCalmly, window } from './lightbox-reader.ts'

const site = openSite({ files: picturePages, window })
const path = picturePaths.pictures

test.each([
  ['#gallery', 'First chart', '#gallery-1'],
  ['#gallery-2', 'Rendered once', '#gallery-2'],
  ['#prices-+1', 'Bars', '#prices-1'],
  ['#prices-2', 'Candles', '#candles'],
  ['#candles', 'Candles', '#candles'],
  ['#screens', 'Screenshot', '#screens'],
  ['#screens-1', 'Screenshot', '#screens'],
  ['#chapter-+2', 'Other chapter', '#chapter-+2'],
])('the address %s opens “%s” as %s, and is gone when it closes', async (hash, words, shown) => {
  const page = await site.visit(path + hash)
  await expect(viewer(page)).toBeVisible()
  await expect(caption(page)).toContainText(words)
  await expect(page).toHaveURL(site.url(path + shown))
  const entries = await page.evaluate(() => history.length)
  await press(page, 'Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(page).toHaveURL(site.url(path))
  expect(await page.evaluate(() => history.length)).toBe(entries)
  const focused = page.locator('a[data-gallery]:focus')
  await expect(focused).toHaveCount(1)
  await expect(focused).toBeInViewport()
})

test('for an address that is no picture nothing opens, and nothing is loaded', async () => {
  const loaded: string[] = []
  let tab: Page | undefined
  for (const hash of ['#chapter-2', '#gallery-9', '#prices-9', '#nothing-1', '#3', '#', '#plan']) {
    // From another page: on the page itself only its address would change.
    if (tab) await tab.goto(site.url('/robots.txt'))
    tab = await site.visit(path + hash, { tab, onResponse: (response) => loaded.push(response.url()) })
    await expect(tab).toHaveURL(site.url(path + hash))
    await expect(tab.getByRole('dialog')).toHaveCount(0)
    expect(
      loaded.filter((url) => /photoswipe|lightbox/.test(url)),
      hash,
    ).toEqual([])
  }
  if (tab) await expect(tab.getByRole('heading', { name: 'Plan' })).toBeInViewport()
})

test('a click adds one entry to the history: Back closes, Forward opens again', async () => {
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

test('closing gives back the address and the place there were, however many pictures were seen', async () => {
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

test('a new address of the gallery changes the picture, another opens its own, a heading closes the viewer', async () => {
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
