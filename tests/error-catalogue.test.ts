import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect as equals, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { leaveLostSession } from '../src/browser/user-slot.ts'
import { type Db, openDb } from '../src/db/client.ts'
import { accessOf } from '../src/http/access.ts'
import { readHistory } from '../src/ui/color-picker/history.browser.ts'
import { expect, openSite } from './e2e/browser.ts'
import { livePrice, put } from './e2e/live-markup.tsx'
import { connected, wire } from './live-page.ts'
import { signIn } from './signed-in.ts'
import { partial } from './visitor.ts'

const site = openSite({ env: { BUILD_CHECK_SECONDS: '1' } })
let db: Db
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
})
afterAll(() => db.close())

const pictures = '/en/docs/writing/images'

/** Every line of the specification's error catalog (§8), with the test that proves it. */
const catalogue: readonly [line: string, prove: () => void | Promise<void>][] = [
  ['no route matches: 404 “Page not found: {path}”', noRoute],
  ['a guard or a check of the address rejects: “Page Not Found: {path}”', rejected],
  ['“Unknown route middleware: {name}”', unknownGuard],
  ['messages that do not load: “Failed loading locale ({locale})” and a warning', lostMessages],
  ['401 with a user set: a warning, the user cleared, to the front page', lostSession],
  ['that redirect fails: an error about redirecting after 401', lostRedirect],
  ['the session check or the logout fails, a build has no manifest: nobody is told', silent],
  ['“tick decode failed”, and the tick is dropped', brokenTick],
  ['a color history that cannot be read is logged and ignored', brokenHistory],
  ['a fatal error opens the error page', fatal],
  ['an island that does not mount is told on the console', brokenIsland],
  ['a picture that does not load: “This image couldn’t be loaded.”', lostPicture],
]

test.each(catalogue)('%s', async (_, prove) => prove())

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url(path), { headers })

async function noRoute(): Promise<void> {
  const page = await get('/en/nowhere?x=1', { accept: 'text/html' })
  const html = await page.text()
  equals(page.status).toBe(404)
  equals(html).toContain('Page not found: /en/nowhere?x=1')
  equals(html).toContain('Page Not Found')
  const api = await get('/api/nowhere')
  equals([api.status, api.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  equals(await api.json()).toMatchObject({ title: 'Page Not Found', detail: 'Page not found: /api/nowhere' })
  const part = await get('/nowhere', partial)
  equals([part.status, await part.text()]).toEqual([404, 'Page not found: /nowhere'])
}

async function rejected(): Promise<void> {
  const { cookie } = await signIn(db, { isHttps: false })
  for (const path of ['/admin/users?x=1', '/en/admin/nowhere', '/en/app/enigma/NOPE', '/app/paper/NOPE']) {
    const response = await get(path, { cookie, accept: 'text/html' })
    equals([response.status, (await response.text()).includes(`Page Not Found: ${path}`)]).toEqual([404, true])
  }
}

function unknownGuard(): void {
  equals(() => accessOf(Object.assign(() => undefined, { access: 'owner' }))).toThrow('Unknown route middleware: owner')
}

async function lostMessages(): Promise<void> {
  const page = await site.visit(pictures, { provokes: /Failed|ERR_FAILED/ })
  await page.route('**/assets/chunk-*.js', async (route) => {
    const response = await route.fetch()
    const isWords = (await response.text()).includes('Next image') && !response.url().includes('entry')
    await (isWords ? route.abort() : route.fulfill({ response }))
  })
  const said = saidOn(page)
  const gallery = await page.locator('a[data-gallery]').first().getAttribute('data-gallery')
  await page.evaluate((name) => location.assign(`#${name}-1`), gallery)
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again later.')
  equals(said.find((text) => text.startsWith('warning'))).toBe('warning Failed to load messages for locale en')
  equals(said.join('\n')).toContain('Failed loading locale (en)')
}

async function lostSession(): Promise<void> {
  const warning = 'Обнаружен недействительный сеанс, выполняется перенаправление…'
  const { token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit('/docs', { session, provokes: /401|недействительный/ })
  const said = saidOn(page)
  await expect(page.getByRole('banner').locator('.user-menu summary')).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => void fetch('/app', { headers: { accept: 'application/json' } }))
  await expect(page).toHaveURL(site.url('/'))
  await expect(page.getByRole('alert').filter({ hasText: 'Сеанс завершён' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeVisible()
  equals(said).toContain(`warning ${warning}`)
  equals(await (await get('/en/docs')).text()).toContain('data-invalid="Invalid session detected, redirecting…"')
}

function lostRedirect(): void {
  const [warned, told] = [silenced('warn'), silenced('error')]
  const failure = new DOMException('no such address', 'SyntaxError')
  leaveLostSession('http://[', 'Invalid session', () => {
    throw failure
  })
  equals(warned.mock.calls).toEqual([['Invalid session']])
  equals(told.mock.calls).toEqual([['redirecting after 401 failed', failure]])
  for (const spy of [warned, told]) spy.mockRestore()
}

async function silent(): Promise<void> {
  // The browser itself reports every response other than 200.
  const network = /^error Failed to load resource: the server responded with a status of (401|403|404|500)/
  const page = await site.visit('/en/docs', { provokes: /Failed to load resource|(me|logout): (500|401)|latest\.json/ })
  const said = saidOn(page)
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 500 }))
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 401 }))
  let manifest = 404
  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ status: manifest }))
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  equals(await page.evaluate(async () => (await fetch('/api/auth/logout', { method: 'POST' })).status)).toBe(401)
  for (manifest of [404, 403]) {
    await page.waitForResponse((answer) => answer.url().includes('latest.json') && answer.status() === manifest)
  }
  await expect(page).toHaveURL(site.url('/en/docs'))
  await expect(page.getByRole('alert')).toHaveCount(0)
  equals(said.filter((text) => !network.test(text))).toEqual([])
}

