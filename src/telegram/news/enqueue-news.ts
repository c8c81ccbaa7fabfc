import { firedAlertPath } from '../../alerts/alert.ts'
import { firedText } from '../../alerts/alert-words.ts'
import type { DriftReport } from '../../bots/drift/drift-queries.ts'
import { nameOf } from '../../bots/owner/bot-name.ts'
import { findBot } from '../../bots/owner/owner-queries.ts'
import { readJson } from '../../bots/running/runner-queries.ts'
import type { Db } from '../../db/client.ts'
import { formatTime } from '../../i18n/format.ts'
import { type Locale, localised } from '../../i18n/locales.ts'
import { isMessageKey, type Translate, translator } from '../../i18n/translate.ts'
import type { Market } from '../../market/market.ts'
import { href, paths } from '../../paths.ts'
import { textMessage } from '../bot/bot-deps.ts'
import { enqueueNotice, type Notice } from '../notices/enqueue-notice.ts'
import { enqueueSecurityNews } from './enqueue-security-news.ts'
import { listUnsentAlerts, listUnsentBotEnds, listUnsentDriftReports } from './news-queries.ts'

export interface NewsDeps {
  db: Db
  market: Pick<Market, 'instrument'>
  siteUrl: string
  /** Current time, ms UTC */
  now(): number
}

/** Max age of an event that is reported, ms */
const newsFor = 3_600_000

/**
 * Reports to people with a linked chat their fired alerts, and the reports and ends of their bots. Queries the database
 * for unreported events, so that missed events are reported too; each event is reported once, whatever process queries
 * first.
 */
export async function enqueueNews(deps: NewsDeps): Promise<void> {
  await enqueueSecurityNews(deps)
  await enqueueAlerts(deps)
  await enqueueBotEnds(deps)
  await enqueueDriftReports(deps)
}

async function enqueueAlerts({ db, market, siteUrl, now }: NewsDeps): Promise<void> {
  for (const { chatId, locale, alert } of await listUnsentAlerts(db, now() - newsFor)) {
    const { id, asset, note } = alert
    const instrument = market.instrument(asset)
    const t = translator(locale)
    const when = alert.firedAt === null ? '' : formatTime(locale, alert.firedAt)
    const text = t('telegramBot.alert', { fired: firedText(alert, { locale, t, instrument }), when })
    const url = addressOf(siteUrl, locale, firedAlertPath(alert, instrument))
    await enqueue(db, now(), {
      chatId,
      reason: `alert:${id}`,
      ...textMessage([text, note, url].filter(Boolean).join('\n')),
    })
  }
}

async function enqueueBotEnds({ db, siteUrl, now }: NewsDeps): Promise<void> {
  for (const { chatId, locale, botId, userId, state, why, cursor } of await listUnsentBotEnds(db, now() - newsFor)) {
    const t = translator(locale)
    const name = await botName(db, t, botId, userId)
    const params = { name, reason: named(t, 'bots.reasons', why ?? '') }
    const text = t(state === 'error' ? 'telegramBot.botFailed' : 'telegramBot.botHalted', params)
    const url = addressOf(siteUrl, locale, href(paths.bot, { id: botId }))
    await enqueue(db, now(), { chatId, reason: `bot-end:${botId}:${cursor}`, ...textMessage(`${text}\n${url}`) })
  }
}

async function enqueueDriftReports({ db, siteUrl, now }: NewsDeps): Promise<void> {
  for (const { chatId, locale, botId, userId, drift } of await listUnsentDriftReports(db, now() - newsFor)) {
    const t = translator(locale)
    const name = await botName(db, t, botId, userId)
    const { trades, differing, checkedAt } = drift
    const { failure } = readJson<DriftReport>(drift.report)
    const isFine = failure === undefined && differing === 0
    const text =
      failure !== undefined
        ? t('telegramBot.driftFailed', { name, reason: named(t, 'botPage.driftFailures', failure) })
        : t(isFine ? 'telegramBot.driftSame' : 'telegramBot.driftOther', { name, trades, differing })
    const url = addressOf(siteUrl, locale, href(paths.bot, { id: botId }))
    const { params } = textMessage(`${text}\n${url}`)
    // A report without differences is sent silently.
    const notice = {
      chatId,
      reason: `drift:${botId}:${checkedAt}`,
      params: { ...params, disable_notification: isFine },
    }
    await enqueue(db, now(), notice)
  }
}

async function enqueue(db: Db, now: number, notice: Notice): Promise<void> {
  await enqueueNotice(db, { ...notice, expiresInMs: newsFor }, now)
}

async function botName(db: Db, t: Translate, botId: string, userId: string | null): Promise<string> {
  const found = await findBot(db, botId, userId ?? undefined)
  return found ? nameOf(t, found) : ''
}

/** Returns the text of a known key of the group; an unknown name stays unchanged. */
function named(t: Translate, group: string, name: string): string {
  const key = `${group}.${name}`
  return isMessageKey(key) ? t(key) : name
}

function addressOf(siteUrl: string, locale: Locale, path: string): string {
  return siteUrl + localised(locale, path)
}
