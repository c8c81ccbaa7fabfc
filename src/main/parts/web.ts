import { loadCommonPasswords } from '../../auth/password/common-passwords.ts'
import { type Config, siteUrlOf } from '../../config.ts'
import { startJobs } from '../../jobs/jobs.ts'
import type { Logger } from '../../log/logger.ts'
import { createDevChanges } from '../../site/dev-routes.ts'
import { tickerPath } from '../../ticker/ticker.ts'
import { scheduleBackups } from '../backup/scheduled.ts'
import { type SourceBundle, sourceBundle } from '../bundle.ts'
import { startDevBuild } from '../dev-build.ts'
import type { Shared } from '../shared.ts'
import { openSite } from '../site.ts'
import { timetable } from '../timetable.ts'
import { startContentIngest } from './content-ingest.ts'
import type { Part } from './part.ts'
import { offerSetup } from './setup-offer.ts'

/**
 * Ingests the content, serves it from the first texts on, and follows its changes. Resolves when all texts are
 * ingested.
 */
export async function startWeb(shared: Shared): Promise<Part> {
  const { config, databases, events, isDev, jobs, log, now, passwordCost, server, starting } = shared
  await using opening = new AsyncDisposableStack()
  // Ingest the texts in parallel to the build of the assets.
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
  // Deferred last, so it runs first: stopping the jobs waits for a running backup.
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
  // Preload in the background after the start. A later use reports the error, if any.
  setImmediate(() => void loadCommonPasswords().catch(() => undefined))
  const opened = opening.move()
  return { setupUrl: setup.url, close: () => opened.disposeAsync() }
}

async function buildAssets({ config, starting }: Pick<Shared, 'config' | 'starting'>): Promise<SourceBundle> {
  starting.step('building assets')
  return sourceBundle(config.assetsDir)
}

/**
 * Refuses websockets without a ticker. Clients retry forever, so the answer is short, and the warning is logged once
 * unless TICKER_URL is set.
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
