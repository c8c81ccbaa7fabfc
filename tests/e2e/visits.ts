import type { Browser, BrowserContext, Page, Response } from 'playwright'
import { expect as playwrightExpect } from 'playwright/test'
import { type KeptTab, keepTab } from './kept-tab.ts'

/** How long anything that a page should do may take. */
const patienceMs = 60_000

/** Playwright's assertions, which wait until they hold; with more patience than usual, for machines that are busy. */
export const expect = playwrightExpect.configure({ timeout: patienceMs })

export interface Visitor {
  /** Status that the address answers with; 200 unless given */
  status?: number
  javaScript?: boolean
  colorScheme?: 'light' | 'dark'
  /** Of the window, px: 1440 unless given, as the height is 900; narrow ones are as high as a telephone */
  width?: number
  height?: number
  /** Whether things may move: fading from page to page alone is a fifth of what pages cost that are gone through */
  hasMotion?: boolean
  /** What the browser asks for in Accept-Language */
  locale?: string
  permissions?: string[]
  /** Session that the profile is signed in with, as its cookie says it */
  session?: string
  /** Runs in every page before the page's own scripts */
  prepare?: () => void
  /** Is told of everything that the profile's pages load */
  onResponse?: (response: Response) => void
  /** Complaints that the test itself provokes */
  provokes?: RegExp
  /** Name of a profile that outlives the test: the next one that names it finds what was kept, and no open page */
  profile?: string
  /** A page whose browser profile this one shares: another tab */
  beside?: Page
  /** A page to go on in, with this window and colour mode, instead of a new one */
  tab?: Page
  /** The page is handed over when its first bytes are there, instead of loaded */
  isLoading?: boolean
}

/** One browser profile and everything that went wrong in it. */
interface Visit {
  context: BrowserContext
  /** What visitors have to have in common to be in this profile after each other; nothing when it is for one alone */
  kind: string | undefined
  /** Begins another visitor's visit in a profile that is as good as new. */
  begin(visitor: Visitor): Promise<void>
  open(path: string, visitor: Visitor): Promise<Page>
  /** Closes its pages and goes online; gives what went wrong since the last time. */
  rest(): Promise<string[]>
  /** Makes its page as good as new, if that can be done; gives what went wrong, and whether it could. */
  renew(): Promise<{ problems: string[]; isNew: boolean }>
  end(): Promise<string[]>
}

/** Everybody who visits one site. */
export interface Visits {
  visit(path: string, visitor: Visitor): Promise<Page>
  /** Ends the visits of a test; gives what went wrong in them. */
  endTest(): Promise<string[]>
  close(): Promise<void>
}

export interface VisitedSite {
  browser: Browser
  url: string
}

export interface VisitsOptions {
  /** Whether every visit has a profile that was never used, with nothing in its cache */
  isCold: boolean
  /** Whether pages behind links are fetched beforehand: each visit would cost several */
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

/** Whoever names a profile has one alone. */
function kindOf(visitor: Visitor): string | undefined {
  const { javaScript = true, locale = 'ru-RU', permissions = [], prepare, profile } = visitor
  if (profile) return undefined
  return `${locale} ${javaScript} ${permissions} ${prepare} ${seesLoading(visitor)}`
}

/** Whether it counts what a visit loads: nothing of it comes from the browser's cache. */
const seesLoading = ({ prepare, onResponse }: Visitor) => prepare !== undefined || onResponse !== undefined

interface StartedSite extends VisitedSite {
  prefetches: boolean
}

async function startVisit(site: StartedSite, first: Visitor, kind: string | undefined): Promise<Visit> {
  const { browser, url, prefetches } = site
  const { javaScript = true, locale = 'ru-RU', permissions = [] } = first
  const context = await browser.newContext({ javaScriptEnabled: javaScript, locale, permissions })
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
    // What its page says when it is taken away is the doing of no test: such as a socket that was still connecting.
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

/** What a page still asks for when its test has ended is answered by nobody: that is the doing of no test either. */
const unheard = { behavior: 'ignoreErrors' } as const

/**
 * A blur behind a dialog is drawn anew at each blink of its cursor, by the processor: a third of what its tests cost. That of
 * the header costs a third of what goes into drawing pages; without it the header still holds what is fixed inside of it.
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

/** Nobody types as soon as tests do: what listens, and what asks the server by itself, comes a moment after the page. */
async function wired(page: Page): Promise<void> {
  await page
    .locator(wiredPage)
    .waitFor({ state: 'attached', timeout: 20_000 })
    .catch(() => undefined)
}

/** As on a line that is paid for by the byte */
function saveData(): void {
  const { connection } = Object(navigator)
  if (connection) Object.defineProperty(connection, 'saveData', { value: true })
}

/** Said of pages that stay for seconds, of pictures that the cache had too: a matter of how busy the machine is. */
const unusedPicture = /\.(avif|webp|png|jpg|svg)\S* was preloaded using link preload but not used/

interface Listened {
  /** Addresses whose failures are no problem */
  refused: Set<string>
  /** Whether nothing in it was ever used */
  isCold: boolean
}

/** Reports whatever goes wrong in a profile. */
function listen(context: BrowserContext, { refused, isCold }: Listened, report: (problem: string) => void): void {
  context.on('console', (message) => {
    const { url: from } = message.location()
    if (!isCold && unusedPicture.test(message.text())) return
    if (['error', 'warning'].includes(message.type()) && !refused.has(from)) report(`${message.text()} (${from})`)
  })
  context.on('weberror', (error) => report(`${error.error()} ${error.error().stack}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A page that is left, or a question that a newer one replaces, breaks off what was still on its way.
    if (reason !== 'net::ERR_ABORTED') report(`${request.url()}: ${reason}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400 && !refused.has(response.url())) report(`${response.url()}: ${response.status()}`)
  })
}

/** A page that is still on its way has no styles yet, and may have complaints to come. */
async function finish(page: Page, report: (problem: string) => void): Promise<void> {
  await page.waitForLoadState().catch(() => report(`${page.url()} is never loaded`))
  await checkWidth(page, report)
}

async function checkWidth(page: Page, report: (problem: string) => void): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  const { width } = page.viewportSize() ?? {}
  if (excess > 0) report(`${page.url()} scrolls sideways by ${excess} px in a window of ${width} px`)
}
