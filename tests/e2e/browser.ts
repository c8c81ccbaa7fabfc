import { afterAll, afterEach, beforeAll, setDefaultTimeout } from 'bun:test'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, type Response } from 'playwright'
import { expect as playwrightExpect } from 'playwright/test'
import { serve } from '../../src/main/serve.ts'
import type { Feed } from '../../src/market/feed/feed.ts'
import { writeFiles } from '../write-files.ts'
import { findChromium } from './chromium.ts'
import { openPreparedSite, project, testConfig } from './prepared-site.ts'

/** How long anything that a page should do may take. */
const patienceMs = 120_000

/** Playwright's assertions, which wait until they hold; with more patience than usual, for machines that are busy. */
export const expect = playwrightExpect.configure({ timeout: patienceMs })

export interface SiteOptions {
  /** Files beside the project's own content, by their path in the content folder */
  files?: Record<string, string>
  /** Which of the project's own texts there are, by their path in the content folder; all unless given */
  keeps?: (file: string) => boolean
  isDev?: boolean
  /** Of the windows, where nothing else is asked for: a blur behind a dialog costs by the pixel, at each blink of the cursor */
  window?: { width: number; height: number }
  /** Whether prices move: the demo market with three days behind it. Without it there are none. */
  market?: boolean
  /** Another source of prices than the demo market, opened when the site is */
  feed?: () => Promise<Feed>
}

export interface Visitor {
  /** Status that the address answers with; 200 unless given */
  status?: number
  javaScript?: boolean
  colorScheme?: 'light' | 'dark'
  /** Of the window, px: 1440 unless given, as the height is 900; narrow ones are as high as a telephone */
  width?: number
  height?: number
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

export interface Site {
  /**
   * Opens an address in a browser profile of its own and waits until it has loaded. The test fails when any page of
   * the profile logs an error or a warning, throws, fails to load something or scrolls sideways.
   */
  visit(path: string, visitor?: Visitor): Promise<Page>
  /** The absolute address of a path. */
  url(path: string): string
  /** A text of the site's content. */
  read(file: string): Promise<string>
  /** Folder of the site's databases. */
  dataDir(): string
  /** Stops the server and starts another at the same address, over the same databases. */
  restart(): Promise<void>
  /** Changes a text of the site's content, as its author would. */
  write(file: string, text: string): Promise<void>
}

interface RunningSite {
  browser: Browser
  url: string
  contentDir: string
  dataDir: string
  restart(): Promise<void>
  close(): Promise<void>
}

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As windows draw letters: rounded widths would move texts when fonts arrive.
  '--font-render-hinting=none',
]

/**
 * A real server over a copy of the project's content for the tests of one file, started before the first and closed
 * after the last, and the process's browser.
 */
export function openSite(options: SiteOptions = {}): Site {
  let running: RunningSite | undefined
  let visits: Visit[] = []
  const lasting = new Map<string, Visit>()
  const started = () => {
    if (!running) throw new Error('The site is open while tests run, not before')
    return running
  }
  // The usual five seconds are for functions; a browser on a busy machine takes longer.
  setDefaultTimeout(600_000)
  beforeAll(async () => {
    running = await startSite(options)
  }, 600_000)
  afterEach(async () => {
    const ended = visits
    visits = []
    const problems = [
      ...(await Promise.all(ended.map((visit) => visit.end()))),
      ...(await Promise.all(lasting.values().map((visit) => visit.rest()))),
    ]
    expect(problems.flat()).toEqual([])
  })
  afterAll(async () => {
    await Promise.all(lasting.values().map((visit) => visit.end()))
    await running?.close()
  })

  return {
    visit: async (path, visitor = {}) => {
      const shared = (visitor.tab ?? visitor.beside)?.context()
      const known = shared
        ? [...visits, ...lasting.values()].find(({ context }) => context === shared)
        : lasting.get(visitor.profile ?? '')
      const visit = known ?? (await startVisit(started(), visitor))
      if (!known && visitor.profile) lasting.set(visitor.profile, visit)
      else if (!known) visits.push(visit)
      return visit.open(path, { ...(visitor.width === undefined && options.window), ...visitor })
    },
    url: (path) => new URL(path, started().url).href,
    read: (file) => readFile(join(started().contentDir, file), 'utf8'),
    dataDir: () => started().dataDir,
    restart: () => started().restart(),
    write: (file, text) => writeFile(join(started().contentDir, file), text),
  }
}

