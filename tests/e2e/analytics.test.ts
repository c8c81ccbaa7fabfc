import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite({
  env: {
    ANALYTICS_METRIKA_ID: '7',
    ANALYTICS_SCRIPT_URL: 'https://stats.example/count.js',
    ANALYTICS_SCRIPT_ID: 'abc',
  },
})

const services = /mc\.yandex\.ru|stats\.example/
const javascript = (body: string) => ({ contentType: 'text/javascript', body })

/** Opens a page whose visit is not counted, in a profile where the analytics services are test doubles. */
async function visitUncounted(): Promise<Page> {
  const page = await site.visit('/en/docs?token=secret')
  await page.route('https://mc.yandex.ru/**', (route) =>
    route.fulfill(javascript('document.documentElement.dataset.told = JSON.stringify(window.ym.a)')),
  )
  await page.route('https://stats.example/**', (route) =>
    route.fulfill(javascript('document.documentElement.dataset.counted = document.currentScript.dataset.websiteId')),
  )
  return page
}

test('a loaded page is reported as a view and a goal, without its query', async () => {
  const page = await visitUncounted()
  await page.goto(site.url('/en/search?q=kurs'))
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-counted', 'abc')
  await expect(html).toHaveAttribute('data-told', /reachGoal/)
  const told: unknown[][] = JSON.parse((await html.getAttribute('data-told')) ?? '')
  expect(told.map(([counter, act, what]) => [counter, act, act === 'init' ? '' : what])).toEqual([
    [7, 'init', ''],
    [7, 'hit', site.url('/en/search')],
    [7, 'reachGoal', 'search'],
  ])
  expect(told[1]?.[3]).toMatchObject({ title: '/en/search' })
})

test('the query of the referring page is not reported', async () => {
  const page = await visitUncounted()
  await page.goto(site.url('/en/docs'), { referer: site.url('/en/search?q=secret') })
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-told', /reachGoal/)
  const told: unknown[][] = JSON.parse((await html.getAttribute('data-told')) ?? '')
  expect(told[1]).toMatchObject([7, 'hit', site.url('/en/docs'), { referer: site.url('/en/search') }])
})

test('a bot shared by link is reported neither as a page nor as a referrer', async () => {
  const page = await visitUncounted()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const shared = site.url('/en/app/bots/shared/secret')
  await page.route(shared, async (route) => route.fulfill({ response: await page.request.get(site.url('/en/docs')) }))
  await page.goto(shared)
  await expect(page.locator('html')).toHaveAttribute('data-device', /desktop/)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((address) => services.test(address))).toEqual([])
  await page.goto(site.url('/en/docs'), { referer: shared })
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-told', /reachGoal/)
  expect(await html.getAttribute('data-told')).not.toContain('secret')
})

test('visitors with Do Not Track and pages with a secret in the URL are not counted', async () => {
  const prepare = () => Object.defineProperty(navigator, 'doNotTrack', { value: '1' })
  const asked: string[] = []
  const page = await visitUncounted()
  page.on('request', (request) => asked.push(request.url()))
  await page.addInitScript(prepare)
  for (const path of ['/en/docs', '/en/docs?token=secret']) {
    await page.goto(site.url(path))
    await expect(page.locator('html')).toHaveAttribute('data-device', /desktop/)
    await page.waitForLoadState('networkidle')
  }
  expect(asked.filter((address) => services.test(address))).toEqual([])
})
