import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite()

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

/** Where time goes on only when it is told to: what is in sight comes when the test wants it. */
async function visitInSlowTime(path: string): Promise<Page> {
  const page = await site.visit(path)
  await page.clock.install()
  await page.goto(site.url(path))
  return page
}

test.each(['slow connection', 'data saving'])('%s: nothing comes that nobody has asked for', async (what) => {
  const page = await visitInSlowTime('/en/docs/start/quick-start')
  const fetched = fetchedBy(page)
  const link = (name: string) => page.locator('.docs-sidebar').getByRole('link', { name, exact: true })
  const pointAt = async (name: string) => {
    await page.clock.runFor(100)
    await page.mouse.move(0, 0)
    await link(name).hover()
    return fetched.length
  }
  await expect.poll(() => pointAt('Search')).toBe(1)
  const devtools = await page.context().newCDPSession(page)
  if (what === 'data saving') await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
  else {
    const line = { offline: false, latency: 2000, downloadThroughput: -1, uploadThroughput: -1 }
    await devtools.send('Network.emulateNetworkConditions', { ...line, connectionType: 'cellular2g' })
  }
  await pointAt('What is Kurs')
  await link('What is Kurs').focus()
  await page.clock.runFor(10_000)
  expect(fetched).toEqual(['/en/docs/start/search'])
  await devtools.detach()
})

test.each(['hover', 'focus', 'tap'] as const)('at a %s the page comes at once', async (how) => {
  const page = await visitInSlowTime('/en/blog')
  const fetched = fetchedBy(page)
  const link = page.locator('.site-footer').getByRole('link', { name: 'Quick start' })
  await link.scrollIntoViewIfNeeded()
  const point = async () => {
    await page.clock.runFor(100)
    await page.mouse.move(0, 0)
    await page.locator('.site-header-home').focus()
    if (how === 'tap') await link.dispatchEvent('touchstart')
    else await link[how]()
    return fetched
  }
  await expect.poll(point).toEqual(['/en/docs/start/quick-start'])
})
