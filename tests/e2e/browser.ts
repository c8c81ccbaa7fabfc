import { afterAll, afterEach, beforeAll, setDefaultTimeout } from 'bun:test'
import { cp, link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import type { Config } from '../../src/config.ts'
import { ingest } from '../../src/content/ingest/ingest.ts'
import { type Db, openDb } from '../../src/db/client.ts'
import { publicFilesOfSources } from '../../src/main/bundle.ts'
import { ingestDeps } from '../../src/main/content.ts'
import { openDatabase } from '../../src/main/databases.ts'
import { serve } from '../../src/main/serve.ts'
import { type Clock, systemClock } from '../../src/market/feed/clock.ts'
import { createFeed } from '../../src/market/feed/create-feed.ts'
import type { Feed } from '../../src/market/feed/feed.ts'
import { putMigrated } from '../migrated.ts'
import { writeFiles } from '../write-files.ts'
import { findChromium } from './chromium.ts'
import { historyDays, openPreparedSite, project, testConfig } from './prepared-site.ts'
import { createVisits, expect, type VisitedSite, type Visitor } from './visits.ts'

export { expect, type Visitor }

export interface SiteOptions {
  /** Files added to the project's own content, by their path in the content folder */
  files?: Record<string, string>
  /** Selects the project's texts to keep, by their path in the content folder; all by default */
  keeps?: (file: string) => boolean
  isDev?: boolean
  /**
   * Default window size; small, because a blur behind a dialog is redrawn at each blink of the cursor and costs time
   * per pixel
   */
  window?: { width: number; height: number }
  /** Whether pages may animate by default */
  hasMotion?: boolean
  /** Whether links are prefetched, as on unmetered connections */
  prefetches?: boolean
  /** Whether prices move: the site has the demo market with three days of history. Otherwise the site has no prices. */
  market?: boolean
  /** Opens a source of prices other than the demo market, together with the site */
  feed?: () => Promise<Feed>
  /** Additional environment variables of the site */
  env?: Record<string, string>
  /** Whether every visit gets a new browser profile, for tests about loading or storage */
  isCold?: boolean
}

export interface Site {
  /**
   * Opens a URL in a clean browser profile and waits until it has loaded. The test fails when any page of the profile
   * logs an error or a warning, throws, fails to load something or scrolls sideways.
   */
  visit(path: string, visitor?: Visitor): Promise<Page>
  /** Returns the absolute URL of a path. */
  url(path: string): string
  /** Reads a text of the site's content. */
  read(file: string): Promise<string>
  /** Folder of the site's databases. */
  dataDir(): string
  /** Opens the site's `app.db`; the caller closes it. */
  openAppDb(): Promise<Db>
  /** Restarts the server at the same URL, with the same databases. */
  restart(): Promise<void>
  /** Changes a text in a copy of the content, as an author would. */
  write(file: string, text: string): Promise<void>
}

const ownContent = join(project, 'content')

interface RunningSite extends VisitedSite {
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
  // Turns off V8's optimizing compilers, which take a tenth of the browser's time: a test page is too short-lived for
  // them. Only work of seconds is still compiled: without that, a sign-in with 18 bits of proof of work took up to a
  // minute.
  '--js-flags=--no-maglev --interrupt-budget=2000000',
  // Renders letters as in browsers with a window: rounded letter widths would move texts when fonts arrive.
  '--font-render-hinting=none',
]

/**
 * Starts a real server before the first test of a file and closes it after the last, and opens the process's browser.
 * Serves the project's content, or a copy when files are added or selected.
 */
export function openSite(options: SiteOptions = {}): Site {
  let running: RunningSite | undefined
  const started = () => {
    if (!running) throw new Error('The site is open while tests run, not before')
    return running
  }
  const visits = createVisits(started, { isCold: options.isCold ?? false, prefetches: options.prefetches ?? false })
  // Raises the default time limit of five seconds, which is meant for functions; a browser on a busy machine takes
  // longer.
  setDefaultTimeout(120_000)
  beforeAll(async () => {
    running = await startSite(options)
  }, 120_000)
  afterEach(async () => {
    expect(await visits.endTest()).toEqual([])
  })
  afterAll(async () => {
    await visits.close()
    await running?.close()
  })

  return {
    visit: (path, visitor = {}) =>
      visits.visit(path, {
        ...(visitor.width === undefined && options.window),
        hasMotion: options.hasMotion ?? false,
        ...visitor,
      }),
    url: (path) => new URL(path, started().url).href,
    read: (file) => readFile(join(started().contentDir, file), 'utf8'),
    dataDir: () => started().dataDir,
    openAppDb: () => openDb({ url: `file:${join(started().dataDir, 'app.db')}` }),
    restart: () => started().restart(),
    write: async (file, text) => {
      const { contentDir } = started()
      if (contentDir === ownContent) throw new Error('Only a site that is given files has a copy of the texts')
      await writeFile(join(contentDir, file), text)
    },
  }
}

/**
 * Skips `-shm` and `-wal` files, which come and go beside a database while it is read: the databases of the prepared
 * site are checkpointed.
 */
const isWhole = (path: string) => !/-(wal|shm)$/.test(path)

async function startSite({
  files,
  keeps,
  isDev = false,
  market = false,
  feed,
  env,
}: SiteOptions): Promise<RunningSite> {
  const home = await mkdtemp(join(tmpdir(), 'kurs-browser-'))
  const dataDir = join(home, 'data')
  const contentDir = files || keeps ? await copyContent(home, files, keeps) : ownContent
  const prepared = await openPreparedSite(join(home, 'prepared'))
  // Ingesting a few texts is faster than removing very many from the prepared site.
  if (keeps) await putEmpty(dataDir)
  else await copyPrepared(prepared.dataDir, dataDir)
  if (market) await cp(prepared.marketDir, dataDir, { recursive: true, filter: isWhole })
  const config = testConfig({ dataDir, contentDir, hasFeed: market || feed !== undefined, env })
  if (contentDir !== ownContent) await ingestHere(config)
  const bundle = isDev ? undefined : prepared.bundle
  const prices = (await feed?.()) ?? (market ? createFeed('demo', { clock: calmClock }) : undefined)
  const start = (PORT = config.PORT) => {
    return serve({ config: { ...config, PORT }, isDev, bundle, historyDays, feed: prices })
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

/**
 * Publishes one price per asset a second instead of four: every open page draws each price, and tests of prices take a
 * tenth less time.
 */
const calmClock: Clock = { ...systemClock, after: (ms, run) => systemClock.after(4 * ms, run) }

/** Copies the databases, and links the pictures, which are hundreds of files that nothing changes once they are whole. */
async function copyPrepared(from: string, to: string): Promise<void> {
  const images = join(from, 'images')
  await cp(from, to, { recursive: true, filter: (path) => isWhole(path) && path !== images })
  await mkdir(join(to, 'images'), { recursive: true })
  const names = await readdir(images)
  await Promise.all(names.map((name) => link(join(images, name), join(to, 'images', name))))
}

async function putEmpty(dataDir: string): Promise<void> {
  await mkdir(dataDir)
  await Promise.all((['app', 'content', 'market'] as const).map((name) => putMigrated(name, dataDir)))
}

/**
 * Ingests the content before the server starts: the server's own ingest thread would load all its code for each site.
 */
async function ingestHere(config: Config): Promise<void> {
  const db = await openDatabase(config, 'content')
  await ingest(ingestDeps({ config, db, publicFiles: publicFilesOfSources }))
  await db.close()
}

async function copyContent(
  home: string,
  files: Record<string, string> = {},
  keeps: (file: string) => boolean = () => true,
): Promise<string> {
  const folder = join(home, 'content')
  const isKept = async (path: string) => (await stat(path)).isDirectory() || keeps(relative(ownContent, path))
  await cp(ownContent, folder, { recursive: true, filter: isKept })
  await writeFiles(folder, files)
  return folder
}

let opened: Browser | undefined

/**
 * Opens one browser per test process, because starting a browser costs as much as a short test. The browser exits with
 * the process.
 */
async function openBrowser(): Promise<Browser> {
  if (opened?.isConnected()) return opened
  const executablePath = findChromium()
  opened = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments })
  return opened
}
