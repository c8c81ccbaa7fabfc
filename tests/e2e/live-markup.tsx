import type { Page } from 'playwright'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { translator } from '../../src/i18n/translate.ts'
import { ConnectionBadge } from '../../src/live/connection-badge.island.tsx'
import { connectionWords } from '../../src/live/connection-words.ts'
import { LivePrice } from '../../src/live/live-price.island.tsx'
import { Island, type IslandProps } from '../../src/ui/island.tsx'

/** Renders a live price in the same way as a page does. */
export function livePrice(asset: string, last: number, more: Partial<IslandProps> = {}): string {
  return renderToString(
    <Island name="live-price" {...more}>
      <LivePrice asset={asset} last={last} digits={2} stale={{ word: 'price is stale', isNow: false }} locale="en" />
    </Island>,
  )
}

/** Renders the connection badge in the same way as a page does. */
export function connectionBadge(): string {
  const badge: ReactElement<object> = (
    <ConnectionBadge words={connectionWords(translator('en'))} isDemo={true} locale="en" />
  )
  return renderToString(<Island name="connection-badge">{badge}</Island>)
}

/** Inserts markup at the beginning or the end of the page's content, as a swap would. */
export async function put(page: Page, markup: string, where: 'afterbegin' | 'beforeend' = 'afterbegin'): Promise<void> {
  await page
    .locator('main')
    .evaluate((content, [html, place]) => content.insertAdjacentHTML(place, html), [markup, where] as const)
}

/** Counts islands that are rendered by the browser. */
export function countAlive(page: Page): Promise<number> {
  return page.locator('kurs-island-view').evaluateAll(
    // Preact stores the tree that it has rendered into an element in the property `__k`
    (views) => views.filter((view) => '__k' in view).length,
  )
}
