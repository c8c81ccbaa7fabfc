import type { DomainJob, DomainJobDeps } from '../../http/manifest.ts'
import { dayMs } from '../../market/timeframe.ts'
import { createDriftChecks, type DriftDeps } from './check-drift.ts'
import { claimDrift } from './drift-queries.ts'

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
