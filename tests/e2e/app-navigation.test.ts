import { afterAll, beforeAll, test } from 'bun:test'
import type { Page } from 'playwright'
import type { Db } from '../../src/db/client.ts'
import { makeAdministrator } from '../administrator.ts'
import { signIn } from '../signed-in.ts'
import { addUsers } from '../users.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true })

let db: Db
let admin: string
beforeAll(async () => {
  db = await site.openAppDb()
  admin = (await makeAdministrator(db, 'Walker', site.url('/'))).token
}, 120_000)
afterAll(() => db.close())

/** Message that the browser logs when a page is left while its socket was connecting */
const leftEarly = /WebSocket is closed before the connection is established/

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name })

/** Marks the document; a full page load clears the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in globalThis)

async function goTo(page: Page, name: string): Promise<void> {
  await section(page, name).click()
  await expect(heading(page, name)).toBeFocused()
}

async function visit(path: string, provokes = leftEarly): Promise<Page> {
  const { token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit(path, { session, provokes })
  await mark(page)
  return page
}

test('app pages replace each other without a reload and work, also after Back', async () => {
  const page = await visit('/en/app/alerts')
  await goTo(page, 'Enigma')
  await expect(page).toHaveURL(site.url('/en/app/enigma'))
  await expect(page).toHaveTitle('Enigma · Kurs')
  await expect(page.getByRole('status').filter({ hasText: 'Enigma · Kurs' })).toBeAttached()
  await expect(page.locator('.site-header-nav [aria-current]')).toHaveText(['Enigma'])
  await expect(page.locator('.toasts')).toHaveCount(1)

  const price = page.locator('#asset-BTCUSDT .live-price')
  const ticks = async () => {
    const before = await price.textContent()
    await expect(price).not.toHaveText(before ?? '')
  }
  await ticks()
  const star = page.locator('#star-button-BTCUSDT')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')

  await page.setViewportSize({ width: 390, height: 600 })
  const open = page.locator('#open-DOGEUSDT')
  await open.scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await open.click()
  await expect(page).toHaveURL(site.url('/en/app/enigma/DOGEUSDT'))
  await expect(page.locator('main h1')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(heading(page, 'Enigma')).toBeFocused()
  await expect(open).toBeInViewport()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await ticks()
  expect(await isMarked(page)).toBe(true)
})

test('Back and Forward restore the scroll position without the browser; one key opens the search', async () => {
  const page = await visit('/en/app/enigma')
  await page.evaluate(() => {
    NavigateEvent.prototype.scroll = () => {}
  })
  const y = () =>
    page.evaluate(() => new Promise((said) => setTimeout(() => requestAnimationFrame(() => said(scrollY)))))
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 5_000)
  await expect.poll(y).toBeGreaterThan(100)
  await page.locator('#open-DOTUSDT').click()
  await expect(page).toHaveTitle(/^Polkadot/)
  await expect(page.locator('main h1')).toBeFocused()
  expect(await y()).toBe(0)
  await page.goBack()
  await expect(heading(page, 'Enigma')).toBeFocused()
  expect(await y()).toBeGreaterThan(100)
  await page.goForward()
  await expect(page).toHaveTitle(/^Polkadot/)
  await expect(page.locator('main h1')).toBeFocused()
  expect(await y()).toBe(0)
  expect(await isMarked(page)).toBe(true)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a list works by keyboard and is restored by Back after client-side navigation', async () => {
  await addUsers(db, [{ login: 'sought-one' }, { login: 'sought-two' }])
  const page = await site.visit('/en/admin/audit', { session: admin, provokes: leftEarly })
  await mark(page)
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' }).click()
  await expect(heading(page, 'Users')).toBeFocused()
  const search = page.getByRole('searchbox')
  await expect(search).toHaveAttribute('aria-keyshortcuts', '/')
  await page.keyboard.press('/')
  await search.fill('sought')
  await expect(page.locator('.list-total')).toHaveText('2 users')
  await search.blur()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Enter')
  await expect(page.locator('main h1')).toBeFocused()
  await expect(page).toHaveURL(/\/en\/admin\/users\/01/)
  await page.goBack()
  await expect(page).toHaveURL(site.url('/en/admin/users?q=sought'))
  await expect(page.locator('.list-total')).toHaveText('2 users')
  await goTo(page, 'Bots')
  await page.goBack()
  await expect(heading(page, 'Users')).toBeFocused()
  expect(await isMarked(page)).toBe(true)
})

test('unsaved input asks before leaving by link and by Back; signing out loads the front page', async () => {
  // The app asks for alerts, possibly once more while the session ends, so a 401 response is allowed.
  const page = await visit('/en/app', /news.*401|401.*news|WebSocket is closed before/)
  await page.locator('.user-menu summary').click()
  await page.locator('.user-menu-panel a[href="/en/account"]').click()
  await expect(page).toHaveURL(site.url('/en/account'))
  await expect(page.locator('main h1')).toBeFocused()
  const name = page.getByRole('main').getByRole('textbox').first()
  await name.click()
  await name.pressSequentially(' II')
  const questions: string[] = []
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type())
    await dialog.dismiss()
  })
  await section(page, 'Alerts').click({ noWaitAfter: true })
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await page.evaluate(() => history.back())
  await expect.poll(() => questions).toEqual(['beforeunload', 'confirm'])
  await expect(name).toHaveValue(/ II$/)
  await expect(page).toHaveURL(site.url('/en/account'))
  expect(await isMarked(page)).toBe(true)
  await page.locator('.user-menu summary').click()
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await signOut.click()
  await expect.poll(() => questions).toEqual(['beforeunload', 'confirm', 'confirm'])
  await expect(name).toHaveValue(/ II$/)
  page.removeAllListeners('dialog')
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type())
    await dialog.accept()
  })
  await signOut.click()
  await expect(page).toHaveURL(site.url('/en'))
  expect(questions).toEqual(['beforeunload', 'confirm', 'confirm', 'confirm'])
  expect(await isMarked(page)).toBe(false)
})

test('unsaved input also asks before a full page load, another form, and after a refusal', async () => {
  const page = await visit('/en/app/alerts', /401|422|Invalid session/)
  const questions: string[] = []
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type())
    await dialog.dismiss()
  })
  const value = page.getByRole('main').getByRole('textbox', { name: 'Value' })
  const leave = () => section(page, 'Docs').click({ noWaitAfter: true })
  const create = page.getByRole('button', { name: 'Create', exact: true })
  await value.fill('65000')
  await create.click()
  const remove = page.getByRole('button', { name: /^Delete: / })
  await expect(remove).toBeVisible()
  await value.pressSequentially('much')
  await leave()
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await remove.click()
  await expect.poll(() => questions).toEqual(['beforeunload', 'confirm'])
  await expect(value).toHaveValue('much')
  await create.click()
  await expect(value).toHaveAttribute('aria-invalid', 'true')
  // The refused text is saved nowhere, so it counts as unsaved even if it is not edited again.
  await leave()
  await expect.poll(() => questions).toEqual(['beforeunload', 'confirm', 'beforeunload'])
  await expect(value).toHaveValue('much')
  // A request that finds the session ended leaves the page; users who stay are not asked by the next request.
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  const request = () =>
    page.evaluate(async () => (await fetch('/en/app', { headers: { accept: 'application/json' } })).status)
  expect(await request()).toBe(401)
  await expect.poll(() => questions).toEqual(['beforeunload', 'confirm', 'beforeunload', 'beforeunload'])
  expect(await request()).toBe(401)
  await expect(value).toHaveValue('much')
  await page.context().addCookies(cookies)

  // Going back leads to the page of the refused form, not to a browser error.
  expect(questions).toHaveLength(4)
  page.removeAllListeners('dialog')
  page.on('dialog', (dialog) => dialog.accept())
  await section(page, 'Docs').click()
  await page.waitForURL('**/en/docs')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
  await expect(value).toHaveValue('')
})

