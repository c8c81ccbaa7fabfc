import type { Db } from '../../db/client.ts'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import type { Logger } from '../../log/logger.ts'
import type { Market } from '../../market/market.ts'
import { firedAlertPath } from '../alert.ts'
import { firedText } from '../alert-words.ts'
import { deleteSubscription, listUnpushed, markPushed, type UnpushedAlert } from './push-queries.ts'
import type { VapidKeys } from './vapid.ts'

/** Message for the service worker `push-worker.ts` */
export interface PushMessage {
  title: string
  body: string
  url: string
  /** A second message with the tag replaces the first: a message may come twice. */
  tag: string
}

export interface PushDeps {
  db: Db
  market: Pick<Market, 'instrument'>
  siteUrl: string
  keys: VapidKeys
  log: Pick<Logger, 'warn'>
  now(): number
  /** Sends a request to a push service */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

export interface Pusher {
  /** Sends all unsent messages. A later call sends those again that a push service has not accepted. */
  send(): Promise<void>
}

/** Max age of a fired alert that is sent, ms */
const newsForMs = 3_600_000
const answerMs = 10_000
/** Pause after a failure of a push service, ms, unless it asks for another */
const pauseMs = 60_000

/** Sends fired alerts to the browsers that want them, at least once each. */
export function createPusher({ db, market, siteUrl, keys, log, now, fetch: ask = fetch }: PushDeps): Pusher {
  /** Time until which a push service or one of its subscriptions is not asked, ms UTC, by host or endpoint */
  const pausedUntil = new Map<string, number>()
  const subject = siteUrl.startsWith('https:') ? siteUrl : 'mailto:nobody@example.com'

  const push = async ({ subscription, alert }: UnpushedAlert) => {
    const { endpoint, p256dh, auth, locale } = subscription
    const { host } = new URL(endpoint)
    if (Math.max(pausedUntil.get(host) ?? 0, pausedUntil.get(endpoint) ?? 0) > now()) return
    const instrument = market.instrument(alert.asset)
    const t = translator(locale)
    const when = alert.firedAt === null ? '' : formatTime(locale, alert.firedAt)
    const message: PushMessage = {
      title: firedText(alert, { locale, t, instrument }),
      body: [when, alert.note].filter(Boolean).join('\n'),
      url: localised(locale, firedAlertPath(alert, instrument)),
      tag: alert.id,
    }
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      { vapidDetails: { subject, ...keys }, TTL: newsForMs / 1000, urgency: 'high' },
    )
    const pause = (what: string, ms: number, reason: string) => {
      pausedUntil.set(what, now() + ms)
      log.warn('A push service does not accept messages; trying again later', { host, reason, waitMs: ms })
    }
    let response: Response
    try {
      response = await ask(endpoint, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new Uint8Array(body ?? []),
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
      })
    } catch (error) {
      // The network failed, or the answer took too long.
      return pause(host, pauseMs, error instanceof Error ? error.message : String(error))
    }
    await response.body?.cancel()
    const { status } = response
    if (response.ok) return markPushed(db, endpoint, alert.id)
    if (status === 404 || status === 410) return deleteSubscription(db, endpoint)
    // Another refusal may concern this browser alone, so it keeps back no other.
    const seconds = Number(response.headers.get('retry-after'))
    pause(endpoint, seconds > 0 ? Math.min(seconds * 1000, newsForMs) : pauseMs, `status ${status}`)
  }
  return {
    send: async () => {
      for (const [what, until] of pausedUntil) if (until <= now()) pausedUntil.delete(what)
      for await (const page of listUnpushed(db, now() - newsForMs)) {
        const byHost = Map.groupBy(page, ({ subscription }) => new URL(subscription.endpoint).host)
        // One after the other for each service: one that cannot be reached is not asked again for the others.
        const inTurn = async (messages: readonly UnpushedAlert[]) => {
          for (const message of messages) await push(message)
        }
        await Promise.all([...byHost.values()].map(inTurn))
      }
    },
  }
}
