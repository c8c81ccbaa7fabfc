import type { Db } from '../../db/client.ts'
import type { DomainJob, DomainJobDeps } from '../../http/manifest.ts'
import { createFairQueue } from '../../jobs/fair-queue.ts'
import { startWorker } from '../../jobs/start-worker.ts'
import type { Market } from '../../market/market.ts'
import { dayMs, isTimeframe, minuteMs } from '../../market/timeframe.ts'
import { scaleOf, wholeMoney } from '../engine/money.ts'
import { listRevisions } from '../owner/owner-queries.ts'
import { type BotRow, readPlan } from '../running/runner-queries.ts'
import { readWarmUp } from '../running/warm-up.ts'
import type { LifeReply } from './drift.worker.ts'
import {
  claimDrift,
  type Drift,
  type DriftFailure,
  listAppliedCommands,
  listCorrections,
  listLifeTrades,
  saveDrift,
} from './drift-queries.ts'
import { compareTrades, type Life, longestOf } from './replay-life.ts'

export interface DriftDeps {
  db: Db
  market: Pick<Market, 'columns' | 'feed' | 'instrument' | 'listing'>
  /** Current time, ms UTC */
  now(): number
}

type DriftOutcome =
  | { status: 'checked'; drift: Drift }
  /** The bot has not processed any minute yet, so there is nothing to check. */
  | { status: 'nothing' }
  | { status: 'busy' }

export interface DriftChecks {
  /** Replays the bot's life on a separate thread and stores the result. */
  check(row: BotRow): Promise<DriftOutcome>
}

const maxMs = 60_000
/** Max differences stored in a drift report */
const maxShown = 50
/** Max missing minutes at the start of a life. More is no outage of the source: the history was deleted. */
const maxMissing = 120

export function createDriftChecks(deps: DriftDeps): DriftChecks {
  const queue = createFairQueue({ width: 1, maxPending: 16 })
  return {
    check: async (row) => {
      if (row.snapshot === null || row.startedAt === null) return { status: 'nothing' }
      return (await queue.run(row.userId ?? '', () => checkOne(deps, row))) ?? { status: 'busy' }
    },
  }
}

async function checkOne({ db, market, now }: DriftDeps, row: BotRow): Promise<DriftOutcome> {
  const compared = await compare({ db, market }, row)
  const found = compared.status === 'compared' ? compared : { trades: 0, differing: 0, differences: [] }
  const failure = compared.status === 'failed' ? compared.failure : undefined
  const { trades, differing, differences } = found
  const drift: Drift = {
    checkedAt: now(),
    until: row.cursor,
    trades,
    differing,
    report: { differences: differences.slice(0, maxShown), failure },
  }
  await saveDrift(db, row.id, drift)
  return { status: 'checked', drift }
}

type Compared =
  | { status: 'compared'; trades: number; differing: number; differences: Drift['report']['differences'] }
  | { status: 'failed'; failure: DriftFailure }

async function compare({ db, market }: Omit<DriftDeps, 'now'>, row: BotRow): Promise<Compared> {
  const live = await listLifeTrades(db, row)
  const life = await readLife({ db, market }, row)
  if (typeof life === 'string') return { status: 'failed', failure: life }
  const reply = await replayOnThread(life)
  if (reply.status !== 'done') return { status: 'failed', failure: reply.status }
  // The oldest trades of the bot may have been deleted, perhaps in the middle of a minute, so that minute is skipped.
  const isWhole = live.length === row.nextTrade - 1
  const first = isWhole ? -1 : (live[0]?.time ?? 0)
  const since = <Trade extends { time: number }>(trades: Trade[]) => trades.filter(({ time }) => time > first)
  const differences = compareTrades(since(live), since(reply.trades), await listCorrections(db, row.id))
  return { status: 'compared', trades: since(live).length, differing: differences.length, differences }
}

async function readLife({ db, market }: Omit<DriftDeps, 'now'>, row: BotRow): Promise<Life | DriftFailure> {
  const { id, asset, tf, startedAt, cursor } = row
  const instrument = market.instrument(asset)
  const listing = market.listing(asset)
  const isSame =
    market.feed.id === row.source &&
    instrument?.priceDigits === row.priceDigits &&
    instrument?.volumeDigits === row.volumeDigits
  if (!instrument || !listing || !isSame || !isTimeframe(tf) || startedAt === null) return 'source-changed'
  const acts = await listAppliedCommands(db, id)
  if (acts[0] && acts[0].id > 1) return 'acts-gone'
  const life = {
    tf,
    capital: wholeMoney(row.capital),
    scale: scaleOf(instrument, listing),
    startedAt,
    until: cursor,
    revisions: await readRevisions(db, row),
    acts,
  }
  const setup = longestOf(life)
  if (!setup) return 'failed'
  const before = await readWarmUp(market, { asset, tf, setup, to: startedAt })
  const minutes = await market.columns({
    asset,
    tf: 1,
    from: before.openTime[0] ?? startedAt - minuteMs,
    to: cursor + minuteMs,
  })
  const begin = minutes.openTime.find((openTime) => openTime >= startedAt - minuteMs) ?? Number.MAX_SAFE_INTEGER
  const isCut = (minutes.openTime.at(-1) ?? 0) < cursor
  if (begin > startedAt + maxMissing * minuteMs || isCut) return 'candles-gone'
  return { ...life, minutes }
}

/** Reads the revisions that took effect, the initial one first. */
async function readRevisions(db: Db, { id, playedRevision }: BotRow): Promise<Life['revisions']> {
  const rows = await listRevisions(db, id)
  const played = rows.flatMap(({ playedAfter, revision, plan }) =>
    playedAfter === null ? [] : [{ revision, plan: readPlan(plan), after: playedAfter }],
  )
  if (played.length > 0) return played
  return rows
    .filter(({ revision }) => revision === playedRevision)
    .map(({ revision, plan }) => ({ revision, plan: readPlan(plan), after: 0 }))
}

function replayOnThread(life: Life): Promise<LifeReply | { status: 'too-long' }> {
  const worker = startWorker('bots/drift/drift.worker.ts')
  const { promise, resolve } = Promise.withResolvers<LifeReply | { status: 'too-long' }>()
  const timer = setTimeout(() => resolve({ status: 'too-long' }), maxMs)
  worker.onmessage = ({ data }: MessageEvent<LifeReply>) => resolve(data)
  worker.onerror = ({ message }) => resolve({ status: 'failed', message })
  const buffers = [...Object.values(life.minutes)].map(({ buffer }) => buffer)
  worker.postMessage(life, buffers)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
}

/** Time of the nightly check after midnight UTC, ms: 03:30 in Moscow, always UTC+3 (no summer time since 2014-10-26) */
const nightlyMs = 30 * 60_000
/** Max bots checked per run: other jobs get a turn, and a shutdown does not wait for all bots */
const maxAtOnce = 10

/** Replays each bot's life once a night. A process that was not running at that time catches up later. */
export const driftJob: DomainJob<DomainJobDeps & DriftDeps> = {
  every: 20_000,
  name: 'bots-drift',
  role: 'bots',
  run: checkDue,
}

export async function checkDue({ db, market, now }: DriftDeps) {
  const since = Math.floor((now() - nightlyMs) / dayMs) * dayMs + nightlyMs
  const checks = createDriftChecks({ db, market, now })
  for (let count = 0; count < maxAtOnce; count++) {
    const row = await claimDrift(db, { since, now: now() })
    if (!row) return
    await checks.check(row)
  }
}
