import { Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { UnwritableError } from '../db/unwritable.ts'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import type { WaitReason } from '../market/feed/feed.ts'
import type { Market } from '../market/market.ts'
import { documented, type OperationDescription } from '../openapi/operation.ts'
import { paths } from '../paths.ts'
import { type MetricsAnswer, metricsRoutes } from './metrics/metrics-routes.ts'
import { touchDatabase } from './queries.ts'

interface ReadinessDeps {
  /**
   * Databases of the process. Readiness tests each of them by a write: a read-only database is of no use to signed-in
   * users
   */
  databases: Partial<Record<'app' | 'content' | 'market', Db>>
  /** Returns the content version, 0 before the first ingest; only in a process that serves content */
  contentVersion?(): Promise<number>
  /** Current time, ms UTC */
  now?: (() => number) | undefined
}

export type Checks = Record<string, string>

/** Min interval between two test writes, however often readiness is requested, ms */
const cacheMs = 5000

/** Creates a readiness check. @returns a function that tests each database with a small write and caches the result */
export function createReadiness(deps: ReadinessDeps): () => Promise<Checks> {
  const { now = Date.now } = deps
  let cachedChecks: Promise<Checks> | undefined
  let askedAt = 0
  return () => {
    // Compares the absolute difference: after the clock was set back, the cached result would otherwise stay for as
    // long as the step.
    if (cachedChecks && Math.abs(now() - askedAt) < cacheMs) return cachedChecks
    askedAt = now()
    cachedChecks = checkAll(deps)
    return cachedChecks
  }
}

async function checkAll({ databases, contentVersion, now = Date.now }: ReadinessDeps): Promise<Checks> {
  const asked = Object.entries(databases).map(async ([name, db]) => [name, await check(db, now())] as const)
  const checks: Checks = Object.fromEntries(await Promise.all(asked))
  if (!contentVersion) return checks
  const version = await contentVersion().catch(() => 0)
  return { ...checks, ingest: version > 0 ? 'ok' : 'no content has been ingested yet' }
}

async function check(db: Db, now: number): Promise<string> {
  return touchDatabase(db, now).then(
    () => 'ok',
    (error: unknown) => (error instanceof UnwritableError ? error.message : 'it cannot be used; the log says why'),
  )
}

const reasons: Record<WaitReason, string> = {
  disconnected: 'the connection to the source is lost',
  refused: 'the source cannot be reached',
  forbidden: 'the source refuses this place or network (403 or 451)',
  limited: 'the source has banned this address for a while',
  silent: 'the source sends no data',
}

/** Describes the feed's state for operators. Stale prices do not make the process unready. */
function feedDescription(market: Pick<Market, 'state' | 'otherSource'>): string {
  const [state, other] = [market.state(), market.otherSource?.()]
  const now = {
    live: 'live',
    connecting: 'connecting',
    ended: 'the recording has ended',
    waiting: state.name === 'waiting' ? reasons[state.reason] : '',
  }[state.name]
  const assets = Object.entries(state.assets ?? {}).map(([asset, one]) => `${asset} ${one}`)
  const stale = Object.entries(state.stale ?? {}).map(
    ([asset, since]) => `${asset} stale since ${new Date(since).toISOString()}`,
  )
  const warnings = other ? [`FEED names ${other.here} here, prices come from ${other.there}`] : []
  const { delayMs, closedUntil } = state
  const closed = closedUntil === undefined ? [] : [`the market is closed until ${new Date(closedUntil).toISOString()}`]
  const delayed = delayMs === undefined ? [] : [`delayed by ${delayMs / 60_000} min`]
  return [now, ...delayed, ...closed, ...warnings, ...assets, ...stale].join('; ')
}

const readySchema = z.object({
  status: z.literal('ok'),
  checks: z.record(z.string(), z.string()),
  feed: z.string().optional(),
})
const unreadySchema = readySchema
  .partial()
  .extend({ status: z.enum(['starting', 'unavailable', 'stopping']), step: z.string().optional() })

const operations = {
  isUp: {
    id: 'isUp',
    section: 'service',
    summary: 'api.operations.isUp',
    answer: { status: 200, schema: z.object({ status: z.literal('ok') }) },
  },
  isReady: {
    id: 'isReady',
    section: 'service',
    summary: 'api.operations.isReady',
    answer: { status: 200, schema: readySchema },
    otherwise: { status: 503, schema: unreadySchema },
  },
} satisfies Record<string, OperationDescription>

export interface OpsDeps extends ReadinessDeps {
  market?: Pick<Market, 'state' | 'otherSource'>
  /** Returns whether the process drains before a stop */
  isStopping?(): boolean
  metrics?: MetricsAnswer | undefined
}

export function opsRoutes(deps: OpsDeps) {
  const readiness = createReadiness(deps)
  return new Hono<AppEnv>()
    .route('/', metricsRoutes(deps.metrics))
    .get(paths.health, documented(anyone, operations.isUp), (c) =>
      c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }),
    )
    .get(paths.ready, documented(anyone, operations.isReady), async (c) => {
      if (deps.isStopping?.()) return c.json({ status: 'stopping' }, 503, { 'cache-control': 'no-store' })
      const checks = await readiness()
      const isReady = Object.values(checks).every((check) => check === 'ok')
      const feed = deps.market && { feed: feedDescription(deps.market) }
      return c.json({ status: isReady ? 'ok' : 'unavailable', checks, ...feed }, isReady ? 200 : 503, {
        'cache-control': 'no-store',
      })
    })
}
