import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { ensureChromium } from '../e2e/chromium.ts'
import { benchAppNavigation } from './app-navigation.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

/** Time from the prefetch response after hovering until the click, ms */
const restMs = 300
/** Age after which a prefetched page must be revalidated, ms */
const staleMs = 1500
/** Time for which the link is visible before it is clicked without hovering, ms */
const sightMs = 1300
const from = '/docs/section-1/page-4'
const to = '/docs/section-1/page-5'

/** A way in which a reader reaches the next page */
interface Way {
  name: string
  /** Whether nothing is prefetched before the click */
  isCold?: boolean
  /** Whether the prefetched page is stale: nobody hovered over the link recently */
  isOld?: boolean
  /** Whether the link was only visible, never hovered */
  isSeen?: boolean
}

const ways: Way[] = [
  { name: 'prefetched' },
  { name: 'in sight for a second', isSeen: true },
  { name: 'prefetched long ago, not pointed at', isOld: true },
  { name: 'cold', isCold: true },
]

interface Gone {
  heading: number
  painted: number
}

export interface NavigationBench {
  /** URL of our site with the generated pages */
  own: string
  /** URL of the VitePress site with the same pages */
  vitepress: string
  /** Folder of our site's databases; without it the app pages are skipped */
  dataDir?: string
  rounds: number
}

/**
 * Measures the time from clicking a link to the heading of the next page. Alternates between our site and VitePress
 * with the same hundred pages, on a processor four times slower than this one.
 */
export async function benchNavigation(
  report: Report,
  { own, vitepress: theirs, dataDir, rounds }: NavigationBench,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(() => undefined),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const gone = new Map<string, Gone[]>()
  // The first round is not counted: it warms up the servers.
  for (let round = 0; round <= rounds; round++) {
    for (const way of ways) {
      for (const site of [own, theirs]) {
        const times = await go(browser, site, way)
        if (round > 0) gone.set(site + way.name, [...(gone.get(site + way.name) ?? []), times])
      }
    }
  }
  if (dataDir !== undefined) await benchAppNavigation(report, { browser, url: own, dataDir, rounds })
  await browser.close()
  const middle = (site: string, { name }: Way, of: keyof Gone) =>
    median((gone.get(site + name) ?? []).map((times) => times[of]))
  const heading = { prefetched: { atMost: 60 }, cold: { atMost: 150 } }
  for (const way of ways) {
    const bound = way.isOld || way.isSeen ? undefined : heading[way.isCold ? 'cold' : 'prefetched']
    report(`next page, ${way.name}: press to heading`, middle(own, way, 'heading'), 'ms', bound)
    report('    VitePress', middle(theirs, way, 'heading'), 'ms')
    if (!way.isCold && !way.isOld) {
      const ratio = middle(own, way, 'heading') / middle(theirs, way, 'heading')
      report('    ratio, ours to VitePress', ratio, '', { atMost: 1 / 3 })
    }
    report(`next page, ${way.name}: press to paint`, middle(own, way, 'painted'), 'ms', { atMost: 160 })
    report('    VitePress', middle(theirs, way, 'painted'), 'ms')
  }
}

async function go(
  browser: Browser,
  site: string,
  { isCold = false, isOld = false, isSeen = false }: Way,
): Promise<Gone> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  // Turns on Save-Data, with which both sites do not prefetch.
  if (isCold) await context.addInitScript(saveData)
  try {
    const page = await openSlowed(context, `${site}${from}`)
    if (isSeen) await page.waitForTimeout(sightMs)
    else if (!isCold) await fetchBeforehand(page, isOld)
    return await press(page)
  } finally {
    await context.close()
  }
}

function saveData(): void {
  const { connection } = Object(navigator)
  Object.defineProperty(connection, 'saveData', { value: true })
}

async function openSlowed(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

async function fetchBeforehand(page: Page, isOld: boolean): Promise<void> {
  const link = page.locator(linkTo).first()
  await link.hover()
  if (!isOld) return page.waitForTimeout(restMs)
  await page.waitForTimeout(staleMs)
}

const linkTo = `a[href="${to}"]`

/** Clicks the link. Returns the ms from the click until the heading changes, and until the frame with it is drawn. */
function press(page: Page): Promise<Gone> {
  return page.evaluate((selector) => {
    const { promise, resolve } = Promise.withResolvers<Gone>()
    const before = document.querySelector('h1')?.textContent
    const at = performance.now()
    const observer = new MutationObserver(() => {
      const now = document.querySelector('h1')?.textContent
      if (now === undefined || now === before) return
      observer.disconnect()
      const heading = performance.now() - at
      requestAnimationFrame(() => setTimeout(() => resolve({ heading, painted: performance.now() - at })))
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    document.querySelector<HTMLElement>(selector)?.click()
    return promise
  }, linkTo)
}
