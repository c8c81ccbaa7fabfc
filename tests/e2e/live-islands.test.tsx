import { test } from 'bun:test'
import type { Page } from 'playwright'
import { renderToString } from 'react-dom/server'
import { LivePrice } from '../../src/market/live/live-price.island.tsx'
import { Island, type IslandProps } from '../../src/ui/island.tsx'
import { expect, openSite } from './browser.ts'

const site = openSite()

test('an island takes over the view that the server has drawn', async () => {
  const page = await site.visit('/docs', { provokes: /WebSocket/ })
  await put(page, livePrice(64_250.31))
  const price = page.locator('.live-price-value')
  await expect(price).toHaveText('64 250,31')
  await expect.poll(() => isAlive(page)).toBe(true)
  await expect(price).toHaveText('64 250,31')
})

/** An island as a page would carry it. */
function livePrice(last: number, name = 'live-price', when?: IslandProps['when']): string {
  return renderToString(
    <Island name={name} when={when}>
      <LivePrice asset="BTCUSDT" last={last} digits={2} locale="ru" />
    </Island>,
  )
}

/** Puts markup at the top of the page's content, as a swap would. */
async function put(page: Page, markup: string): Promise<void> {
  await page.locator('#content').evaluate((content, html) => content.insertAdjacentHTML('afterbegin', html), markup)
}

/** Whether React has taken over the first island. */
function isAlive(page: Page): Promise<boolean> {
  return page
    .locator('kurs-island-view')
    .first()
    .evaluate((view) => Object.keys(view).some((key) => key.startsWith('__reactContainer')))
}
