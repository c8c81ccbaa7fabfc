import { test } from 'bun:test'
import { join } from 'node:path'
import type { Page, Response } from 'playwright'
import { openDb } from '../../src/db/client.ts'
import { signIn } from '../signed-in.ts'
import { expect, openSite } from './browser.ts'

const text = (words: string) => `---\ntitle: Changing\ndescription: A page that changes.\n---\n\n${words}\n`
const file = 'en/docs/1.start/98.changing.md'
const site = openSite({ prefetches: true, files: { [file]: text('Before.') } })
const start = '/en/docs/start/quick-start'

/** Records the paths of pages fetched as parts, in order; ignores revalidations (304). */
function listen() {
  const fetched: string[] = []
  const onResponse = (response: Response) => {
    if (isPart(response) && response.status() !== 304) fetched.push(new URL(response.url()).pathname)
  }
  return { fetched, onResponse }
}

const isPart = (response: Response) => 'x-page-part' in response.request().headers()
const link = (page: Page, name: string) => page.locator('.docs-sidebar').getByRole('link', { name, exact: true })

/** Adds a link whose page has not been prefetched */
async function add(page: Page, path: string) {
  await page.evaluate((address) => {
    const added = document.createElement('a')
    added.href = address
    added.textContent = address
    document.querySelector('main')?.prepend(added)
  }, path)
  return page.getByRole('link', { name: path, exact: true })
}

test('visible links are prefetched once, and opening one fetches nothing more', async () => {
  // Waits for the ETag: the first response is streamed while it is rendered, and only later responses have one.
  const tagOf = async () => {
    const answer = await fetch(site.url('/en/docs/start/search'), { headers: { 'x-page-part': '' } })
    await answer.text()
    return answer.headers.get('etag')
  }
  await expect.poll(tagOf).toBeTruthy()
  // Listens before the visit, because the first prefetch may happen before the visit is complete.
  const { fetched, onResponse } = listen()
  const page = await site.visit(start, { onResponse })
  await expect.poll(() => fetched).toContain('/en/docs/start/search')
  // Links in a closed folder or below the visible area, and the page itself, are not prefetched.
  expect(fetched.filter((path) => /writing\/blocks|quick-start$/.test(path))).toEqual([])
  await link(page, 'Search').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused()
  expect(fetched.filter((path) => path.endsWith('/start/search'))).toHaveLength(1)
  expect(fetched).toEqual([...new Set(fetched)])
})

/** Records the paths of pages and parts requested by scripts, in order */
function listenForPages() {
  const asked: string[] = []
  const onResponse = (response: Response) => {
    const { pathname } = new URL(response.url())
    const isPage = response.request().resourceType() === 'fetch' && !/^\/(api|builds)\//.test(pathname)
    if (isPage) asked.push(pathname)
  }
  return { asked, onResponse }
}

test.each([
  ['/en/search', ['/en/docs', '/en/blog']],
  ['/en/charts', ['/en/docs', '/en/blog']],
  ['/en/app/bots', ['/en/docs', '/en/blog']],
  ['/en/login', ['/en']],
  ['/en/nowhere', ['/en/docs', '/en/blog']],
])('on %s visible links to full pages are prefetched, in its language only', async (path, some) => {
  const { asked, onResponse } = listenForPages()
  await site.visit(path, { onResponse, ...(path === '/en/nowhere' && { status: 404 }) })
  await expect.poll(() => asked).toEqual(expect.arrayContaining(some))
  expect(asked.filter((other) => !other.startsWith('/en'))).toEqual([])
  expect(asked).toEqual([...new Set(asked)])
})

test('the app prefetches visible public pages, and its own pages on hover', async () => {
  const db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  const { token: session } = await signIn(db, { isHttps: false })
  const { asked, onResponse } = listenForPages()
  const page = await site.visit('/en/app', { session, onResponse, provokes: /WebSocket/ })
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => asked).toEqual(expect.arrayContaining(['/en/docs', '/en/blog']))
  // Excludes the alerts, for which the page itself polls.
  expect(asked.filter((path) => /^\/en\/(app|account)(?!\/alerts\/news)/.test(path))).toEqual([])
  const link = page.getByRole('banner').locator('nav').getByRole('link', { name: 'Bots', exact: true }).first()
  const bots = () => asked.filter((path) => path === '/en/app/bots')
  await link.hover()
  await expect.poll(bots).toHaveLength(1)
  await link.click()
  await expect(page).toHaveURL(site.url('/en/app/bots'))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await db.close()
})

test('an edit made after the prefetch is shown', async () => {
  const page = await site.visit(start)
  await page.clock.install()
  await page.goto(site.url(start))
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  const before = page.waitForResponse((response) => isPart(response) && response.url().endsWith('/changing'))
  const fetching = async () => {
    await page.clock.runFor(500)
    await page.mouse.move(0, 0)
    await link(page, 'Changing').hover()
  }
  await expect.poll(async () => Promise.race([before.then(() => true), fetching().then(() => false)])).toBe(true)
  expect(await (await before).text()).toContain('Before.')
  await site.write(file, text('After.'))
  const whole = () => fetch(site.url('/en/docs/start/changing')).then((response) => response.text())
  await expect.poll(whole).toContain('After.')
  await page.clock.fastForward(1000)
  await link(page, 'Changing').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changing' })).toBeFocused()
  await expect(page.getByText('After.')).toBeVisible()
})

test.each(['hover', 'focus', 'touch'] as const)('%s prefetches at once', async (way) => {
  const page = await site.visit(start)
  const path = '/en/docs/writing/blocks'
  const added = await add(page, path)
  const act = { hover: () => added.hover(), focus: () => added.focus(), touch: () => added.dispatchEvent('touchstart') }
  const part = page.waitForResponse((response) => isPart(response) && response.url().endsWith(path))
  // Repeats the action: the page adds its listeners only once it is idle.
  const acting = async () => {
    await page.mouse.move(0, 0)
    await added.blur()
    await act[way]()
  }
  await expect.poll(async () => Promise.race([part.then(() => true), acting().then(() => false)])).toBe(true)
  expect((await part).status()).toBe(200)
})

test('on slow connections or with Save-Data nothing is prefetched', async () => {
  const page = await site.visit(start)
  const devtools = await page.context().newCDPSession(page)
  for (const [name, line] of lines) {
    await devtools.send('Network.emulateNetworkConditions', { ...unlimited, latency: line.latency })
    await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: line.saves })
    await expect.poll(() => page.evaluate(nameOfLine)).toBe(name)
    await page.goto(site.url(start), { waitUntil: 'networkidle' })
    const { fetched, onResponse } = listen()
    page.on('response', onResponse)
    await (await add(page, '/en/docs/writing/blocks')).hover()
    await link(page, 'Search').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused()
    expect([name, fetched]).toEqual([name, ['/en/docs/start/search']])
  }
})

/** Slow connections with their latency, ms: browsers derive the connection type from response times. */
const lines = [
  ['slow-2g', { latency: 2100, saves: false }],
  ['2g', { latency: 1500, saves: false }],
  ['saves data', { latency: 0, saves: true }],
] as const
const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }

function nameOfLine(): string {
  const { saveData, effectiveType } = Object(navigator).connection
  return saveData ? 'saves data' : effectiveType
}
