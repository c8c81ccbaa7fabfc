import { newLink } from '../../auth/link.ts'
import { hasAdministrators } from '../../auth/link-queries.ts'
import { type Config, siteUrlOf } from '../../config.ts'
import { followContent } from '../../content/follow-content.ts'
import { createIngestThread } from '../../content/ingest/thread/ingest-thread.ts'
import type { Db } from '../../db/client.ts'
import { startJobs } from '../../jobs/jobs.ts'
import type { Logger } from '../../log/logger.ts'
import { paths } from '../../paths.ts'
import { createDevChanges } from '../../site/dev-routes.ts'
import { tickerPath } from '../../ticker/ticker.ts'
import { scheduleBackups } from '../backup/scheduled.ts'
import { sourceBundle } from '../bundle.ts'
import { ingestAtStart, ingestOnTerminal } from '../content.ts'
import { startDevBuild } from '../dev-build.ts'
import type { Shared } from '../shared.ts'
import { openSite } from '../site.ts'
import { timetable } from '../timetable.ts'
import type { Part } from './part.ts'

/** Ingests the content, then opens the port, and follows changes of the content. */
export async function startWeb(shared: Shared): Promise<Part> {
  const { config, databases, events, isDev, jobs, log, now, passwordCost, server, signal } = shared
  const { contentDir } = config
  await using opening = new AsyncDisposableStack()
  const bundle = shared.bundle ?? (await sourceBundle(config.assetsDir))
  const devChanges = isDev ? createDevChanges() : undefined
  const site = await openSite(shared, { bundle, devChanges, passwordCost })
  opening.defer(site.close)
  const { library, ingestDeps } = site
  const thread = createIngestThread({ ...ingestDeps, database: config.databases.content, log })
  opening.defer(thread.close)
  const ingestNow = (only: string[] | undefined, ending: AbortSignal) =>
    thread.ingest(only, ingestDeps.now(), { signal: ending })
  const first = ingestOnTerminal((options) => ingestAtStart(thread, ingestDeps, options), contentDir, { signal })
  const onProblems = site.keepProblems
  const content = followContent({ contentDir, library, first, ingest: ingestNow, onProblems, log, now })
  opening.defer(content.close)
  await first

  if (!config.ROLES.includes('ticker')) server.mount({ path: tickerPath, fetch: socketRefusal(config, log) })
  const port = await server.listen()
  const url = siteUrlOf(config, port)
  const pages = site.createApp(url)
  server.mount({
    path: '/',
    fetch: (request, listening) => pages.fetch(request, () => listening.requestIP(request)?.address),
    closeConnections: async () => {
      devChanges?.close()
      site.stopWatching()
      await site.stopTrials()
    },
  })
  const app = await databases.app()
  const accounts = { db: app, events, now: now ?? Date.now, auditDays: config.AUDIT_DAYS }
  const backups = scheduleBackups(config, log, now)
  const [previews, copies] = [{ draw: site.drawPreviews }, { clear: site.clearCopies }]
  const missed = { settle: site.settleMissed }
  opening.defer(startJobs(jobs, timetable({ library, content, previews, copies, missed, backups, accounts })))
  if (isDev && bundle.rebuild) {
    const onBuilt = () => {
      site.pages.clear()
      devChanges?.announce()
    }
    opening.defer(startDevBuild({ rebuild: bundle.rebuild, log, onBuilt }))
  }
  const setupUrl = await offerSetup(app, url)
  log.info('listening', { url, port, contentVersion: (await site.library.current()).version })
  const opened = opening.move()
  return { setupUrl, close: () => opened.disposeAsync() }
}

/** Clients that look for the socket here retry for ever: the answer is short, and told once where nothing says another place. */
function socketRefusal({ TICKER_URL }: Pick<Config, 'TICKER_URL'>, log: Pick<Logger, 'warn'>): () => Response {
  const text =
    'No live prices here: this process does not have the role "ticker". TICKER_URL tells pages where they are.\n'
  let isTold = TICKER_URL !== undefined
  return () => {
    if (!isTold) log.warn('Pages look for live prices here, where no ticker is: set TICKER_URL')
    isTold = true
    return new Response(text, { status: 404, headers: { 'cache-control': 'no-store' } })
  }
}

/** New with every start until somebody has used one. */
async function offerSetup(db: Db, url: string): Promise<string | undefined> {
  if (await hasAdministrators(db)) return undefined
  const link = newLink(db, 'setup', null, Date.now())
  await db.writeBatch(link.statements)
  return `${url}${paths.setup}?token=${link.token}`
}
