import { setTimeout } from 'node:timers/promises'
import { loadCommonPasswords } from '../../auth/password/password-rules.ts'
import { type Config, siteUrlOf } from '../../config.ts'
import { type ContentFollower, followContent } from '../../content/ingest/follow-content.ts'
import type { IngestReport } from '../../content/ingest/ingest.ts'
import { drawPictures } from '../../content/ingest/pictures.ts'
import { reportProblems } from '../../content/ingest/problem-report.ts'
import { createIngestThread } from '../../content/ingest/thread/ingest-thread.ts'
import type { LibraryCache } from '../../content/library/library-cache.ts'
import { findContentVersion } from '../../content/queries.ts'
import type { ReadStaticFile } from '../../http/static-files.ts'
import { createBackground } from '../../jobs/background.ts'
import { startJobs } from '../../jobs/jobs.ts'
import type { Logger } from '../../log/logger.ts'
import { createDevChanges } from '../../site/dev-routes.ts'
import { tickerPath } from '../../ticker/ticker.ts'
import { scheduleBackups } from '../backup/scheduled.ts'
import { type SourceBundle, sourceBundle } from '../bundle.ts'
import { ingestAtStart, ingestDeps } from '../content.ts'
import { startDevBuild } from '../dev-build.ts'
import { installPrepared } from '../prepared/prepared-content.ts'
import type { Shared } from '../shared.ts'
import { openSite, type Site } from '../site.ts'
import { timetable } from '../timetable.ts'
import type { Part } from './part.ts'
import { offerSetup } from './setup-offer.ts'

/** The ingest at start and the ingests that follow. */
interface ContentIngest {
  /** Resolves when all texts are ingested and shown. */
  first: Promise<IngestReport>
  /** Resolves when there is a page to show. */
  hasTexts: Promise<unknown>
  /** Whether `first` is running */
  readonly isFilling: boolean
  /** Follows changes of the texts. Call it once, from the site that shows them. */
  follow(site: Pick<Site, 'library' | 'keepProblems'>): ContentFollower
  close(): Promise<void>
}

async function startContentIngest(shared: Shared, publicFiles: ReadStaticFile): Promise<ContentIngest> {
  const { config, databases, log, now, signal, starting } = shared
  const { contentDir } = config
  const db = await databases.content()
  const deps = ingestDeps({ config, db, publicFiles, now })
  const thread = createIngestThread({ ...deps, database: config.databases.content, log })
  const site = Promise.withResolvers<LibraryCache | undefined>()
  const [background, filled] = [createBackground(log), new AbortController()]
  const hasText = Promise.withResolvers<void>()
  if ((await findContentVersion(db)) > 0) hasText.resolve()
  const onProgress = (done: number, total: number) => {
    starting.step('texts', done, total)
    if (done === 1) void background.run('Showing the first texts', async () => showTexts(site.promise, filled.signal))
    hasText.resolve()
  }
  const ingestAll = async () => {
    const prepare = () => installPrepared(config, { bundle: shared.bundle, log })
    const report = await ingestAtStart(thread, deps, { signal, onProgress, installPrepared: prepare })
    process.stderr.write(reportProblems(report.problems, contentDir))
    await (await site.promise)?.refresh()
    filled.abort()
    return report
  }
  const first = ingestAll()
  // The start awaits this promise later; until then a rejection must not end the process.
  first.catch(() => undefined)
  const hasTexts = Promise.race([first, hasText.promise])
  hasTexts.catch(() => undefined)
  return {
    first,
    hasTexts,
    get isFilling() {
      return !filled.signal.aborted
    },
    follow: ({ library, keepProblems }) => {
      site.resolve(library)
      const ingest = (only: string[] | undefined, ending: AbortSignal) =>
        thread.ingest(only, deps.now(), { pictures: 'later', signal: ending })
      const draw = (srcs: readonly string[], ending: AbortSignal) =>
        drawPictures(db, deps.images, srcs, { signal: ending })
      const following = { ingest, drawPictures: draw, onProblems: keepProblems }
      return followContent({ contentDir, library, first, ...following, log, now })
    },
    close: async () => {
      filled.abort()
      // Unblocks `takeIn` in case the site was never opened.
      site.resolve(undefined)
      await background.idle()
      await thread.close()
    },
  }
}

