import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { openDb } from '../../src/db/client.ts'
import { signIn } from '../signed-in.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

const from = '/en/app/alerts'
const to = '/en/app/bots'

export interface AppNavigationBench {
  browser: Browser
  url: string
  /** Folder of the server's databases */
  dataDir: string
  rounds: number
}

/**
 * Measures the time from clicking a link in the app to the next page's heading, in turn for pages replaced in place and
 * pages loaded in full.
 */
export async function benchAppNavigation(
  report: Report,
  { browser, url, dataDir, rounds }: AppNavigationBench,
): Promise<void> {
  const db = await openDb({ url: `file:${join(dataDir, 'app.db')}` })
  const { token } = await signIn(db, { isHttps: false })
  await db.close()
  const times = { soft: [] as number[], whole: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    for (const way of ['soft', 'whole'] as const) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addCookies([{ name: 'sid', value: token, url }])
      await context.addInitScript(noteHeading)
      const page = await context.newPage()
      await page.goto(url + from, { waitUntil: 'networkidle' })
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      const ms = await press(page, way === 'whole')
      // Skips the first round, which warms up the server.
      if (round > 0) times[way].push(ms)
      await context.close()
    }
  }
  const [soft, whole] = [median(times.soft), median(times.whole)]
  report('page of the app: press to heading', soft, 'ms')
  report('    loaded whole', whole, 'ms')
  report('    ratio', soft / whole, '', { atMost: 1 })
}

/** Records the time when the heading differs from that of the first page, ms since 1970 */
function noteHeading(): void {
  new MutationObserver((_, observer) => {
    const text = document.querySelector('main h1')?.textContent
    if (!text || text === 'Alerts') return
    observer.disconnect()
    Object.assign(globalThis, { headingAt: performance.timeOrigin + performance.now() })
  }).observe(document, { childList: true, subtree: true })
}

async function press(page: Page, isWhole: boolean): Promise<number> {
  await page.evaluate(
    ([href, whole]) => {
      const link = document.querySelector<HTMLAnchorElement>(`.site-header-nav a[href="${href}"]`)
      if (whole && link) link.dataset.wholePage = ''
      sessionStorage.setItem('pressedAt', String(performance.timeOrigin + performance.now()))
      setTimeout(() => link?.click())
    },
    [to, isWhole ? 'yes' : ''] as const,
  )
  await page.waitForURL(`**${to}`)
  const isDone = () => 'headingAt' in globalThis && location.pathname.endsWith('/bots')
  await page.waitForFunction(isDone, undefined, { polling: 50 })
  return page.evaluate(() => Object(globalThis).headingAt - Number(sessionStorage.getItem('pressedAt')))
}
