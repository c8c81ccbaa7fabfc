import type { PasswordCost } from '../auth/secrets/password.ts'
import type { Config } from '../config.ts'
import { type Db, openDb } from '../db/client.ts'
import type { MigrationStep } from '../db/migrate.ts'
import { createSharedEvents, type SharedEvents } from '../events/shared-events.ts'
import { createJobs, type Jobs, startJobs } from '../jobs/jobs.ts'
import type { Throttle } from '../jobs/throttle.ts'
import { createLogger, type Logger } from '../log/logger.ts'
import { createFeed, namedFeed, replayStepsOf } from '../market/feed/create-feed.ts'
import type { ExchangeAddresses } from '../market/feed/exchange/exchange.ts'
import type { Feed } from '../market/feed/feed.ts'
import type { Market } from '../market/market.ts'
import { type MarketOptions, openMarket } from '../market/open-market.ts'
import { openReplicaMarket } from '../market/replica/open-replica.ts'
import { takeOverWriting } from '../market/writer-queries.ts'
import type { Bundle } from './bundle.ts'
import { type DatabaseName, watchDamage } from './data-problem.ts'
import { openDatabase } from './databases.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'
import { watchMarket } from './metrics/domain-metrics.ts'
import { openMetrics, type ProcessMetrics } from './metrics/open-metrics.ts'
import { openAppDatabase } from './replica/open-app-database.ts'
import { createStartProgress, type StartProgress } from './start-progress.ts'
import { timetable } from './timetable.ts'

/**
 * Silence over Redis after which the feed process counts as ended, ms. The process sends a heartbeat every second,
 * because Redis does not report its end.
 */
const silentOverRedisMs = 5000

export interface SharedOptions {
  config: Config
  isDev?: boolean | undefined
  repairs?: boolean | undefined
  /** Stops the start: once aborted, nothing more is opened */
  signal?: AbortSignal | undefined
  bundle?: Bundle | undefined
  starting?: StartProgress | undefined
  /** Promise after which the market begins its backfill; at once by default */
  startAfter?: Promise<unknown> | undefined
  /** Pause of the market between two days of backfill; by default it depends on the load of the thread */
  rest?: Throttle | undefined
  /** HTTP server that may be listening already; by default the part that needs a port opens it */
  server?: HttpServer | undefined
  /** Days of price history; `HISTORY_DAYS` by default */
  historyDays?: number | undefined
  /** Replaces the addresses of an exchange, in tests */
  addresses?: ExchangeAddresses | undefined
  /** Price feed, used only with the role feed; by default the feed that `FEED` names */
  feed?: Feed | undefined
  /** Cost of password hashing; OWASP's recommendation by default */
  passwordCost?: PasswordCost | undefined
  /** Clock, ms UTC; defaults to the system clock, and for the market to the clock of the feed */
  now?: (() => number) | undefined
  logTo?: ((lines: string) => void) | undefined
}

/** Dependencies shared by the parts of a process. Databases and the market are opened on first use. */
export interface Shared extends Pick<SharedOptions, 'config' | 'bundle' | 'now' | 'passwordCost' | 'signal'> {
  isDev: boolean
  log: Logger
  events: SharedEvents
  jobs: Jobs
  metrics: ProcessMetrics
  server: HttpServer
  starting: StartProgress
  /** Price feed; undefined in a process without the role feed */
  feed: Feed | undefined
  /**
   * Migrated databases. `contentReader` is a second, read-only connection to `content.db` for the site. `outbox` is a
   * second connection to `app.db` with full durability, for intents that must be on disk before the action.
   */
  databases: Record<DatabaseName | 'contentReader' | 'outbox', () => Promise<Db>>
  /**
   * Opens the market. It follows the feed in a process with the role feed; in other processes it follows that process
   */
  market(): Promise<Market>
  /** Ends this process, because another one has taken over the price feed. */
  giveUp(reason: Error): void
  givenUp: Promise<Error>
  close(): Promise<void>
}

/** Dependencies for connecting to the installation's other processes */
export type ConnectionDeps = Pick<Shared, 'config' | 'events' | 'giveUp' | 'log' | 'metrics' | 'signal'>