/** Min pause between two refreshes of the library, ms */
const minPauseMs = 250
/**
 * Pause between two refreshes as a multiple of the last refresh time: a refresh takes longer the more texts there are.
 */
const pauseFactor = 10

/** Refreshes the library repeatedly until all texts are ingested. */
async function showTexts(site: Promise<LibraryCache | undefined>, signal: AbortSignal): Promise<void> {
  const library = await site
  while (!signal.aborted) {
    const startedAt = performance.now()
    await library?.refresh()
    const pauseMs = Math.max(minPauseMs, pauseFactor * (performance.now() - startedAt))
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/**
 * Ingests the content, serves it from the first texts on, and follows its changes. Resolves when all texts are
 * ingested.
 */
export async function startWeb(shared: Shared): Promise<Part> {
  const { config, databases, events, isDev, jobs, log, now, passwordCost, server, starting } = shared
  await using opening = new AsyncDisposableStack()
  // Ingests the texts in parallel to the build of the assets.
  const building = shared.bundle ?? buildAssets(shared)
  const contentIngest = await startContentIngest(shared, async (path) => (await building).publicFiles(path))
  opening.defer(contentIngest.close)
  const bundle = await building
  const devChanges = isDev ? createDevChanges() : undefined
  const site = await openSite(shared, { bundle, devChanges, passwordCost })
  opening.defer(site.close)
  const { library } = site
  const content = contentIngest.follow(site)
  opening.defer(content.close)

  if (!config.ROLES.includes('ticker')) server.mount({ path: tickerPath, fetch: socketRefusal(config, log) })
  const port = await server.listen()
  const url = siteUrlOf(config, port)
  const pages = site.createApp(url, { isRunning: () => contentIngest.isFilling, answer: starting.answer })
  await contentIngest.hasTexts
  server.mount({
    path: '/',
    fetch: (request, listening) => pages.fetch(request, () => listening.requestIP(request)?.address),
    closeConnections: async () => {
      devChanges?.close()
      site.stopWatching()
      await site.stopBacktests()
    },
  })
  await contentIngest.first
  const app = await databases.app()
  const accounts = { db: app, events, now: now ?? Date.now, auditDays: config.AUDIT_DAYS }
  const backups = scheduleBackups(config, log, now)
  const [previews, copies] = [{ draw: site.drawPreviews }, { clear: site.clearCopies }]
  const missed = { settle: site.settleMissed }
  opening.defer(startJobs(jobs, timetable({ library, content, previews, copies, missed, backups, accounts })))
  // Deferred last, so that backups are stopped first: stopping the jobs would wait for a running backup.
  if (backups) opening.defer(backups.stop)
  if (isDev && bundle.rebuild) {
    const onBuilt = () => {
      site.pages.clear()
      devChanges?.announce()
    }
    opening.defer(startDevBuild({ rebuild: bundle.rebuild, log, onBuilt }))
  }
  const setup = await offerSetup({ config, db: app, url, jobs, now })
  opening.defer(setup.close)
  log.info('listening', { url, port, contentVersion: (await site.library.current()).version })
  // Loads the common passwords in the background after the start. A later use reports the error, if any.
  setImmediate(() => void loadCommonPasswords().catch(() => undefined))
  const opened = opening.move()
  return { setupUrl: setup.url, close: () => opened.disposeAsync() }
}

async function buildAssets({ config, starting }: Pick<Shared, 'config' | 'starting'>): Promise<SourceBundle> {
  starting.step('building assets')
  return sourceBundle(config.assetsDir)
}

/**
 * Refuses websockets in a process without a ticker. Clients retry forever, so the answer is short, and the warning is
 * logged once unless TICKER_URL is set.
 */
function socketRefusal({ TICKER_URL }: Pick<Config, 'TICKER_URL'>, log: Pick<Logger, 'warn'>): () => Response {
  const text =
    'No live prices here: this process does not have the role "ticker". Set TICKER_URL to a process that has it.\n'
  let isWarned = TICKER_URL !== undefined
  return () => {
    if (!isWarned) log.warn('Pages request live prices from this process, which has no role "ticker": set TICKER_URL')
    isWarned = true
    return new Response(text, { status: 404, headers: { 'cache-control': 'no-store' } })
  }
}
