import { runBots } from '../../bots/running/run-bots.ts'
import { trimBots } from '../../bots/running/runner-queries.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { watchBots } from '../metrics/domain-metrics.ts'
import type { Shared } from '../shared.ts'
import { timetable } from '../timetable.ts'
import type { Part } from './part.ts'

/** Runs the bots of `app.db`. Several processes with the role `bots` divide the bots among them by leases. */
export async function startBots(shared: Shared): Promise<Part> {
  const { databases, events, jobs, log, metrics, now } = shared
  const db = await databases.app()
  const bots = runBots({ db, market: await shared.market(), events, log, now })
  watchBots(metrics.registry, bots)
  const stopJobs = startJobs(jobs, timetable({ bots: { claim: bots.claim, trim: () => trimBots(db) } }))
  return {
    close: async () => {
      await stopJobs()
      await bots.close()
    },
  }
}