/** Creates the shared dependencies. @throws ConfigError when the feed cannot be used; then nothing has been opened */
export function openShared(options: SharedOptions): Shared {
  const { config, isDev = false, bundle, addresses, now } = options
  const { historyDays = config.HISTORY_DAYS, passwordCost, repairs = false, signal, startAfter, rest } = options
  const { starting = createStartProgress({ site: config.site }), server = createHttpServer(config) } = options
  const writeOut = (lines: string) => {
    starting.clear()
    process.stdout.write(lines)
  }
  const write = options.logTo ?? writeOut
  const { log, isSound } = watchDamage(createLogger({ level: config.LOG_LEVEL, write }))
  const isFeed = config.ROLES.includes('feed')
  const feed = isFeed
    ? (options.feed ?? createFeed(config.FEED, { log, addresses, steps: replayStepsOf(config) }))
    : undefined
  const opened = new AsyncDisposableStack()
  opened.defer(log.flush)
  const metrics = openMetrics(config, log, bundle?.embedded?.version)
  const once = openerOnce(opened, { log, signal })
  const optionsOf = (name: DatabaseName) => {
    return { log, repairs, observer: metrics.observerOf(name), ...reportMigrations(name, log, starting) }
  }

  const app = once('app.db', () => openAppDatabase(config, optionsOf('app')))
  const content = once('content.db', () => openDatabase(config, 'content', { ...optionsOf('content'), isSound }))
  const marketDb = once('market.db', () => openDatabase(config, 'market', optionsOf('market')))
  const contentReader = once('content.db, read-only,', async () => {
    await content()
    return openDb({ ...config.databases.content, readOnly: true, observer: metrics.observerOf('content') })
  })
  const outbox = once('app.db, with full durability,', async () => {
    await app()
    return openDb({ ...config.databases.app, durability: 'full', log, observer: metrics.observerOf('app') })
  })
  const events = createSharedEvents(log)
  const jobs = createJobs(log, { onDone: metrics.onJob, onLate: metrics.onLate })
  const givingUp = Promise.withResolvers<Error>()
  const market = once('The market', async () => {
    starting.step('opening prices')
    const db = await marketDb()
    const marketOptions = { db, historyDays, now, events, log, startAfter, rest, onWritten: metrics.onCandles }
    const opened = await openMarketOf(config, feed, givingUp.resolve, marketOptions)
    startJobs(jobs, timetable({ market: opened }))
    watchMarket(metrics.registry, opened, performance.now.bind(performance))
    return opened
  })
  return {
    config,
    isDev,
    bundle,
    now,
    passwordCost,
    signal,
    log,
    feed,
    events,
    jobs,
    metrics,
    server,
    starting,
    databases: { app, content, contentReader, outbox, market: marketDb },
    market,
    giveUp: givingUp.resolve,
    givenUp: givingUp.promise,
    close: async () => {
      await jobs.close()
      await opened.disposeAsync()
    },
  }
}

/** Shows each migration while it runs; logs all migrations with their durations in ms afterwards. */
function reportMigrations(name: DatabaseName, log: Logger, starting: StartProgress) {
  const database = `${name}.db`
  return {
    onStep: ({ done, total }: MigrationStep) => starting.step(`migrating ${database}`, done, total),
    onMigrated: (ran: Map<string, number>) => {
      for (const [migration, durationMs] of ran) log.info('migrated', { database, migration, durationMs })
    },
  }
}

/** Opens the market. In a process without a feed, another process writes the market's data. */
async function openMarketOf(
  { FEED, REDIS_URL }: Config,
  feed: Feed | undefined,
  giveUp: Shared['giveUp'],
  options: Omit<MarketOptions, 'feed'>,
) {
  const isShared = REDIS_URL !== undefined
  const silentAfterMs = isShared ? silentOverRedisMs : undefined
  if (!feed) return openReplicaMarket({ ...options, expected: namedFeed(FEED), silentAfterMs })
  const db = isShared ? await takeOverWriting(options.db, giveUp) : options.db
  return openMarket({ ...options, db, feed })
}

/** Opens each resource on first use and closes it together with the others. */
function openerOnce(opened: AsyncDisposableStack, { log, signal }: { log: Logger; signal: AbortSignal | undefined }) {
  return <T extends { close(): Promise<void> }>(name: string, open: () => Promise<T>) => {
    let opening: Promise<T> | undefined
    const openAndKeep = async () => {
      signal?.throwIfAborted()
      const thing = await open()
      // Logs an error on close and continues. On a full disk the WAL cannot be checkpointed: that does no damage, and
      // the other resources must still be closed.
      opened.defer(() => thing.close().catch((error: unknown) => log.error(`${name} was not closed cleanly`, error)))
      return thing
    }
    return () => (opening ??= openAndKeep())
  }
}
