import type { Browser, BrowserContext, Page, Response } from 'playwright'
import { expect as playwrightExpect } from 'playwright/test'
import { type KeptTab, keepTab } from './kept-tab.ts'

/** Time limit for anything that a page should do, ms. */
const patienceMs = 60_000

/** Playwright's retrying assertions, with a longer timeout for busy machines. */
export const expect = playwrightExpect.configure({ timeout: patienceMs })

export interface Visitor {
  /** Expected HTTP status of the page; 200 by default */
  status?: number
  javaScript?: boolean
  colorScheme?: 'light' | 'dark'
  /** Window size, px: 1440 × 900 by default; narrow windows have the height of a phone */
  width?: number
  height?: number
  /**
   * Whether pages may animate; off by default, because fades between pages alone are a fifth of the cost of navigation
   */
  hasMotion?: boolean
  /** Preferred language of the browser, sent as Accept-Language */
  locale?: string
  permissions?: string[]
  /** Whether the screen is a touch screen */
  hasTouch?: boolean
  /** Session token set as the profile's cookie */
  session?: string
  /** Runs in every page before the page's own scripts */
  prepare?: () => void
  /** Called for every response that the profile's pages receive */
  onResponse?: (response: Response) => void
  /** Pattern of messages that the test itself provokes */
  provokes?: RegExp
  /**
   * Name of a profile that outlives the test: the next visitor with this name finds the stored data, and no open page
   */
  profile?: string
  /** A page of another visitor, in whose browser profile the visitor opens a new tab */
  beside?: Page
  /** An open page in which the visit continues with this window and color mode, instead of a new page */
  tab?: Page
  /** Returns the page after its first bytes instead of after loading */
  isLoading?: boolean
}

/** One browser profile and the problems found on its pages. */
interface Visit {
  context: BrowserContext
  /** Key of the options that visitors must share to use this profile in turn; undefined for an exclusive profile */
  kind: string | undefined
  /** Begins another visitor's visit in a reset profile. */
  begin(visitor: Visitor): Promise<void>
  open(path: string, visitor: Visitor): Promise<Page>
  /** Closes the profile's pages and goes online; returns the problems since the last call. */
  rest(): Promise<string[]>
  /** Resets the profile's page if possible; returns the problems, and whether the reset succeeded. */
  renew(): Promise<{ problems: string[]; isNew: boolean }>
  end(): Promise<string[]>
}

/** All visits to one site, and the profiles that they use. */
export interface Visits {
  visit(path: string, visitor: Visitor): Promise<Page>
  /** Ends the visits of a test; returns their problems. */
  endTest(): Promise<string[]>
  close(): Promise<void>
}

export interface VisitedSite {
  browser: Browser
  url: string
}

export interface VisitsOptions {
  /** Whether every visit gets a new profile with an empty cache */
  isCold: boolean
  /** Whether links are prefetched. Off by default, because each visit would cost as much as several */
  prefetches: boolean
}

export function createVisits(site: () => VisitedSite, { isCold, prefetches }: VisitsOptions): Visits {
  let visits: Visit[] = []
  let free: Visit[] = []
  const lasting = new Map<string, Visit>()
  const startOrTake = async (visitor: Visitor) => {
    const kind = isCold ? undefined : kindOf(visitor)
    const taken = free.find((visit) => kind !== undefined && visit.kind === kind)
    if (!taken) return startVisit({ ...site(), prefetches }, visitor, kind)
    free = free.filter((visit) => visit !== taken)
    await taken.begin(visitor)
    return taken
  }
  const endOrKeep = async (visit: Visit) => {
    if (visit.kind === undefined) return visit.end()
    const { problems, isNew } = await visit.renew()
    if (isNew) free.push(visit)
    else problems.push(...(await visit.end()))
    return problems
  }
  return {
    visit: async (path, visitor) => {
      const shared = (visitor.tab ?? visitor.beside)?.context()
      const known = shared
        ? [...visits, ...lasting.values()].find(({ context }) => context === shared)
        : lasting.get(visitor.profile ?? '')
      const visit = known ?? (await startOrTake(visitor))
      if (!known && visitor.profile) lasting.set(visitor.profile, visit)
      else if (!known) visits.push(visit)
      return visit.open(path, visitor)
    },
    endTest: async () => {
      const ended = visits
      visits = []
      const problems = [
        ...(await Promise.all(ended.map(endOrKeep))),
        ...(await Promise.all(lasting.values().map((visit) => visit.rest()))),
      ]
      return problems.flat()
    },
    close: async () => {
      await Promise.all([...lasting.values(), ...free].map((visit) => visit.end()))
    },
  }
}

/** Returns the key of the options that visitors must share to use one profile. A named profile is never shared. */
function kindOf(visitor: Visitor): string | undefined {
  const { javaScript = true, locale = 'ru-RU', permissions = [], hasTouch = false, prepare, profile } = visitor
  if (profile) return undefined
  return `${locale} ${javaScript} ${permissions} ${hasTouch} ${prepare} ${seesLoading(visitor)}`
}

/** Returns whether the test counts loaded files: then nothing may come from the browser's cache. */
const seesLoading = ({ prepare, onResponse }: Visitor) => prepare !== undefined || onResponse !== undefined

interface StartedSite extends VisitedSite {
  prefetches: boolean
}

