import { afterAll, beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { newSession } from '../../src/auth/session/session.ts'
import { type Db, openDb } from '../../src/db/client.ts'
import { signIn } from '../signed-in.ts'
import { addUsers } from '../users.ts'
import { expect, openSite } from './browser.ts'
import { control, keep, said, words } from './offline-control.ts'

const site = openSite({ isCold: true, keeps: (file) => /\.yml$|docs\/index|1\.start\/[12]/.test(file) })
let db: Db
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
})
afterAll(() => db.close())

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').locator('.user-menu summary').click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
}

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage))

test('signing out keeps browser settings and removes account data, in other tabs too', async () => {
  const { id, token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/docs', { session })
  await keep(page, 'en')
  await page.keyboard.press('Escape')
  await page.locator('.color-mode summary').click()
  await page.getByRole('banner').getByRole('button', { name: 'Dark' }).click()
  await page.evaluate((owner) => {
    localStorage.setItem('kurs-color-history', '["#ffb243"]')
    localStorage.setItem(`kurs-drawings:${owner}:BTCUSDT`, '[]')
  }, id)
  const other = await site.visit('/en/account', { beside: page })
  expect(await stored(other)).toContain('kurs-accent')
  await signOut(page)

  await expect(other).toHaveURL(site.url('/en'))
  for (const tab of [page, other]) {
    const keys = await stored(tab)
    expect(keys).toEqual(expect.arrayContaining(['kurs-color-mode', 'kurs-color-history', 'kurs-offline-en']))
    expect(keys.filter((key) => /accent|drawings|account/.test(key))).toEqual([])
    await expect(tab.locator('html')).toHaveClass(/dark/)
  }
  await page.goto(site.url('/en/docs'))
  await page.keyboard.press('Control+k')
  await expect(said(page)).toHaveText(words.en.kept)
  await expect(control(page).getByRole('button', { name: words.en.turnOff })).toBeVisible()
})

test.each([
  ['an error', (page: Page) => page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: 'no' }))],
  ['no answer', (page: Page) => page.route('**/api/auth/logout', (route) => route.abort())],
] as const)('signing out with %s leads to the front page anyway', async (_, fail) => {
  const { token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/account', { session, provokes: /500|Failed to load|ERR_FAILED/ })
  await fail(page)
  await page.getByRole('banner').locator('.user-menu summary').click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(site.url('/en'))
})

test('Back after signing out shows nothing of the account', async () => {
  const { token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/account', { session })
  await signOut(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/login\?next=/)
})

test('another user who signs in finds no data of the previous one', async () => {
  const { id, token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/app', { session })
  await expect.poll(() => stored(page)).toContain('kurs-account')
  await page.evaluate((owner) => localStorage.setItem(`kurs-drawings:${owner}:BTCUSDT`, '[]'), id)
  const next = await signIn(db, { isHttps: false })
  await page.context().addCookies([{ name: 'sid', value: next.token, url: site.url('/') }])
  await page.goto(site.url('/en/app'))
  await expect.poll(async () => (await stored(page)).filter((key) => /drawings/.test(key))).toEqual([])
})

/** Keeps the subscription that a browser would get from its push service. */
function fakePushService(): void {
  let held: object | null = null
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (localStorage.getItem('held') ? (held ?? create()) : null),
    subscribe: async () => create(),
  })
  const create = () => {
    localStorage.setItem('held', '1')
    const key = document.querySelector<HTMLElement>('[data-push]')?.dataset.push ?? ''
    const bytes = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
    held = {
      endpoint: 'https://fcm.googleapis.com/one-browser',
      options: { applicationServerKey: Uint8Array.from(bytes, (char) => char.charCodeAt(0)) },
      // The site's own public key is a point of the curve, too.
      toJSON: () => ({ keys: { p256dh: key, auth: 'A'.repeat(22) } }),
      unsubscribe: async () => {
        localStorage.removeItem('held')
        return true
      },
    }
    return held
  }
}

test('notifications that one user turned on are off for the next user of the browser', async () => {
  const first = await signIn(db, { isHttps: false })
  const page = await site.visit('/en/app', { session: first.token })
  await page.addInitScript(fakePushService)
  const use = async (session: string) => {
    await page.context().addCookies([{ name: 'sid', value: session, url: site.url('/') }])
    await page.goto(site.url('/en/app/alerts'))
  }
  const button = page.getByRole('button', { name: 'Notify in this browser' })
  const subscribers = async () => {
    const { rows } = await db.client.execute('select user_id from push_subscriptions')
    return rows.map((row) => row.user_id)
  }
  await use(first.token)
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(await subscribers()).toEqual([first.id])

  await use((await signIn(db, { isHttps: false })).token)
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  expect(await subscribers()).toEqual([first.id])
})

test('an impersonation notice appears on every page without layout shift', async () => {
  const [userId = '', admin = ''] = await addUsers(db, [
    { login: 'looked-at', name: 'Anna' },
    { login: 'looker', role: 'admin' },
  ])
  const browser = { address: '10.0.0.1', userAgent: 'A test', now: Date.now() }
  const { token: session, statement } = newSession(db, { userId, impersonatorId: admin, ...browser })
  await db.writeBatch([statement])
  const page = await site.visit('/en', { session, provokes: /woff2|ERR_FAILED/ })
  // Blocks fonts, because layout shifts by late fonts are tested elsewhere.
  await page.route('**/*.woff2', (route) => route.abort())
  for (const [path, text] of [
    ['/en', 'You are signed in as Anna.'],
    ['/en/docs', 'You are signed in as Anna.'],
    ['/docs', 'Вы вошли как'],
    ['/en/app', 'You are signed in as Anna.'],
  ] as const) {
    await page.goto(site.url(path))
    const bar = page.locator('.impersonation-bar')
    await expect(bar).toContainText(text)
    await expect(bar).toHaveCount(1)
    const moved = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          // Ignores widgets: live prices change their own width.
          const isWidgets = ({ node }: { node: Node | null }) =>
            (node instanceof Element ? node : node?.parentElement)?.closest('kurs-island') !== null
          // Also ignores shifts too small to see, such as a word whose glyphs are painted one frame later than its box.
          const isSeen = (entry: PerformanceEntry) => 'value' in entry && Number(entry.value) > 0.005
          const movedBy = (entry: PerformanceEntry) =>
            'sources' in entry && Array.isArray(entry.sources) ? entry.sources.filter((each) => !isWidgets(each)) : []
          new PerformanceObserver((list) => {
            const moved = list
              .getEntries()
              .filter(isSeen)
              .flatMap((entry) =>
                movedBy(entry).map(({ node, previousRect, currentRect }) => {
                  const { outerHTML } = node instanceof Element ? node : (node?.parentElement ?? document.body)
                  const way = `${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`
                  return `${outerHTML.slice(0, 200)} ${node?.isConnected ? '' : 'that is gone'} ${way}`
                }),
              )
            if (moved.length > 0) resolve(moved)
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve([])))
        }),
    )
    expect([path, ...moved]).toEqual([path])
  }
  await page.goto(site.url('/en/docs'))
  await page.getByRole('button', { name: 'Leave this account' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.goto(site.url('/en/docs'))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('.impersonation-bar')).toHaveCount(0)
})
