import type { App } from '../app/app.ts'
import { createApp } from '../app.tsx'
import { openAccounts } from '../auth/middleware.ts'
import type { PasswordCost } from '../auth/secrets/password.ts'
import { openBacktestService } from '../bots/analysis/backtest-service.ts'
import { readSecret } from '../config/secret.ts'
import type { IngestDeps } from '../content/ingest/ingest.ts'
import { clearCopies } from '../content/ingest/picture-copies.ts'
import { createProblemStore, type ProblemStore } from '../content/ingest/problem.ts'
import { createLibraryCache, type LibraryCache } from '../content/library/library-cache.ts'
import { createPreviews } from '../content/previews/previews.ts'
import type { ReadLimits } from '../content/query/answer.ts'
import { createQueryReader } from '../content/query/reader.ts'
import { contentVersion } from '../content/topics.ts'
import type { Db } from '../db/client.ts'
import { keepRecentTicks } from '../enigma/recent-ticks.ts'
import type { Events } from '../events/events.ts'
import { createMissedQueries } from '../feedback/missed-queries.ts'
import type { FirstIngest } from '../http/during-first-ingest.ts'
import { createPageCache, type PageCache } from '../http/page-cache.ts'
import { createProgressStreams } from '../http/progress-stream.ts'
import { filesBelow, firstOf } from '../http/static-files.ts'
import { locales, localised } from '../i18n/locales.ts'
import { createIconService } from '../icons/icon-service.ts'
import type { Market } from '../market/market.ts'
import { paths } from '../paths.ts'
import type { DevChanges } from '../site/dev-routes.ts'
import { latestGuides } from '../site/guides.ts'
import { wantedPreviews } from '../site/preview-of.ts'
import { showsTexts } from '../site/shows-texts.ts'
import { onStaleChange, onStalePrices } from '../start/strip/stale-prices.ts'
import { tickerPath } from '../ticker/ticker.ts'
import type { Bundle } from './bundle.ts'
import { imagesDirOf, ingestDeps } from './content.ts'
import { watchPages } from './metrics/domain-metrics.ts'
import type { Shared } from './shared.ts'
import { openFileSender, openTelegramSite } from './telegram.ts'

export interface SiteOptions {
  bundle: Bundle
  /** Folder for resized pictures; in the data folder by default */
  imagesDir?: string
  passwordCost?: PasswordCost | undefined
  /** Limits of content queries; the server's own by default */
  queryLimits?: ReadLimits | undefined
  devChanges?: DevChanges | undefined
}

export interface Site {
  library: LibraryCache
  pages: PageCache
  /** Draws missing preview pictures; cached pages are then rendered again with them */
  drawPreviews(): Promise<void>
  /** Deletes copies of pictures that no text has shown for a day */
  clearCopies(): Promise<void>
  ingestDeps: IngestDeps
  /** Stores the problems that administrators are shown */
  keepProblems: ProblemStore['replace']
  /** Counts finished searches without results */
  settleMissed(): Promise<void>
  /** @param siteUrl  origin of the site, without a trailing slash */
  createApp(siteUrl: string, filling?: FirstIngest): App
  /** Ends running backtests and sweeps; clients get a message that the server stopped them */
  stopBacktests(): Promise<void>
  /** Ends streams that report progress to clients */
  stopWatching(): void
  close(): Promise<void>
}

