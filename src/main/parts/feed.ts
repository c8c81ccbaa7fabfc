import { type AlertWatcher, watchAlerts } from '../../alerts/watch-alerts.ts'
import { startJobs } from '../../jobs/jobs.ts'
import type { Shared } from '../shared.ts'
import { timetable } from '../timetable.ts'
import type { Part } from './part.ts'

export interface FeedPart extends Part {
  alerts: AlertWatcher
}

/** Follows prices and fires price alerts. Alerts fire in the process with the feed, whichever process created them. */
export async function startFeed(shared: Shared): Promise<FeedPart> {
  const { databases, events, feed, jobs, log, now } = shared
  const alerts = watchAlerts({ db: await databases.app(), market: await shared.market(), events, log, now })
  const stopJobs = startJobs(jobs, timetable({ alerts }))
  log.info('following', { source: feed?.source })
  return {
    alerts,
    close: async () => {
      await stopJobs()
      await alerts.close()
    },
  }
}
