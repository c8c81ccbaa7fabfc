import type { Role } from '../config/roles.ts'
import { siteUrlOf } from '../config.ts'
import { freeMemoryWhenIdle } from '../jobs/free-memory.ts'
import type { Logger } from '../log/logger.ts'
import { startDomainJobs } from './domain-jobs.ts'
import { openMetricsPort } from './metrics/open-metrics.ts'
import { connectProcesses } from './other-processes.ts'
import { startBots } from './parts/bots.ts'
import { startFeed } from './parts/feed.ts'
import type { Part } from './parts/part.ts'
import { startSender } from './parts/sender.ts'
import { startTelegram } from './parts/telegram.ts'
import { startTicker } from './parts/ticker.ts'
import { startWeb } from './parts/web.ts'
import { openShared, type Shared, type SharedOptions } from './shared.ts'

export interface RunningServer {
  url: string
  setupUrl: string | undefined
  /** Port of the server; undefined when no role listens on a port */
  port: number | undefined
  log: Logger
  /** Resolves when another process has taken over, so this process has to end; the value is the reason */
  givenUp: Promise<Error>
  close(): Promise<void>
}

/**
 * Functions that start each role, in start order: `web` opens the port after everything is mounted, and `telegram`
 * needs the port's address.
 */
const parts: Record<Role, (shared: Shared) => Promise<Part>> = {
  feed: startFeed,
  bots: startBots,
  sender: startSender,
  ticker: startTicker,
  web: startWeb,
  telegram: startTelegram,
}

/** Starts the parts named in `ROLES`. `close` stops them in reverse order. */
export async function serve(options: SharedOptions): Promise<RunningServer> {
  const { config } = options
  const ready = Promise.withResolvers<void>()
  const shared = openShared({ ...options, startAfter: ready.promise })
  const { log, server } = shared
  await using opening = new AsyncDisposableStack()
  const metricsPort = await openMetricsPort(shared)
  opening.defer(metricsPort.close)
  if (metricsPort.port !== undefined) log.info('metrics', { port: metricsPort.port })
  // Deferred early, so closed after all parts: the next owner of the feed lease finds all data written.
  opening.use(await connectProcesses(shared))
  opening.defer(shared.close)
  // Checks the integrity of `content.db` in the background while other parts start.
  const content = config.ROLES.includes('web') ? shared.databases.content().catch(() => undefined) : undefined
  opening.defer(async () => void (await content))
  const started: Part[] = []
  opening.defer(async () => {
    await server.close()
    for (const part of started.toReversed()) await part.close()
  })
  for (const [name, start] of Object.entries(parts)) {
    options.signal?.throwIfAborted()
    const role = config.ROLES.find((wanted) => wanted === name)
    if (!role) continue
    started.push(await start(shared))
    started.push({ close: await startDomainJobs(shared, role) })
  }
  ready.resolve()
  freeMemoryWhenIdle(shared.jobs)
  const opened = opening.move()
  return {
    url: siteUrlOf(config, server.port),
    setupUrl: started.find(({ setupUrl }) => setupUrl)?.setupUrl,
    port: server.port,
    log,
    givenUp: shared.givenUp,
    close: async () => {
      if (server.port !== undefined && config.DRAIN_SECONDS > 0) await server.drain(config.DRAIN_SECONDS * 1000)
      await opened.disposeAsync()
      log.info('stopped')
      log.flush()
    },
  }
}
