import { createApp } from '../app.tsx'
import { newLink } from '../auth/link.ts'
import { hasAdministrators } from '../auth/link-queries.ts'
import { createGuardDeps } from '../auth/middleware.ts'
import { type Config, readSecret } from '../config.ts'
import { type IngestReport, ingest } from '../content/ingest/ingest.ts'
import { watchContent } from '../content/ingest/watch.ts'
import { createLibraryKeeper, type LibraryKeeper } from '../content/library.ts'
import { createQueryReader } from '../content/query/reader.ts'
import type { Db } from '../db/client.ts'
import { createLogger, type Logger } from '../http/logger.ts'
import { createPageCache } from '../http/page-cache.ts'
import { filesIn, type ReadStaticFile } from '../http/static-files.ts'
import { locales, localised } from '../i18n/locales.ts'
import { watchAlerts } from '../market/alerts/watch-alerts.ts'
import type { BinanceAddresses } from '../market/feed/binance.ts'
import { createFeed } from '../market/feed/create-feed.ts'
import { openMarket } from '../market/open-market.ts'
import { onOldPrices } from '../market/strip/old-prices.ts'
import { tickerPath } from '../market/ticker/ticker.ts'
import { paths } from '../paths.ts'
import { createDevChanges } from '../site/dev-routes.ts'
import { type Bundle, sourceBundle } from './bundle.ts'
import { imagesDirOf, ingestDeps, ingestOnTerminal } from './content.ts'
import { openDatabases } from './databases.ts'
import { startDevBuild } from './dev-build.ts'
import { openTicker } from './ticker.ts'

/** How often the server looks whether another process has changed the content, ms. */
const refreshEveryMs = 1000
/** The longest a timer can wait: a later publication is scheduled again when it fires. */
const longestTimerMs = 2 ** 31 - 1

export interface ServeOptions {
  config: Config
  isDev: boolean
  /** What the binary carries; built from the sources unless given */
  bundle?: Bundle | undefined
  /** How far back the market's history reaches, days; 90 unless given */
  historyDays?: number | undefined
  /** Where binance is; the real one unless given */
  binance?: BinanceAddresses | undefined
  /** Where log lines go: the standard output unless given */
  logTo?: (lines: string) => void
}

export interface RunningServer {
  url: string
  /** Where the first administrator is made; only while there is none */
  setupUrl: string | undefined
  port: number
  log: Logger
  close(): Promise<void>
}

/** Starts everything in order: databases, migrations, assets, content, then the socket. `close` undoes it in reverse. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { config, isDev, bundle: given, historyDays, binance, logTo = writeOut } = options
  const log = createLogger({ level: config.LOG_LEVEL, write: logTo })
  // A file to replay may have faults: nothing is open yet.
  const feed = createFeed(config.FEED, { log, binance })
  const bundle = given ?? (await sourceBundle())
  const databases = await openDatabases(config)
  // Made at the first start, so that what it signs one day outlives every restart.
  const secret = readSecret(config.dataDir, config.SECRET)
  const deps = ingestDeps(config, databases.content, bundle.publicFiles)
  const first = await ingestOnTerminal(deps, config.contentDir)
  const library = createLibraryKeeper(databases.contentReader)
  const pages = createPageCache()
  library.onChange(pages.clear)
  const queries = createQueryReader(databases.contentReader)
  const market = await openMarket({
    db: databases.market,
    feed,
    follows: config.ROLES.includes('feed'),
    historyDays,
    log,
  })
  // One process alone listens to the feed: it lets alerts fire, whoever has taken them.
  const alerts = config.ROLES.includes('feed') ? watchAlerts({ db: databases.app, market, log }) : undefined
  onOldPrices(market, () => {
    for (const locale of locales) pages.forget(localised(locale, paths.home))
  })
  const devChanges = isDev ? createDevChanges() : undefined
  library.onChange(() => devChanges?.announce())

  const ticker = openTicker(config, market, log)
  const letGo = async () => {
    await alerts?.close()
    await market.close()
    await queries.close()
    await databases.close()
  }
  const port = config.PORT
  const listen = () =>
    Bun.serve({
      port,
      hostname: config.HOST,
      // Two servers must never share a port unnoticed.
      reusePort: false,
      development: false,
      websocket: ticker.websocket,
      fetch: (request, socket) =>
        ticker.isFor(request)
          ? ticker.upgrade(request, socket)
          : app.fetch(request, () => socket.requestIP(request)?.address),
    })
  const server = await orElse(listen, async () => {
    await ticker.close()
    await letGo()
  })
  const url = config.SITE_URL?.replace(/\/$/, '') ?? `http://localhost:${server.port}`
  const app = createApp({
    log,
    site: {
      db: databases.contentReader,
      library,
      pages,
      assets: bundle.assets,
      siteUrl: url,
      sources: { editUrl: config.EDIT_URL },
      ticker: { url: config.TICKER_URL ?? '', path: tickerPath },
      buildId: bundle.assets.buildId,
      isDev,
    },
    auth: createGuardDeps({ db: databases.app, secret, siteUrl: url, isOpen: config.SIGN_UP === 'open' }),
    ops: {
      databases: { app: databases.app, content: databases.contentReader, market: databases.market },
      contentVersion: async () => (await library.current()).version,
    },
    market,
    onAlertMade: (alert) => alerts?.add(alert),
    queries,
    files: firstOf(bundle.publicFiles, filesBelow('/images', imagesDirOf(config))),
    trustsProxy: config.TRUST_PROXY,
    devChanges,
  })
  const stopFollowing = followContent({ library, first, ingestNow: (only) => ingest(deps, { only }), log, config })
  const stopDevBuild = isDev
    ? startDevBuild({
        assets: bundle.assets,
        log,
        onBuilt: () => {
          pages.clear()
          devChanges?.announce()
        },
      })
    : undefined
  const setupUrl = await offerSetup(databases.app, url)
  log.info('listening', { url, port: server.port, contentVersion: (await library.current()).version })
  return {
    url,
    setupUrl,
    port: server.port ?? port,
    log,
    close: async () => {
      stopDevBuild?.()
      devChanges?.close()
      await stopFollowing()
      await ticker.close()
      await server.stop()
      await letGo()
      log.info('stopped')
      log.flush()
    },
  }
}

/** What `act` answers. When it fails, everything is let go of first: a process that cannot listen must end. */
async function orElse<Result>(act: () => Result, letGo: () => Promise<void>): Promise<Result> {
  try {
    return act()
  } catch (error) {
    await letGo()
    throw error
  }
}