async function startVisit(site: StartedSite, first: Visitor, kind: string | undefined): Promise<Visit> {
  const { browser, url, prefetches } = site
  const { javaScript = true, locale = 'ru-RU', permissions = [], hasTouch = false } = first
  const context = await browser.newContext({ javaScriptEnabled: javaScript, locale, permissions, hasTouch })
  context.setDefaultTimeout(patienceMs)
  await context.addInitScript(sharpBackdrops)
  if (!prefetches) await context.addInitScript(saveData)
  let visitor = first
  let kept: KeptTab | undefined
  let waiting: Page | undefined
  const problems: string[] = []
  const refused = new Set<string>()
  let isLeft = false
  const report = (problem: string) => {
    // Ignores messages of a page that is being closed, such as a socket that was still connecting: the test does not
    // cause them.
    if (!isLeft && !visitor.provokes?.test(problem)) problems.push(problem)
  }
  listen(context, { refused, isCold: kind === undefined }, report)
  context.on('response', (response) => {
    if (!isLeft) visitor.onResponse?.(response)
  })
  const begin = async (next: Visitor) => {
    visitor = next
    isLeft = false
    refused.clear()
    if (next.session) await context.addCookies([{ name: 'sid', value: next.session, url }])
  }
  await begin(first)
  const newPage = async ({ prepare }: Visitor) => {
    const page = await context.newPage()
    if (prepare) await page.addInitScript(prepare)
    if (kind !== undefined) kept ??= await keepTab(context, page, { url, forgetsLoaded: seesLoading(first) })
    return page
  }
  const finishAll = () => Promise.all(context.pages().map((page) => finish(page, report)))
  return {
    context,
    kind,
    begin,
    open: async (path, visitor) => {
      const { status = 200, width = 1440, height, colorScheme = 'light', tab, isLoading = false } = visitor
      const page = tab ?? waiting ?? (await newPage(visitor))
      waiting = undefined
      await page.setViewportSize({ width, height: height ?? (width < 600 ? 844 : 900) })
      await page.emulateMedia({ colorScheme, reducedMotion: visitor.hasMotion ? 'no-preference' : 'reduce' })
      const address = new URL(path, url).href
      if (status >= 400) refused.add(address)
      const response = await page.goto(address, { waitUntil: isLoading ? 'commit' : 'load' })
      expect(response?.status(), address).toBe(status)
      if (!isLoading) await checkWidth(page, report)
      if (!isLoading && javaScript && status < 400) await wired(page)
      return page
    },
    rest: async () => {
      for (const page of context.pages()) {
        await finish(page, report)
        await page.unrouteAll(unheard)
        await page.close()
      }
      await context.setOffline(false)
      return problems.splice(0)
    },
    renew: async () => {
      await finishAll()
      isLeft = true
      if (kept && !kept.isSpent() && (await kept.renew())) waiting = kept.page
      return { problems: problems.splice(0), isNew: waiting !== undefined }
    },
    end: async () => {
      if (!isLeft) await finishAll()
      await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll(unheard)))
      await context.close()
      return problems
    },
  }
}

/** Ignores errors of requests that are unanswered when the test ends; the test does not cause them. */
const unheard = { behavior: 'ignoreErrors' } as const

/**
 * Removes backdrop blurs, which are drawn by the processor. A blur behind a dialog is redrawn at each blink of the
 * cursor, a third of the cost of its tests; the header's blur is a third of all drawing. `will-change` keeps the header
 * the containing block of its fixed children.
 */
function sharpBackdrops(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    ::backdrop { backdrop-filter: none !important }
    .site-header { backdrop-filter: none !important; will-change: backdrop-filter }
  `)
  document.adoptedStyleSheets.push(sheet)
}

const wiredPage = [
  'html:not(:has(script[type=module]))',
  'html[data-behaviors][data-htmx]',
  'html[data-behaviors]:not(:has([hx-get]:not([data-waits] *), [hx-post]:not([data-waits] *)))',
].join()

/**
 * Waits until the page's scripts and their first requests are ready: scripts start a moment after the page, and tests
 * type faster than people.
 */
async function wired(page: Page): Promise<void> {
  await page
    .locator(wiredPage)
    .waitFor({ state: 'attached', timeout: 20_000 })
    .catch(() => undefined)
}

/** Simulates a metered connection, on which links are not prefetched */
function saveData(): void {
  const { connection } = Object(navigator)
  if (connection) Object.defineProperty(connection, 'saveData', { value: true })
}

/** A warning that long-open pages log even for cached pictures; its appearance depends on how busy the machine is. */
const unusedPicture = /\.(avif|webp|png|jpg|svg)\S* was preloaded using link preload but not used/

interface Listened {
  /** URLs whose failed requests do not count as problems */
  refused: Set<string>
  /** Whether the profile has just been created, with an empty cache */
  isCold: boolean
}

/** Reports every problem that occurs in a profile. */
function listen(context: BrowserContext, { refused, isCold }: Listened, report: (problem: string) => void): void {
  context.on('console', (message) => {
    const { url: from } = message.location()
    if (!isCold && unusedPicture.test(message.text())) return
    if (['error', 'warning'].includes(message.type()) && !refused.has(from)) report(`${message.text()} (${from})`)
  })
  context.on('weberror', (error) => report(`${error.error()} ${error.error().stack}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Ignores aborted requests: leaving a page, or replacing a request by a newer one, aborts pending requests.
    if (reason !== 'net::ERR_ABORTED') report(`${request.url()}: ${reason}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400 && !refused.has(response.url())) report(`${response.url()}: ${response.status()}`)
  })
}

/** Waits for the end of loading: until then the page lacks styles, and problems may still be reported. */
async function finish(page: Page, report: (problem: string) => void): Promise<void> {
  await page.waitForLoadState().catch(() => report(`${page.url()} is never loaded`))
  await checkWidth(page, report)
}

async function checkWidth(page: Page, report: (problem: string) => void): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  if (excess > 0) report(`${page.url()} scrolls sideways by ${excess} px at ${page.viewportSize()?.width} px`)
}