/** One browser profile and everything that went wrong in it. */
interface Visit {
  context: BrowserContext
  open(path: string, visitor: Visitor): Promise<Page>
  /** Closes its pages and goes online; gives what went wrong since the last time. */
  rest(): Promise<string[]>
  end(): Promise<string[]>
}

async function startVisit({ browser, url }: RunningSite, visitor: Visitor): Promise<Visit> {
  const { javaScript = true, locale = 'ru-RU', permissions = [] } = visitor
  const context = await browser.newContext({ javaScriptEnabled: javaScript, locale, permissions })
  context.setDefaultTimeout(patienceMs)
  if (visitor.session) await context.addCookies([{ name: 'sid', value: visitor.session, url }])
  const problems: string[] = []
  const refused = new Set<string>()
  const report = (problem: string) => {
    if (!visitor.provokes?.test(problem)) problems.push(problem)
  }
  context.on('console', (message) => {
    const { url: from } = message.location()
    if (['error', 'warning'].includes(message.type()) && !refused.has(from)) report(`${message.text()} (${from})`)
  })
  context.on('weberror', (error) => report(`${error.error()} ${error.error().stack}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A page that is left, or a question that a newer one replaces, breaks off what was still on its way.
    if (reason !== 'net::ERR_ABORTED') report(`${request.url()}: ${reason}`)
  })
  context.on('response', (response) => {
    visitor.onResponse?.(response)
    if (response.status() >= 400 && !refused.has(response.url())) report(`${response.url()}: ${response.status()}`)
  })
  /** A page that is still on its way has no styles yet, and may have complaints to come. */
  const finish = async (page: Page) => {
    await page.waitForLoadState().catch(() => report(`${page.url()} is never loaded`))
    await checkWidth(page)
  }
  const checkWidth = async (page: Page) => {
    const excess = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    const { width } = page.viewportSize() ?? {}
    if (excess > 0) report(`${page.url()} scrolls sideways by ${excess} px in a window of ${width} px`)
  }
  return {
    context,
    open: async (
      path,
      { status = 200, width = 1440, height, colorScheme = 'light', prepare, tab, isLoading = false },
    ) => {
      const page = tab ?? (await context.newPage())
      if (prepare && !tab) await page.addInitScript(prepare)
      await page.setViewportSize({ width, height: height ?? (width < 600 ? 844 : 900) })
      await page.emulateMedia({ colorScheme })
      const address = new URL(path, url).href
      if (status >= 400) refused.add(address)
      const response = await page.goto(address, { waitUntil: isLoading ? 'commit' : 'load' })
      expect(response?.status(), address).toBe(status)
      if (!isLoading) await checkWidth(page)
      return page
    },
    rest: async () => {
      for (const page of context.pages()) {
        await finish(page)
        await page.close()
      }
      await context.setOffline(false)
      return problems.splice(0)
    },
    end: async () => {
      for (const page of context.pages()) await finish(page)
      await context.close()
      return problems
    },
  }
}

async function startSite({
  files = {},
  keeps = () => true,
  isDev = false,
  market = false,
  feed,
}: SiteOptions): Promise<RunningSite> {
  const home = await mkdtemp(join(tmpdir(), 'kurs-browser-'))
  const contentDir = join(home, 'content')
  const dataDir = join(home, 'data')
  const own = join(project, 'content')
  const isKept = async (path: string) => (await stat(path)).isDirectory() || keeps(relative(own, path))
  await cp(own, contentDir, { recursive: true, filter: isKept })
  await writeFiles(contentDir, files)
  const prepared = await openPreparedSite(join(home, 'prepared'))
  await cp(prepared.dataDir, dataDir, { recursive: true })
  const config = testConfig({ dataDir, contentDir, hasFeed: market || feed !== undefined })
  const bundle = isDev ? undefined : prepared.bundle
  const prices = await feed?.()
  const start = (PORT = config.PORT) => {
    return serve({ config: { ...config, PORT }, isDev, bundle, historyDays: 3, feed: prices })
  }
  let server = await start()
  const browser = await openBrowser()
  return {
    browser,
    contentDir,
    dataDir,
    url: server.url,
    restart: async () => {
      const { port } = server
      await server.close()
      server = await start(port)
    },
    close: async () => {
      await server.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

let opened: Browser | undefined

/** One for all files of a process: starting it costs as much as a short test. It ends with the process. */
async function openBrowser(): Promise<Browser> {
  if (opened?.isConnected()) return opened
  const executablePath = findChromium()
  opened = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments })
  return opened
}