test('on a failed, wrong or foreign response the page is loaded in full', async () => {
  const page = await visit('/en/app/alerts', /ERR_FAILED|500|WebSocket is closed before/)
  let next: string | undefined
  await page.route('**/en/app/bots', async (route) => {
    const what = next
    next = undefined
    if (!what) return route.continue()
    if (what === 'no answer') return route.abort()
    if (what === 'an error') return route.fulfill({ status: 500, contentType: 'text/html', body: '' })
    const response = await route.fetch()
    const viewer = what === 'nobody' ? '' : 'data-viewer="other"'
    await route.fulfill({ response, body: (await response.text()).replace(/data-viewer="[^"]+"/, viewer) })
  })
  for (const what of ['no answer', 'an error', 'somebody else', 'nobody']) {
    next = what
    await section(page, 'Bots').click()
    await expect(heading(page, 'Bots')).toBeVisible()
    expect([what, await isMarked(page)]).toEqual([what, false])
    await goTo(page, 'Alerts')
    await mark(page)
  }
})

test('a pending list request does not overwrite the URL of the page that Back returns to', async () => {
  const page = await visit('/en/app/alerts')
  await goTo(page, 'Enigma')
  await expect(page.locator('html')).toHaveAttribute('data-behaviors', 'ready')
  const [answered, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const isLate = (url: URL) => url.pathname === '/en/app/enigma' && url.search !== ''
  await page.route(isLate, async (route) => {
    await left.promise
    await route.continue()
  })
  await page.route('**/en/app/alerts', async (route) => {
    left.resolve()
    await answered.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Favorites' }).click({ noWaitAfter: true })
  await page.evaluate(() => {
    document.addEventListener('htmx:after:swap', () => Object.assign(globalThis, { isSwapped: true }))
    history.back()
  })
  await expect.poll(() => page.evaluate(() => 'isSwapped' in globalThis)).toBe(true)
  answered.resolve()
  await expect(heading(page, 'Alerts')).toBeFocused()
  await expect(page).toHaveURL(site.url('/en/app/alerts'))
  await page.goForward()
  await expect(heading(page, 'Enigma')).toBeFocused()
  expect(await isMarked(page)).toBe(true)
})

/** Counts the browser's objects of each kind after a garbage collection */
async function metricsOf(page: Page): Promise<Record<string, number>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  await client.send('HeapProfiler.collectGarbage')
  const { metrics } = await client.send('Performance.getMetrics')
  await client.detach()
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

test('fifty navigations leak nothing', async () => {
  const page = await visit('/en/app/alerts')
  const sockets = new Set<unknown>()
  page.on('websocket', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const goRound = (rounds: number) =>
    page.evaluate(async (times) => {
      for (let visit = 0; visit < 2 * times; visit++) {
        const path = visit % 2 === 0 ? '/en/app/enigma' : '/en/app/alerts'
        const isThere = new Promise((resolve) => document.addEventListener('kurs:page', resolve, { once: true }))
        document.querySelector<HTMLElement>(`.site-header-nav a[href="${path}"]`)?.click()
        await isThere
      }
    }, rounds)
  await goRound(2)
  const before = await metricsOf(page)
  await goRound(25)
  const after = await metricsOf(page)
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect(grown('Nodes')).toBeLessThan(1000)
  expect(grown('JSEventListeners')).toBeLessThan(100)
  expect(sockets.size).toBeLessThanOrEqual(1)
  expect(await isMarked(page)).toBe(true)
})