/** A link that makes the first administrator, new with every start until somebody has used one. */
async function offerSetup(db: Db, url: string): Promise<string | undefined> {
  if (await hasAdministrators(db)) return undefined
  const link = newLink(db, 'setup', null, Date.now())
  await db.writeBatch(link.statements)
  return `${url}${paths.setup}?token=${link.token}`
}

function writeOut(lines: string): void {
  process.stdout.write(lines)
}

interface FollowOptions {
  library: LibraryKeeper
  first: IngestReport
  ingestNow(only?: string[]): Promise<IngestReport>
  log: Logger
  config: Config
}

/** Keeps the library at the newest content: edits, publications that come due, other processes' ingests. */
function followContent({ library, first, ingestNow, log, config }: FollowOptions): () => Promise<void> {
  let publication: ReturnType<typeof setTimeout> | undefined
  const underway = new Set<Promise<void>>()
  /** What goes wrong here, such as a folder that is being moved, is said; the next look may find it in order. */
  const run = (task: () => Promise<void>): Promise<void> => {
    const work = task()
      .catch((error: unknown) => log.error('The content could not be followed', error))
      .finally(() => underway.delete(work))
    underway.add(work)
    return work
  }
  const schedule = (at: number | undefined) => {
    clearTimeout(publication)
    if (at === undefined) return
    publication = setTimeout(() => void run(update), Math.min(longestTimerMs, Math.max(0, at - Date.now())))
  }
  const update = async (only?: string[]) => {
    const startedAt = performance.now()
    const report = await ingestNow(only)
    await library.refresh()
    schedule(report.nextPublicationAt)
    for (const { file, line, field, message, hint, severity } of report.problems) {
      log.warn(message, { event: 'content', severity, file, line, field, hint })
    }
    const durationMs = Math.round(performance.now() - startedAt)
    log.info('content ingested', { changed: report.changed.length, removed: report.removed.length, durationMs })
  }
  schedule(first.nextPublicationAt)
  const watcher = watchContent({ contentDir: config.contentDir, onChange: (files) => run(() => update(files)) })
  const refresh = setInterval(() => void run(library.refresh), refreshEveryMs)
  return async () => {
    clearInterval(refresh)
    clearTimeout(publication)
    await watcher.close()
    // The databases are closed next.
    await Promise.all(underway)
  }
}

/** Files of a folder as seen below an address. */
function filesBelow(address: string, folder: string): ReadStaticFile {
  const read = filesIn(folder)
  return async (path) => (path.startsWith(`${address}/`) ? read(path.slice(address.length)) : undefined)
}

function firstOf(...readers: ReadStaticFile[]): ReadStaticFile {
  return async (path) => {
    for (const read of readers) {
      const file = await read(path)
      if (file) return file
    }
    return undefined
  }
}