/** Opens the site. The site has no content before the first ingest. */
export async function openSite(shared: Shared, options: SiteOptions): Promise<Site> {
  const { config, databases, events, log, metrics, now } = shared
  const { bundle, imagesDir = imagesDirOf(config), passwordCost, queryLimits, devChanges } = options
  const { publicFiles } = bundle
  const [app, contentReader] = [await databases.app(), await databases.contentReader()]
  const [market, marketDb, content] = [await shared.market(), await databases.market(), await databases.content()]
  const accountOptions = accountsBy(shared, app, passwordCost)
  const library = createLibraryCache(contentReader, events)
  const pages = createPageCache()
  watchPages(metrics.registry, pages)
  const wanted = async () => wantedPreviews(await library.current(), config.site)
  const previews = createPreviews({ folder: imagesDir, wanted })
  const queries = createQueryReader(contentReader, queryLimits)
  const backtestService = openBacktestService({ market, events })
  const watching = createProgressStreams()
  const stopEvicting = evictStalePages(pages, events, market, devChanges)
  const recentTicks = keepRecentTicks(market, events)
  const telegramOf = await openTelegramSite(shared)
  const files = await openFileSender(shared)
  const problems = createProblemStore()
  const missed = createMissedQueries({ db: app, log, now: now ?? Date.now })
  return {
    library,
    pages,
    drawPreviews: async () => {
      if (await previews.draw()) pages.clear()
    },
    clearCopies: async () => void (await clearCopies(contentReader, imagesDir, Date.now())),
    ingestDeps: ingestDeps({ config, db: content, publicFiles, imagesDir, now }),
    keepProblems: problems.replace,
    settleMissed: missed.settle,
    createApp: (siteUrl, filling) =>
      createApp({
        log,
        metrics,
        shell: { ...shellOf(shared, bundle, library), siteUrl },
        site: { db: contentReader, library, pages, previews, sources: { editUrl: config.EDIT_URL } },
        accounts: openAccounts({ ...accountOptions, siteUrl }),
        ops: opsDepsOf(shared, { app, content, market: marketDb }, library),
        events,
        market,
        recentTicks,
        queries,
        backtestService,
        sending: { isConnected: config.TELEGRAM_TOKEN !== undefined, rate: config.TELEGRAM_RATE, files },
        watching,
        files: firstOf(publicFiles, filesBelow('/images', imagesDir)),
        icons: config.ICON_SERVICE_URL ? createIconService({ url: config.ICON_SERVICE_URL, log, now }) : undefined,
        problems: problems.list,
        missed,
        trustsProxy: config.TRUST_PROXY,
        ...{ devChanges, filling },
        telegram: telegramOf?.(siteUrl),
      }),
    stopBacktests: backtestService.close,
    stopWatching: watching.close,
    close: async () => {
      stopEvicting()
      recentTicks.close()
      await pages.settled()
      await queries.close()
      await backtestService.close()
      await missed.close()
    },
  }
}

/** Returns options for accounts: the installation's secret and its sign-up policy. */
function accountsBy({ config, events, log, now }: Shared, db: Db, passwordCost?: PasswordCost) {
  const secret = readSecret(config.dataDir, config.SECRET)
  const signUp = { isOpen: config.SIGN_UP === 'open', signUpsPerHour: config.SIGN_UPS_PER_HOUR }
  return { db, events, log, secret, ...signUp, passwordCost, now }
}

type OpsDatabases = Record<'app' | 'content' | 'market', Db>

/** Dependencies of health checks and metrics */
function opsDepsOf({ metrics, now, server }: Shared, own: OpsDatabases, library: LibraryCache) {
  return {
    databases: own,
    metrics: metrics.answer,
    isStopping: () => server.isDraining,
    now,
    contentVersion: async () => (await library.current()).version,
  }
}

/** Returns what every page needs, except the address and the menus of the site. */
function shellOf({ config, isDev }: Shared, { assets }: Bundle, library: LibraryCache) {
  return {
    assets,
    buildId: assets.buildId,
    about: config.site,
    ticker: { url: config.TICKER_URL ?? '', path: tickerPath },
    isDev,
    guides: () => latestGuides(library),
  }
}

function evictStalePages(pages: PageCache, events: Events, market: Market, devChanges?: DevChanges): () => void {
  const stopContent = events.on(contentVersion, ({ texts }) => {
    const stale = texts && new Set(texts)
    if (stale) pages.evictWhere((path) => showsTexts(path, stale))
    else pages.clear()
    devChanges?.announce()
  })
  const evictHome = () => {
    for (const locale of locales) pages.evict(localised(locale, paths.home))
  }
  const stopPrices = onStalePrices(market, evictHome)
  // Evicts the home page when prices become stale or fresh: the cached page would show stale or demo prices as real
  // ones for another minute.
  const stopMarks = onStaleChange(market, events, evictHome)
  return () => {
    stopContent()
    stopPrices()
    stopMarks()
  }
}
