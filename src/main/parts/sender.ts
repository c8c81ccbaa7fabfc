import { trimDeliveries } from '../../broadcast/delivery/cleanup-queries.ts'
import { runSender } from '../../broadcast/delivery/run-sender.ts'
import { markSender } from '../../broadcast/delivery/sender-presence.ts'
import { trimRemoved } from '../../broadcast/series/people-queries.ts'
import { runSeries } from '../../broadcast/series/run-series.ts'
import { runTasks } from '../../broadcast/tasks/run-tasks.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { paidRate, replyRate } from '../../telegram/limiter/bucket-queries.ts'
import { trimNotices } from '../../telegram/notices/notice-queries.ts'
import { runNotices } from '../../telegram/notices/run-notices.ts'
import { watchBroadcasts } from '../metrics/domain-metrics.ts'
import type { Shared } from '../shared.ts'
import { timetable } from '../timetable.ts'
import type { Part } from './part.ts'

/** Sends broadcasts and notices. Several processes with this role share the rate limit and the rows to send. */
export async function startSender(shared: Shared): Promise<Part> {
  const { config, databases, jobs, log, metrics, now = Date.now } = shared
  await using opening = new AsyncDisposableStack()
  const { TELEGRAM_TOKEN: token, TELEGRAM_API_ROOT: root } = config
  if (token) {
    const [db, outbox] = [await databases.app(), await databases.outbox()]
    const { createBotApi } = await import('../../telegram/api/bot-api.ts')
    const api = metrics.observeApi(createBotApi({ token, root }))
    watchBroadcasts(metrics.registry, db)
    const most = { bulk: config.TELEGRAM_RATE, reply: replyRate, paid: Math.max(paidRate, config.TELEGRAM_RATE) }
    opening.defer((await runSender({ db, outbox, api, most, log, now })).close)
    opening.defer((await runNotices({ outbox, api, token, most, log, now })).close)
    opening.defer(runSeries({ db, log, now }).stop)
    opening.defer(runTasks({ db, api, most: config.TELEGRAM_RATE, log, now }).stop)
    const sender = {
      markPresence: () => markSender(db, { botId: api.botId, now: now() }),
      trimNotices: () => trimNotices(db, now()),
      trimSeries: async () => void (await trimRemoved(db)),
      trimDeliveries: () => trimDeliveries(db, now()),
    }
    await sender.markPresence()
    opening.defer(startJobs(jobs, timetable({ sender })))
  } else log.info('Sending to Telegram is disabled: set TELEGRAM_TOKEN')
  const opened = opening.move()
  return { close: () => opened.disposeAsync() }
}
