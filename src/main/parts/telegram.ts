import { alertFired } from '../../alerts/topics.ts'
import { siteUrlOf } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { createBackground } from '../../jobs/background.ts'
import { startJobs } from '../../jobs/jobs.ts'
import type { BotApi } from '../../telegram/api/bot-api.ts'
import { createMenuSetter, createWebhookSetter, webhookUrl } from '../../telegram/bot/bot-settings.ts'
import { trimUpdates } from '../../telegram/bot/update-queries.ts'
import { deleteEndedOffers } from '../../telegram/link/link-queries.ts'
import { enqueueNews } from '../../telegram/news/enqueue-news.ts'
import type { Shared } from '../shared.ts'
import { openBot, webhookSecretOf } from '../telegram.ts'
import { timetable } from '../timetable.ts'
import type { Part } from './part.ts'

/** Receives updates for the bot, and sends news to linked users. */
export async function startTelegram(shared: Shared): Promise<Part> {
  const { config, events, jobs, log, metrics, now = Date.now } = shared
  const { TELEGRAM_TOKEN: token, TELEGRAM_API_ROOT: apiRoot, TELEGRAM_WEBHOOK: hook } = config
  if (!token) {
    log.info('The Telegram bot is not connected: set TELEGRAM_TOKEN')
    return { close: async () => {} }
  }
  const { createBotApi } = await import('../../telegram/api/bot-api.ts')
  const { pollUpdates } = await import('../../telegram/bot/poll.ts')
  const siteUrl = siteUrlOf(config, shared.server.port)
  const bot = (await openBot(shared))(siteUrl)
  const { db, market } = bot
  const api = metrics.observeApi(createBotApi({ token, root: apiRoot }))
  const background = createBackground(log)
  const sendNews = () => enqueueNews({ db, market, siteUrl, now })
  const closing = new AbortController()
  const setMenu = createMenuSetter(api, log, closing.signal)
  void background.run('The menu of the bot', setMenu)
  const stopAlerts = events.on(alertFired, () => void background.run('News of alerts', sendNews))
  const stopJobs = startJobs(jobs, timetable({ telegram: { sendNews, setMenu, trim: () => trim(db, now()) } }))
  const receiving = hook
    ? followWebhook(shared, api, hook, closing.signal)
    : pollUpdates({ token, apiRoot, api, bot, log })
  return {
    close: async () => {
      closing.abort()
      stopAlerts()
      await receiving.close()
      await stopJobs()
      await background.idle()
    },
  }
}

/** Sets the webhook at Telegram. The updates themselves arrive at the process with the role `web`. */
function followWebhook(shared: Shared, api: BotApi, hook: string, closing: AbortSignal): Part {
  const { jobs, log } = shared
  const wanted = { url: webhookUrl(hook), secret: webhookSecretOf(shared), closing }
  const set = createWebhookSetter(api, log, wanted)
  const background = createBackground(log)
  void background.run('Setting the webhook', set)
  const stop = startJobs(jobs, timetable({ webhook: { set } }))
  return {
    close: async () => {
      await stop()
      await background.idle()
    },
  }
}

async function trim(db: Db, now: number): Promise<void> {
  await trimUpdates(db, now)
  await deleteEndedOffers(db, now)
}
