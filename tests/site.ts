import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type App, createApp } from '../src/app.tsx'
import { createGuardDeps } from '../src/auth/middleware.ts'
import { createHighlighter } from '../src/content/highlight.ts'
import { createImageMaker } from '../src/content/ingest/images.ts'
import { type IngestReport, ingest } from '../src/content/ingest/ingest.ts'
import { createLibraryKeeper } from '../src/content/library.ts'
import { createQueryReader } from '../src/content/query/reader.ts'
import { type Db, openDb } from '../src/db/client.ts'
import { migrateDb } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'
import { createLogger } from '../src/http/logger.ts'
import { createPageCache, type PageCache } from '../src/http/page-cache.ts'
import { filesIn, type ReadStaticFile } from '../src/http/static-files.ts'
import { type AlertWatcher, watchAlerts } from '../src/market/alerts/watch-alerts.ts'
import type { Feed } from '../src/market/feed/feed.ts'
import type { Market } from '../src/market/market.ts'
import { openMarket } from '../src/market/open-market.ts'
import { createTestFeed } from './doubles/feed.ts'

export interface TestSite {
  app: App
  /** `content.db` as the site reads it */
  db: Db
  /** `app.db` */
  appDb: Db
  /** Follows the given feed; without one there are no prices */
  market: Market
  /** Lets alerts fire; there where a feed is given */
  alerts: AlertWatcher | undefined
  contentDir: string
  dataDir: string
  pages: PageCache
  /** Every line the site has logged */
  logged(): string
  /** Writes files below the content folder (null removes one) and ingests. */
  edit(files: Record<string, string | Uint8Array | null>): Promise<IngestReport>
  ingest(): Promise<IngestReport>
  close(): Promise<void>
}

export interface TestSiteOptions {
  /** An existing content folder instead of `files` */
  contentDir?: string
  files?: Record<string, string | Uint8Array>
  siteUrl?: string
  editUrl?: string
  /** Whether anybody may register; they may unless given */
  isOpen?: boolean
  /** ms UTC */
  now?: () => number
  publicFiles?: ReadStaticFile
  /** Where prices come from; nowhere unless given */
  feed?: Feed
  /** Whether a proxy stands in front; none does unless given */
  trustsProxy?: boolean
}

const publicDir = join(import.meta.dir, '../public')
const category = (title: string) => `title: ${title}\ndescription: ${title}.\nicon: i-lucide-folder\n`

/** The least content that a blog needs: one category in both languages. */
export const categories = {
  'ru/categories/news.yml': category('Новости'),
  'en/categories/news.yml': category('News'),
}

/** A whole site with content, databases and data folder of its own; asked through its front door. */
export async function createTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kurs-test-'))
  const contentDir = options.contentDir ?? join(dataDir, 'content')
  await mkdir(contentDir, { recursive: true })
  await writeFiles(contentDir, options.files ?? {})
  const open = async (name: 'app' | 'content' | 'market') => {
    const db = await openDb({ url: `file:${join(dataDir, `${name}.db`)}` })
    await migrateDb(db, migrations[name])
    return db
  }
  const databases = { app: await open('app'), content: await open('content'), market: await open('market') }
  const reader = await openDb({ url: `file:${join(dataDir, 'content.db')}`, readOnly: true })
  const publicFiles = options.publicFiles ?? filesIn(publicDir)
  const deps = {
    db: databases.content,
    contentDir,
    images: createImageMaker({
      readPublicFile: async (path) => (await publicFiles(path))?.bytes,
      // Named by contents, so every test may use what another has made.
      imagesDir: join(tmpdir(), 'kurs-test-images'),
    }),
    highlighter: createHighlighter(),
    now: options.now ?? Date.now,
  }
  const library = createLibraryKeeper(reader)
  const queries = createQueryReader(reader)
  const pages = createPageCache()
  library.onChange(pages.clear)
  let lines = ''
  const log = createLogger({
    level: 'info',
    write: (text) => {
      lines += text
    },
    holdMs: 0,
  })
  const market = await openMarket({
    db: databases.market,
    feed: options.feed ?? createTestFeed(),
    follows: options.feed !== undefined,
    now: options.now,
    log,
  })
  const alerts = options.feed && watchAlerts({ db: databases.app, market, log, now: options.now })
  const app = createApp({
    log,
    site: {
      db: reader,
      library,
      pages,
      assets: { css: '/assets/test.css', appCss: '/assets/app-test.css', js: '/assets/test.js', fonts: [] },
      siteUrl: options.siteUrl ?? 'https://kurs.test',
      sources: { editUrl: options.editUrl },
      ticker: { url: '', path: '/socket.io/' },
      buildId: 'test',
      isDev: false,
    },
    auth: createGuardDeps({
      db: databases.app,
      secret: 'a secret of nobody but this test',
      siteUrl: options.siteUrl ?? 'https://kurs.test',
      isOpen: options.isOpen ?? true,
      now: options.now,
    }),
    ops: { databases, contentVersion: async () => (await library.current()).version },
    market,
    onAlertMade: (alert) => alerts?.add(alert),
    queries,
    files: publicFiles,
    trustsProxy: options.trustsProxy ?? false,
  })
  const ingestAll = async () => {
    const report = await ingest(deps)
    await library.current()
    await library.refresh()
    return report
  }
  await ingestAll()
  return {
    app,
    db: reader,
    appDb: databases.app,
    market,
    alerts,
    contentDir,
    dataDir,
    pages,
    logged: () => {
      log.flush()
      return lines
    },
    edit: async (files) => {
      await writeFiles(contentDir, files)
      return ingestAll()
    },
    ingest: ingestAll,
    close: async () => {
      await pages.settled()
      await alerts?.close()
      await market.close()
      await queries.close()
      for (const db of [reader, ...Object.values(databases)]) await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function writeFiles(folder: string, files: Record<string, string | Uint8Array | null>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    if (content === null) await rm(path)
    else await writeFile(path, content)
  }
}

/** A page's Markdown with its front matter. */
export function page(fields: Record<string, unknown>, text = 'Text.'): string {
  const lines = Object.entries({ title: 'Page', description: 'What it is about.', ...fields })
  return `---\n${lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n')}\n---\n\n${text}\n`
}
