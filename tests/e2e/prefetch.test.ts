import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite({ prefetches: true })

/** Paths of pages that were fetched as parts, in order. */
function fetchedBy(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    if ('x-page-part' in request.headers()) fetched.push(new URL(request.url()).pathname)
  })
  return fetched
}

test('pages behind links in sight come beforehand, once, and opening one asks nothing more', async () => {
  const page = await site.visit('/en/docs/start/quick-start')
  const fetched = fetchedBy(page)
  await expect.poll(() => fetched).toContain('/en/docs/start/search')
  // In a closed folder, below the edge of the window, and the page itself.
  expect(fetched.filter((path) => /writing\/blocks|quick-start$/.test(path))).toEqual([])
  await page.locator('.docs-sidebar').getByRole('link', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused()
  expect(fetched.filter((path) => path.endsWith('/start/search'))).toHaveLength(1)
  expect(fetched).toEqual([...new Set(fetched)])
})
