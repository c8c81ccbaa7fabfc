import { test } from 'bun:test'
import type { Page } from 'playwright'
import { page as text } from '../site.ts'
import { expect, openSite } from './browser.ts'
import { violationsWideAndNarrow } from './windows.ts'

const site = openSite({
  files: {
    'en/docs/1.start/86.block-links.md': text(
      { title: 'Block links' },
      `## Callouts

::note{to="/en/docs/start/faq"}
A note with a [link](/en/docs/start/search) of its own.
::

::tip{to="https://elsewhere.test/tip"}
A tip from elsewhere.
::

::card-group
::card{title="A card" to="/en/docs/start/faq" icon="i-lucide-book"}
Words on the card.
::
::card{to="https://elsewhere.test/card"}
A card without a title.
::
::`,
    ),
  },
})
const address = '/en/docs/start/block-links'

/** Answers requests to the external site of the links. */
async function answerElsewhere(page: Page) {
  await page.context().route('https://elsewhere.test/**', (route) => route.fulfill({ body: 'Elsewhere' }))
}

test('a click anywhere on a block follows its link; an inner link has its own target', async () => {
  const page = await site.visit(address)
  for (const words of ['A note with a', 'Words on the card.']) {
    const block = page.locator('.callout, .card', { hasText: words })
    const box = await block.boundingBox()
    await block.click({ position: { x: (box?.width ?? 0) - 10, y: (box?.height ?? 0) - 6 } })
    await expect(page).toHaveURL(site.url('/en/docs/start/faq'))
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Block links')
  }
  await page.getByRole('note').getByRole('link', { name: 'link', exact: true }).click()
  await expect(page).toHaveURL(site.url('/en/docs/start/search'))
})

test('external links behave as their names say, and axe finds nothing', async () => {
  const page = await site.visit(address)
  await answerElsewhere(page)
  for (const [name, url] of [
    ['A tip from elsewhere. (opens in a new tab)', 'https://elsewhere.test/tip'],
    ['A card without a title. (opens in a new tab)', 'https://elsewhere.test/card'],
  ] as const) {
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    const tab = await opened
    await tab.waitForURL(url)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
    await expect(page).toHaveURL(site.url(address))
  }
  expect(await violationsWideAndNarrow(page)).toEqual([])
})

test('block links work without JavaScript', async () => {
  const page = await site.visit(address, { javaScript: false })
  await page.getByText('Words on the card.').click({ force: true })
  await expect(page).toHaveURL(site.url('/en/docs/start/faq'))
})
