import type { RequestMetrics } from '../../app/app-deps.ts'
import { ConfigError } from '../../config/config-error.ts'
import type { Config } from '../../config.ts'
import { createSlowQueries, type DbObserver } from '../../db/db-observer.ts'
import type { JobDone } from '../../jobs/jobs.ts'
import type { Logger } from '../../log/logger.ts'
import { answerMetrics, type MetricsAnswer } from '../../ops/metrics/metrics-routes.ts'
import { watchProcess } from '../../ops/metrics/process-metrics.ts'
import { createRegistry, durationBounds, type Registry } from '../../ops/metrics/registry.ts'
import { paths } from '../../paths.ts'
import type { BotApi } from '../../telegram/api/bot-api.ts'
import { versionText } from '../binary/version.ts'
import { watchDisk } from './domain-metrics.ts'

export interface ProcessMetrics extends RequestMetrics {
  registry: Registry
  /** Answers requests for metrics on the process's own port; undefined if metrics are served elsewhere or disabled */
  answer: MetricsAnswer | undefined
  /** Counts minutes that were written */
  onCandles(minutes: number): void
  onJob(done: JobDone): void
  observerOf(database: string): DbObserver
  observeApi(api: BotApi): BotApi
  onLate(ms: number): void
}

export function openMetrics(config: Config, log: Logger, build: string | undefined): ProcessMetrics {
  const registry = createRegistry()
  const { METRICS_TOKEN: token, METRICS_ADDRESS: address } = config
  const info = { version: versionText(build), bun: Bun.version, roles: config.ROLES.join(',') }
  const about = { name: 'kurs_build_info', help: 'Version, runtime and roles of this process; always 1' }
  registry.collect('gauge', about, () => [{ labels: info, value: 1 }])
  return {
    registry,
    answer: token !== undefined && address === undefined ? { registry, token } : undefined,
    ...requestMetrics(registry),
    onCandles: candleMetrics(registry),
    onJob: jobMetrics(registry),
    observerOf: databaseMetrics(registry, config.SLOW_QUERY_MS, log),
    observeApi: telegramMetrics(registry),
    onLate: watchProcess(registry),
  }
}

/** Route label of answers from the page cache, which bypass the middleware. */
const memoryRoute = '(memory)'

function requestMetrics(registry: Registry): RequestMetrics {
  const requests = registry.counter({
    name: 'kurs_http_requests',
    help: 'Requests answered, by the pattern of their route',
  })
  const duration = registry.histogram({
    name: 'kurs_http_request_duration_seconds',
    help: 'Until the headers of the answer; without pages from memory',
    bounds: durationBounds,
  })
  // Looks up these counters only once, because `2xx` and `3xx` are the most frequent answers.
  const [found, notModified] = ['2xx', '3xx'].map((status) =>
    requests.cell({ route: memoryRoute, method: 'GET', status }),
  )
  return {
    onFromMemory: (status) => (status === 200 ? found : notModified)?.add(),
    onRequest: ({ method, route, status, durationMs }) => {
      requests.add({ route, method, status: `${Math.floor(status / 100)}xx` })
      duration.observe({ route, method }, durationMs / 1000)
    },
  }
}

function candleMetrics(registry: Registry): ProcessMetrics['onCandles'] {
  const written = registry.counter({
    name: 'kurs_candles_written',
    help: 'Minutes written to market.db, of now and of the past',
  })
  return (minutes) => written.add({}, minutes)
}

function jobMetrics(registry: Registry): ProcessMetrics['onJob'] {
  const duration = registry.histogram({
    name: 'kurs_job_duration_seconds',
    help: 'Runs of recurring jobs',
    bounds: [...durationBounds, 60],
  })
  const failures = registry.counter({ name: 'kurs_job_failures', help: 'Runs of recurring jobs that failed' })
  return ({ name, durationMs, hasFailed }) => {
    duration.observe({ name }, durationMs / 1000)
    failures.add({ name }, hasFailed ? 1 : 0)
  }
}

