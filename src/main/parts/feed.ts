import { createPusher } from '../../alerts/push/send-pushes.ts'
import { vapidKeysOf } from '../../alerts/push/vapid.ts'
import { type AlertWatcher, watchAlerts } from '../../alerts/watch-alerts.ts'
import { readSecret } from '../../config/secret.ts'
import { siteUrlOf } from '../../config.ts'
import { startJobs } from '../../jobs/jobs.ts'
import type { Shared } from '../shared.ts'
import { timetable } from '../timetable.ts'
import type { Part } from './part.ts'

export interface FeedPart extends Part {
  alerts: AlertWatcher
}

/** Follows prices and fires price alerts. Alerts fire in the process with the feed, whichever process created them. */
export async function startFeed(shared: Shared): Promise<FeedPart> {
  const { config, databases, events, feed, jobs, log, now = Date.now } = shared
  // A bad secret stops the start before anything is opened.
  const keys = vapidKeysOf(readSecret(config.dataDir, config.SECRET))
  const [db, market] = [await databases.app(), await shared.market()]
  const alerts = watchAlerts({ db, market, events, log, now })
  const pushes = createPusher({ db, market, siteUrl: siteUrlOf(config, shared.server.port), keys, log, now })
  const stopJobs = startJobs(jobs, timetable({ alerts, pushes }))
  log.info('following', { source: feed?.source })
  return {
    alerts,
    close: async () => {
      await stopJobs()
      await alerts.close()
    },
  }
}
