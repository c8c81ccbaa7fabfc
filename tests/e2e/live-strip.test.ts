import { test } from 'bun:test'
import type { Page, Response } from 'playwright'
import { violationsOn } from './accessibility.ts'
import { expect, openSite, type Visitor } from './browser.ts'
import { recordShifts, shiftsOf } from './layout-shift.ts'
import { livePrice, put } from './live-markup.tsx'
import { excessIn } from './windows.ts'

const site = openSite({ market: true, window: { width: 1024, height: 640 }, hasMotion: true })

test('on phones the page has 7 screens, and nothing is loaded for a strip out of view', async () => {
  const scripts: Response[] = []
  const page = await visit('/en', {
    width: 412,
    height: 823,
    onResponse: (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response)
    },
  })
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(7 * 823)
  const drawsIslands = async (script: Response) => /dangerouslySetInnerHTML/.test(await script.text())
  expect(await Promise.all(scripts.map(drawsIslands))).toEqual(scripts.map(() => false))
  await page.locator('.home-strip').scrollIntoViewIfNeeded()
  await expectLive(page)
  expect(await Promise.all(scripts.map(drawsIslands))).toContain(true)
})

test.each([
  ['/', 'light'],
  ['/en', 'dark'],
] as const)('the strip of %s becomes live without layout shift and is accessible', async (path, mode) => {
  const page = await visit(path, { prepare: recordShifts })
  await page.locator('.home-strip').scrollIntoViewIfNeeded()
  await expectLive(page)
  expect(await page.locator('.strip-tile').count()).toBe(12)
  await expect(page.locator('.connection-demo')).toBeVisible()
  expect(await shiftsOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme: mode })
  expect(await excessIn(page, 320)).toEqual([])
  expect(await violationsOn(page)).toEqual([])
})

test('a refused subscription is logged and others continue; with reduced motion no price flashes', async () => {
  const said: string[] = []
  const page = await visit('/en', { provokes: /^subscription to NOPEUSDT/ })
  page.on('console', (message) => void said.push(message.text()))
  await put(page, livePrice('NOPEUSDT', 1))
  await expect.poll(() => said).toEqual(['subscription to NOPEUSDT, 1 min refused: unknown-asset'])
  await page.locator('.home-strip').scrollIntoViewIfNeeded()
  await expectLive(page)
  // A flash costs no frames of its own, and with reduced motion there is none.
  const tints = () =>
    page.locator('.strip-tile .live-price').evaluateAll((prices) => {
      const tintOf = (price: Element) => getComputedStyle(price.firstElementChild ?? price).backgroundColor
      return new Set(prices.filter((price) => price.matches('[data-flash]')).map(tintOf)).difference(
        new Set(['rgba(0, 0, 0, 0)']),
      ).size
    })
  await expect.poll(tints).toBeGreaterThan(0)
  const strip = page.locator('.home-strip')
  expect(await strip.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(strip.locator('.live-price[data-flash]').first()).toBeVisible()
  expect(await tints()).toBe(0)
})

test('after a server restart every price is sent again', async () => {
  // Allows these messages: a page whose websocket is refused requests the reason. By then the new server accepts
  // connections, and answers 400 to a plain request.
  const page = await visit('/en', { provokes: /WebSocket|ERR_CONNECTION|transport=websocket/ })
  await page.locator('.home-strip').scrollIntoViewIfNeeded()
  await expectLive(page)
  // Checks the prices received on the newest connection, because not every price changes visibly within seconds.
  let told = new Set<string>()
  page.on('websocket', (socket) => {
    told = new Set()
    socket.on('framereceived', ({ payload }) => {
      for (const [asset] of String(payload).matchAll(/[A-Z]+USDT/g)) told.add(asset)
    })
  })
  const first = page.locator('.strip-tile .live-price-value').first()
  await site.restart()
  await expect.poll(() => told.size).toBe(12)
  await expect(page.locator('.connection-badge')).toHaveAttribute('data-state', 'live')
  await expect(first).not.toHaveText((await first.textContent()) ?? '')
})

test('a page that stays open measures changes from the price a day ago, like other screens', async () => {
  const page = await visit('/en')
  // Reloads the page with the fake clock, because the timers of a loaded page keep real time.
  await page.clock.install()
  await page.reload()
  await page.locator('.home-strip').scrollIntoViewIfNeeded()
  await expectLive(page)
  const change = page.locator('.strip-tile', { hasText: 'BTC' }).locator('.strip-change')
  await expect(change).not.toHaveText(/,\d{3}\.\d\d%/)
  await page.route('**/api/market/assets', (route) =>
    route.fulfill({ json: [{ asset: 'BTCUSDT', last: 100_000, change24h: 100_000 }] }),
  )
  await page.clock.fastForward(70_000)
  await expect(change).toHaveText(/,\d{3}\.\d\d%/)
})

test('without JavaScript the strip shows the prices of the minute with their time', async () => {
  const page = await visit('/en', { javaScript: false })
  await expect(page.locator('.connection-badge [role=status]')).toHaveText(/^As of \d\d:\d\d Moscow time$/)
  await expect(page.locator('.strip-tile').first()).toContainText(/BTC\s*[\d,]+\.\d\d/)
  await expect(page.getByRole('link', { name: /BTC/ }).last()).toHaveAttribute('href', '/en/charts?asset=BTCUSDT')
})

/** Opens a landing page once all assets have a price on it. */
async function visit(path: string, visitor: Visitor = {}): Promise<Page> {
  const tiles = async () => (await (await fetch(site.url(path))).text()).match(/"strip-tile"/g)?.length
  await expect.poll(tiles).toBe(12)
  // Visits the Russian page with a Russian browser: other browsers would be redirected to their language.
  return site.visit(path, { locale: path === '/' ? 'ru-RU' : 'en-US', ...visitor })
}

/** Waits until the strip is connected and a price has changed. */
async function expectLive(page: Page): Promise<void> {
  await expect(page.locator('.connection-badge')).toHaveAttribute('data-state', 'live')
  await expect(page.locator('.strip-tile .live-price[data-direction]').first()).toBeVisible()
}