function databaseMetrics(registry: Registry, slowFromMs: number, log: Logger): ProcessMetrics['observerOf'] {
  const statements = registry.counter({ name: 'kurs_db_statements', help: 'Statements and batches that have run' })
  const seconds = registry.counter({
    name: 'kurs_db_statement_seconds',
    help: 'Total duration of statements and batches',
  })
  const slow = registry.counter({
    name: 'kurs_db_slow_statements',
    help: 'Statements and batches that took at least SLOW_QUERY_MS',
  })
  const busy = registry.counter({
    name: 'kurs_db_busy',
    help: 'Writes tried again because another process was writing',
  })
  const waits = registry.histogram({
    name: 'kurs_db_write_wait_seconds',
    help: 'How long writes waited for their turn',
    bounds: durationBounds,
  })
  return (database) => {
    const labels = { database }
    // Starts these counters at 0: `rate()` ignores the first increment of a counter that appears later.
    for (const rare of [slow, busy]) rare.add(labels, 0)
    const noteSlow = createSlowQueries({ database, fromMs: slowFromMs, log })
    return {
      ran: (sql, ms) => {
        statements.add(labels)
        seconds.add(labels, ms / 1000)
        if (noteSlow(sql, ms)) slow.add(labels)
      },
      waited: (ms) => waits.observe(labels, ms / 1000),
      wasBusy: () => busy.add(labels),
    }
  }
}

function telegramMetrics(registry: Registry): ProcessMetrics['observeApi'] {
  const duration = registry.histogram({
    name: 'kurs_telegram_call_duration_seconds',
    help: 'Calls of the Bot API',
    bounds: durationBounds,
  })
  const calls = registry.counter({
    name: 'kurs_telegram_calls',
    help: 'Calls of the Bot API by what has come of them: sent, too-many, unsent, unknown, or why they were refused',
  })
  return (api) => ({
    ...api,
    call: async (method, params, signal) => {
      const startedAt = performance.now()
      const outcome = await api.call(method, params, signal)
      // Skips long polls: their duration depends on when an update arrives.
      if (method !== 'getUpdates') duration.observe({ method }, (performance.now() - startedAt) / 1000)
      calls.add({ method, outcome: outcome.status === 'refused' ? outcome.kind : outcome.status })
      return outcome
    },
  })
}

export interface MetricsPort {
  port: number | undefined
  close(): Promise<void>
}

interface MetricsOptions {
  config: Config
  metrics: Pick<ProcessMetrics, 'registry'>
}

/** Opens `METRICS_ADDRESS`, which serves only metrics. @throws ConfigError when it cannot listen there */
export async function openMetricsPort({ config, metrics }: MetricsOptions): Promise<MetricsPort> {
  watchDisk(metrics.registry, config)
  const { METRICS_ADDRESS: address, METRICS_TOKEN: token } = config
  if (!address) return { port: undefined, close: async () => {} }
  const server = await listen(address, (request) => {
    const isAsked = request.method === 'GET' && URL.parse(request.url)?.pathname === paths.metrics
    if (!isAsked) return new Response('Not found\n', { status: 404 })
    return answerMetrics({ registry: metrics.registry, token }, request.headers)
  })
  return { port: server.port, close: () => server.stop(true) }
}

async function listen(
  { hostname, port }: NonNullable<Config['METRICS_ADDRESS']>,
  fetch: (request: Request) => Response | Promise<Response>,
) {
  try {
    // Awaits the port, because on Node it opens asynchronously.
    return await Bun.serve({ hostname, port, reusePort: false, development: false, idleTimeout: 30, fetch })
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `METRICS_ADDRESS=${hostname}:${port}: it cannot be listened on (${words}).\nEach process needs one of its own on an address of this machine.`,
    )
  }
}
