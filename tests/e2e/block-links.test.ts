import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { page as text } from '../site.ts'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

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

/** Answers for the site that the links lead to. */
async function answerElsewhere(page: Page) {
  await page.context().route('https://elsewhere.test/**', (route) => route.fulfill({ body: 'Elsewhere' }))
}

test.each(['A note with a', 'Words on the card.'])('a click anywhere on “%s” follows its link', async (words) => {
  const page = await site.visit(address)
  const block = page.locator('.callout, .card', { hasText: words })
  const box = await block.boundingBox()
  await block.click({ position: { x: (box?.width ?? 0) - 10, y: (box?.height ?? 0) - 6 } })
  await expect(page).toHaveURL(site.url('/en/docs/start/faq'))
})

test('a link in a block leads where it says', async () => {
  const page = await site.visit(address)
  await page.getByRole('note').getByRole('link', { name: 'link', exact: true }).click()
  await expect(page).toHaveURL(site.url('/en/docs/start/search'))
})

test.each([
  ['A tip from elsewhere. (opens in a new tab)', 'https://elsewhere.test/tip'],
  ['A card without a title. (opens in a new tab)', 'https://elsewhere.test/card'],
])('“%s” does what its name says', async (name, url) => {
  const page = await site.visit(address)
  await answerElsewhere(page)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
  const tab = await opened
  await tab.waitForURL(url)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.close()
  await expect(page).toHaveURL(site.url(address))
})

describe.each([320, 1440])('in a window of %i px', (width) => {
  test('they are accessible in both colour modes', async () => {
    const page = await site.visit(address, { width })
    expect(await violationsInBothModes(page, 'light')).toEqual([])
  })
})

test('they work without JavaScript', async () => {
  const page = await site.visit(address, { javaScript: false })
  await page.getByText('Words on the card.').click({ force: true })
  await expect(page).toHaveURL(site.url('/en/docs/start/faq'))
})
