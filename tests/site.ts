import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AlertWatcher } from '../src/alerts/watch-alerts.ts'
import type { App } from '../src/app/app.ts'
import type { PasswordCost } from '../src/auth/secrets/password.ts'
import { readConfig, siteUrlOf } from '../src/config.ts'
import { type IngestReport, ingest } from '../src/content/ingest/ingest.ts'
import type { Db } from '../src/db/client.ts'
import type { Events } from '../src/events/events.ts'
import type { PageCache } from '../src/http/page-cache.ts'
import { filesIn, type ReadStaticFile } from '../src/http/static-files.ts'
import { startFeed } from '../src/main/parts/feed.ts'
import { openShared } from '../src/main/shared.ts'
import { openSite } from '../src/main/site.ts'
import type { Feed } from '../src/market/feed/feed.ts'
import type { Market } from '../src/market/market.ts'
import { createTestFeed } from './doubles/feed.ts'
import { putMigrated } from './migrated.ts'
import { cheapPasswords } from './password-cost.ts'
import { patientLimits } from './patient-limits.ts'
import { withoutRest } from './test-market.ts'
import { type Visitor, visitorOf } from './visitor.ts'
import { writeFiles } from './write-files.ts'

/** A site under test. Its own requests are those of a visitor who is not signed in. */
export interface TestSite extends Visitor {
  app: App
  /** Returns a visitor with the given session cookie. */
  as(person: { cookie: string }): Visitor
  /** Database `content.db` as the site reads it */
  db: Db
  appDb: Db
  events: Events
  /** Prices of the given feed; without a feed the market is empty */
  market: Market
  /** Watcher that fires price alerts; present when a feed is given */
  alerts: AlertWatcher | undefined
  contentDir: string
  dataDir: string
  pages: PageCache
  drawPreviews(): Promise<void>
  /** Returns every line that the site has logged */
  logged(): string
  /** Writes files below the content folder (null removes one) and ingests. */
  edit(files: Record<string, string | Uint8Array | null>): Promise<IngestReport>
  ingest(): Promise<IngestReport>
  close(): Promise<void>
}

export interface TestSiteOptions {
  /** An existing content folder instead of `files` */
  contentDir?: string
  /** Existing data folder that is copied; by default the site starts with an empty one */
  data?: string
  files?: Record<string, string | Uint8Array>
  siteUrl?: string
  editUrl?: string
  /** Whether registration is open; true by default */
  isOpen?: boolean
  /** Cost of password hashing; minimal by default */
  passwordCost?: PasswordCost
  /** Clock of the site, ms UTC */
  now?: () => number
  publicFiles?: ReadStaticFile
  /** Source of prices; the site has none by default */
  feed?: Feed
  /** Whether the site runs behind a trusted proxy; false by default */
  trustsProxy?: boolean
  /** Additional environment variables of the site */
  env?: Record<string, string>
  /** Whether the site runs in development mode */
  isDev?: boolean
}

const publicDir = join(import.meta.dir, '../public')
const category = (title: string) => `title: ${title}\ndescription: ${title}.\nicon: i-lucide-folder\n`

/** Minimal content that a blog needs: one category in both languages. */
export const categories = {
  'ru/categories/news.yml': category('Новости'),
  'en/categories/news.yml': category('News'),
}

/** Asset URLs for pages that no browser will load */
export const assets = {
  css: '/assets/test.css',
  appCss: '/assets/app-test.css',
  adminCss: '/assets/admin-test.css',
  visitorCss: { account: '/assets/account.css', bots: '/assets/bots.css', charts: '/assets/charts.css' },
  js: '/assets/test.js',
  fonts: { text: '/t.woff2', latinCode: '/l.woff2', cyrillicCode: '/c.woff2' },
  buildId: 'test',
}

/**
 * Creates the application of the role `web` with separate content, databases and data folder, without its port and its
 * jobs. With a feed, it has the role `feed` too, as a process does.
 */
export async function createTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kurs-test-'))
  const contentDir = options.contentDir ?? join(dataDir, 'content')
  if (options.data) await cp(options.data, dataDir, { recursive: true })
  else await Promise.all((['app', 'content', 'market'] as const).map((name) => putMigrated(name, dataDir)))
  await mkdir(contentDir, { recursive: true })
  await writeFiles(contentDir, options.files ?? {})
  let lines = ''
  const shared = openShared({
    config: testConfig(dataDir, contentDir, options),
    isDev: options.isDev,
    feed: options.feed ?? createTestFeed(),
    now: options.now,
    rest: withoutRest,
    logTo: (text) => {
      lines += text
    },
  })
  const feed = options.feed && (await startFeed(shared))
  const site = await openSite(shared, {
    bundle: { assets, publicFiles: options.publicFiles ?? filesIn(publicDir) },
    // File names are derived from the content, so tests can share generated images.
    imagesDir: options.data ? join(dataDir, 'images') : join(tmpdir(), 'kurs-test-images'),
    passwordCost: options.passwordCost ?? cheapPasswords,
    queryLimits: patientLimits,
  })
  const ingestAll = async () => {
    const report = await ingest(site.ingestDeps)
    site.keepProblems(report.problems)
    await site.library.current()
    await site.library.refresh()
    return report
  }
  await ingestAll()
  const app = ofManyNetworks(site.createApp(siteUrlOf(shared.config)))
  return {
    ...visitorOf(app.request),
    app,
    as: (person) => visitorOf(app.request, person),
    db: await shared.databases.contentReader(),
    appDb: await shared.databases.app(),
    events: shared.events,
    market: await shared.market(),
    alerts: feed?.alerts,
    contentDir,
    dataDir,
    pages: site.pages,
    drawPreviews: site.drawPreviews,
    logged: () => {
      shared.log.flush()
      return lines
    },
    edit: async (files) => {
      await writeFiles(contentDir, files)
      return ingestAll()
    },
    ingest: ingestAll,
    close: async () => {
      await site.close()
      await feed?.close()
      await shared.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let networks = 0

/** Sends every request from a new network, so that tests do not share rate limits. */
function ofManyNetworks(app: App): App {
  const request: App['request'] = async (path, init) => {
    const network = ++networks
    const address = `11.${network >> 16}.${(network >> 8) & 255}.${network & 255}`
    return app.fetch(new Request(new URL(path, 'http://localhost'), init), () => address)
  }
  return { ...app, request }
}

function testConfig(dataDir: string, contentDir: string, options: TestSiteOptions) {
  const { siteUrl = 'https://kurs.test', editUrl, isOpen = true, trustsProxy = false, feed } = options
  return readConfig({
    // Limits the history: the site requests every day of every asset, and tests that need more days set this
    // themselves.
    HISTORY_DAYS: '2',
    ...options.env,
    DATA_DIR: dataDir,
    CONTENT_DIR: contentDir,
    SITE_URL: siteUrl,
    EDIT_URL: editUrl,
    SECRET: 'a secret of nobody but this test',
    SIGN_UP: isOpen ? 'open' : 'closed',
    TRUST_PROXY: trustsProxy ? '1' : '0',
    ROLES: feed ? 'web,feed' : 'web',
  })
}

/** Returns a page's Markdown with its front matter. */
export function page(fields: Record<string, unknown>, text = 'Text.'): string {
  const lines = Object.entries({ title: 'Page', description: 'What it is about.', ...fields })
  return `---\n${lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n')}\n---\n\n${text}\n`
}
