import type { DomainJob, DomainJobDeps } from '../../http/manifest.ts'
import { dayMs } from '../../market/timeframe.ts'
import { createDriftChecks, type DriftDeps } from './check-drift.ts'
import { claimDrift } from './drift-queries.ts'

/** 03:30 in Moscow, which has had no summer time since 2014-10-26, is half past midnight UTC. */
const nightlyMs = 30 * 60_000
/** Then others have their turn, and a process that ends need not wait for all */
const mostAtOnce = 10

/** Once a night each bot's life is run again; whoever was not running then does it when it can. */
export const driftJob: DomainJob<DomainJobDeps & DriftDeps> = {
  every: 20_000,
  name: 'bots-drift',
  role: 'bots',
  run: checkDue,
}

export async function checkDue({ db, market, now }: DriftDeps) {
  const since = Math.floor((now() - nightlyMs) / dayMs) * dayMs + nightlyMs
  const checks = createDriftChecks({ db, market, now })
  for (let count = 0; count < mostAtOnce; count++) {
    const row = await claimDrift(db, { since, now: now() })
    if (!row) return
    await checks.check(row)
  }
}