async function brokenTick(): Promise<void> {
  const page = await connected('BTCUSDT')
  page.server.onTick(wire({ close: 10 }))
  page.server.onTick(wire({ close: 11 }).slice(1))
  page.drawFrame()
  equals(page.errors).toEqual(['tick decode failed'])
  equals(page.followed[0]?.tick.value?.close).toBe(10)
}

function brokenHistory(): void {
  const told = silenced('error')
  equals(readHistory({ getItem: () => '{' })).toEqual([])
  equals(told).toHaveBeenCalledTimes(1)
  told.mockRestore()
}

async function fatal(): Promise<void> {
  const content = new Database(join(site.dataDir(), 'content.db'))
  content.run(`update content_files set prose = '{"broken' where path = '/en/docs/writing/markdown'`)
  content.close()
  const response = await get('/en/docs/writing/markdown', { accept: 'text/html' })
  const html = await response.text()
  equals([response.status, html.includes('Internal Server Error')]).toEqual([500, true])
  equals(html).toContain('Back to the home page')
  const crawler = await get('/en/docs/writing/markdown', { 'user-agent': 'Googlebot' })
  equals([crawler.status, await crawler.text()]).toEqual([500, 'Internal Server Error'])
}

async function brokenIsland(): Promise<void> {
  const page = await site.visit('/en/docs', { provokes: /island |Minified React error|RangeError/ })
  const said = saidOn(page)
  await put(page, livePrice('BTCUSDT', 10).replace('"digits":2', '"digits":2000'))
  await put(page, livePrice('BTCUSDT', 10, { name: 'nobody' }))
  await expect.poll(() => said.some((text) => text.startsWith('error island live-price failed'))).toBe(true)
  await expect.poll(() => said.some((text) => text.startsWith('error island nobody failed to start'))).toBe(true)
}

async function lostPicture(): Promise<void> {
  for (const [path, words] of [
    [pictures, "This image couldn't be loaded."],
    [pictures.slice(3), 'Это изображение не загрузилось.'],
  ] as const) {
    const page = await site.visit(path, { provokes: /ERR_FAILED/ })
    await page.route(/\.(svg|webp|png)(\?|$)/, (route) => route.abort())
    await page.locator('a[data-gallery]').first().click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(words)
  }
}

function silenced(method: 'warn' | 'error') {
  return spyOn(console, method).mockImplementation(() => {})
}

/** Collects `warning …` and `error …` messages of the page's console from now on */
function saidOn(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error') said.push(`${message.type()} ${message.text()}`)
  })
  return said
}
