import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'
import { samplePaths, sampleTexts } from './sample-texts.ts'

/** A page whose headings have the names of parts of the page frame */
const named = `---
title: Names
description: Names of the frame.
---

## Search Results

First.

## Content

Second.

## Runtime config

Third.
`

const site = openSite({
  files: { ...sampleTexts, 'en/docs/98.names.md': named },
  hasMotion: true,
  window: { width: 1024, height: 600 },
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search the documentation and the blog' })
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search the documentation and the blog' })
const found = (page: Page, name: string) => palette(page).getByRole('link', { name })

test('keys open the search in its field; Escape, its button and a click outside close it', async () => {
  const page = await site.visit('/en/docs')
  for (const keys of ['Control+k', 'Meta+k', '/']) {
    await expect(palette(page)).toBeHidden()
    await page.keyboard.press(keys)
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  // Presses both keys within one frame, while the closed field still has the focus.
  await page.evaluate(() => {
    const press = (key: string) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    for (const key of ['Escape', '/']) document.activeElement?.dispatchEvent(press(key))
  })
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  const trigger = page.getByRole('banner').getByRole('link', { name: 'Search' })
  await trigger.focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await field(page).fill('quokka')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(trigger).toBeFocused()
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('button', { name: 'Esc — close search' }).click()
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(palette(page)).toBeHidden()
})

test('the button in the header opens the search in narrow and wide windows', async () => {
  const page = await site.visit('/en/blog', { width: 390 })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await expect(field(page)).toBeFocused()
    await expect(page).toHaveURL(site.url('/en/blog'))
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  }
})

test('a slash can be typed; typos and unknown words get answers; Enter opens the first hit', async () => {
  const page = await site.visit('/en')
  await page.keyboard.press('/')
  await field(page).pressSequentially('a/b')
  await expect(field(page)).toHaveValue('a/b')
  await field(page).fill('quokak')
  await expect(found(page, 'The quokka')).toBeVisible()
  await expect(palette(page).getByRole('status').locator('mark')).toHaveText('quokka')
  await field(page).fill('xyzzyplugh')
  await expect(palette(page).getByRole('status')).toHaveText('No results for “xyzzyplugh”')
  await palette(page).getByRole('link', { name: 'all sections' }).click()
  await expect(page).toHaveURL(site.url('/en/docs'))
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('/')
  await field(page).fill('quokka')
  await expect(found(page, 'The quokka')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site.url(samplePaths.animal))
})

test('text typed before the search script has loaded is searched afterwards', async () => {
  // Moves the pointer away from the search: resting near it, the pointer would load the script at once.
  const page = await site.visit('/en')
  await page.mouse.move(0, 0)
  const arrived = Promise.withResolvers<void>()
  await page.route('**/assets/chunk-*.js', async (route) => {
    const response = await route.fetch()
    // Delays the lazily loaded chunk that contains the search requests
    if ((await response.text()).includes('htmx:before:request')) await arrived.promise
    await route.fulfill({ response })
  })
  await site.visit('/en/docs', { tab: page })
  await page.keyboard.press('Control+k')
  await field(page).pressSequentially('quokka')
  await expect(page.locator('html')).not.toHaveAttribute('data-htmx')
  arrived.resolve()
  await expect(palette(page).locator('[data-query=quokka]')).toBeVisible()
})

test('typing loads a fragment of results; arrows move through hits, Enter opens one', async () => {
  const page = await site.visit('/en/docs')
  await page.keyboard.press('Control+k')
  const answering = page.waitForResponse(site.url('/en/search?q=quokka'))
  await field(page).pressSequentially('quokka')
  const answer = await answering
  expect(answer.request().headers()['hx-request-type']).toBe('partial')
  expect(await answer.text()).not.toContain('<html')
  await expect(found(page, 'The quokka')).toBeVisible()
  await expect(palette(page).getByRole('status')).toContainText('3 results')
  await expect(found(page, 'Where a quokka sleeps').locator('mark').first()).toHaveText('quokka')
  await expect(page).toHaveURL(site.url('/en/docs'))

  await page.keyboard.press('ArrowDown')
  await expect(found(page, 'The quokka')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  while (!(await isFocused(found(page, 'What a quokka wants')))) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site.url(`${samplePaths.animal}#what-a-quokka-wants`))
  await expect(page.getByRole('heading', { name: 'What a quokka wants' })).toBeInViewport()
  await expect(palette(page)).toBeHidden()

  // A result that is an anchor on the current page works too.
  await page.keyboard.press('Control+k')
  await field(page).fill('quokka sleeps')
  await found(page, 'Where a quokka sleeps').click()
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Where a quokka sleeps' })).toBeInViewport()
})

test('Enter before any result opens the search page', async () => {
  const page = await site.visit('/en/docs')
  await page.keyboard.press('Control+k')
  await page.route('**/en/search?*', (route) => (route.request().isNavigationRequest() ? route.continue() : undefined))
  await field(page).fill('quokka')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site.url('/en/search?q=quokka'))
})

test('a suggestion starts a search, and a search with an opened hit is remembered', async () => {
  const page = await site.visit('/en')
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('link', { name: 'candles' }).click()
  await expect(field(page)).toHaveValue('candles')
  await expect(palette(page).getByRole('status')).toContainText('results')
  await field(page).fill('quokka')
  await found(page, 'The quokka').click()
  await page.waitForURL(site.url(samplePaths.animal))
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('link', { name: 'quokka', exact: true })).toBeVisible()
})

test('Back returns from a hit to the page, and the search opens there again', async () => {
  const page = await site.visit('/en/blog')
  await page.keyboard.press('Control+k')
  await field(page).fill('quokka')
  await found(page, 'The quokka').click()
  await expect(page.getByRole('heading', { level: 1, name: 'The quokka' })).toBeVisible()
  await page.goBack()
  await page.waitForURL(site.url('/en/blog'))
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})

test('on the search page the keys focus its field, and the URL follows the input', async () => {
  const page = await site.visit('/en/search')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await field(page).fill('quokka')
  const hit = page.getByRole('main').getByRole('link', { name: 'Where a quokka sleeps' })
  await expect(hit).toBeVisible()
  await expect(page).toHaveURL(site.url('/en/search?q=quokka'))
  await hit.click()
  await expect(page).toHaveURL(site.url(`${samplePaths.animal}#where-a-quokka-sleeps`))
  await page.goBack()
  await expect(field(page)).toHaveValue('quokka')
  await expect(hit).toBeVisible()
})

test('a search without a response shows an error', async () => {
  const page = await site.visit('/en', { provokes: /ERR_INTERNET_DISCONNECTED|htmx:error/ })
  await page.keyboard.press('Control+k')
  await page.context().setOffline(true)
  await field(page).fill('quokka')
  await expect(palette(page).getByRole('alert')).toBeVisible()
  await page.context().setOffline(false)
  await field(page).fill('quokka wants')
  await expect(found(page, 'What a quokka wants')).toBeVisible()
  await expect(palette(page).getByRole('alert')).toBeHidden()
})

async function isFocused(link: ReturnType<typeof found>): Promise<boolean> {
  return link.evaluate((element) => element === document.activeElement)
}

test('a text with headings named like parts of the page is readable and searchable', async () => {
  const page = await site.visit('/en/docs/names#content')
  await expect(page.getByRole('heading', { name: 'Content' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Control+k')
  await field(page).pressSequentially('quokka')
  await expect(palette(page).getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Search Results' })).toHaveId('search-results')
})
