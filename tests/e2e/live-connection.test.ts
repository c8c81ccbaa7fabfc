import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite, type Visitor } from './browser.ts'
import { fakeTicker } from './fake-ticker.ts'
import { connectionBadge, livePrice, put } from './live-markup.tsx'

const site = openSite()
/** Browser messages about a connection broken by a test. */
const provokes = /WebSocket/

test('a page connects for its first follower, subscribes each pair once, drops invalid ticks', async () => {
  const said: string[] = []
  const { page, ticker } = await open({ provokes: /^tick decode failed/ })
  page.on('console', (message) => void said.push(message.text()))
  expect(ticker.log).toEqual([])
  await put(page, livePrice('BTCUSDT', 1) + livePrice('BTCUSDT', 1) + livePrice('ETHUSDT', 1))
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1', 'ETHUSDT 1'])
  expect(ticker.log.toSorted()).toEqual(['connect', 'subscribe BTCUSDT 1', 'subscribe ETHUSDT 1'])
  ticker.tick('BTCUSDT', 2)
  await expect(page.locator('.live-price')).toHaveText(['2.00▲', '2.00▲', '1.00'])
  await removeFirst(page)
  await removeFirst(page)
  await expect.poll(ticker.subscribed).toEqual(['ETHUSDT 1'])
  ticker.sendBytes(Uint8Array.from([0x9a, 1, 2, 3]))
  ticker.tick('ETHUSDT', 2)
  await expect(page.locator('.live-price')).toHaveText('2.00▲')
  expect(said.map((text) => text.slice(0, 18))).toEqual(['tick decode failed'])
})

test('the page disconnects thirty seconds after its last follower, and reconnects for the next', async () => {
  const { page, ticker } = await open()
  await page.clock.install()
  await put(page, livePrice('BTCUSDT', 1))
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  await pauseClock(page)
  await removeFirst(page)
  await expect.poll(() => ticker.log.at(-1)).toBe('unsubscribe BTCUSDT 1')
  await page.clock.runFor(29_900)
  expect(ticker.log.at(-1)).toBe('unsubscribe BTCUSDT 1')
  await page.clock.runFor(200)
  await expect.poll(() => ticker.log.at(-1)).toBe('close')
  await page.clock.resume()
  await put(page, livePrice('ETHUSDT', 1))
  await expect.poll(ticker.subscribed).toEqual(['ETHUSDT 1'])
})

test('a new follower within thirty seconds keeps the connection', async () => {
  const { page, ticker } = await open()
  await page.clock.install()
  await put(page, livePrice('BTCUSDT', 1))
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  await pauseClock(page)
  await removeFirst(page)
  await expect.poll(ticker.subscribed).toEqual([])
  await page.clock.fastForward(29_000)
  await put(page, livePrice('ETHUSDT', 1))
  // Advances the clock by much less than the remaining second, however long the island takes to hydrate.
  const afterAMoment = async () => {
    await page.clock.runFor(5)
    return ticker.subscribed()
  }
  await expect.poll(afterAMoment).toEqual(['ETHUSDT 1'])
  await page.clock.resume()
  await page.clock.fastForward(60_000)
  ticker.tick('ETHUSDT', 2)
  await expect(page.locator('.live-price')).toHaveText('2.00▲')
  expect(ticker.log.filter((line) => line === 'connect')).toHaveLength(1)
})

test('the badge shows server, network and feed states; a restarted server gets all subscriptions', async () => {
  const { page, ticker } = await open({ provokes })
  await put(page, connectionBadge() + livePrice('BTCUSDT', 1) + livePrice('ETHUSDT', 1))
  const state = page.locator('.connection-badge [role=status]')
  await expect(state).toHaveText('Live prices')
  await ticker.stop()
  await expect(state).toHaveText('Connection lost, retrying')
  await expect(page.locator('.connection-wait')).toHaveText(/^\d+ sec$/)
  ticker.start()
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1', 'ETHUSDT 1'])
  await expect(state).toHaveText('Live prices')
  ticker.tick('ETHUSDT', 2)
  await expect(page.locator('.live-price').last()).toHaveText('2.00▲')

  // The network is lost and restored: the page retries at once.
  await page.context().setOffline(true)
  await expect(state).toHaveText('You are offline, prices are not updating')
  await page.context().setOffline(false)
  await expect(state).toHaveText('Live prices')
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1', 'ETHUSDT 1'])

  // The badge describes a feed that is not live, with the time of its next retry.
  const badge = page.locator('.connection-badge')
  await expect(badge).toHaveAttribute('data-state', 'live')
  ticker.send('feed', { name: 'waiting', until: Date.now() + 90_000, reason: 'disconnected', isBackfilling: false })
  await expect(badge.getByRole('status')).toHaveText('The price source is not responding')
  await expect(badge.locator('.connection-wait')).toHaveText(/^· retry in \d+ (min|sec)$/)
  ticker.send('feed', { name: 'live', isBackfilling: true })
  await expect(badge.getByRole('status')).toHaveText('Live prices')
  await expect(badge).toContainText('Demo')
})

test('a hidden page unsubscribes after a moment and catches up when shown', async () => {
  const { page, ticker } = await open()
  await page.clock.install()
  await put(page, livePrice('BTCUSDT', 1))
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  await setHidden(page, true)
  await page.clock.fastForward(6000)
  await expect.poll(ticker.subscribed).toEqual([])
  await page.clock.fastForward(31_000)
  await expect.poll(() => ticker.log.at(-1)).toBe('close')
  await setHidden(page, false)
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  ticker.tick('BTCUSDT', 2)
  await expect(page.locator('.live-price')).toHaveText('2.00▲')
})

test('without JavaScript prices and the badge state that they are as of page load', () => {
  expect(connectionBadge()).toContain('Prices as of page load')
  expect(livePrice('BTCUSDT', 64_250.31)).toContain('64,250.31')
})

/** Opens a page whose prices have no followers yet, and its fake ticker. */
async function open(visitor: Visitor = {}) {
  const page = await site.visit('/en/docs', visitor)
  return { page, ticker: await fakeTicker(page) }
}

/** Pauses the page's clock at a time that the clock cannot reach before the command arrives. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 600_000)
}

function removeFirst(page: Page): Promise<void> {
  return page
    .locator('kurs-island')
    .first()
    .evaluate((island) => island.remove())
}

/** Simulates a covered window or a background tab. */
function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
