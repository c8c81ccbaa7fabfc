import type { Logger } from '../../log/logger.ts'
import { paths } from '../../paths.ts'
import type { BotApi } from '../api/bot-api.ts'
import { failureText } from './failure-text.ts'
import { updateKinds } from './update.ts'

/**
 * Returns the URL that updates are sent to: the configured one or, if that is a bare origin, this site's path there.
 */
export function webhookUrl(configured: string): string {
  const url = new URL(configured)
  if (url.pathname === '/') url.pathname = paths.telegramWebhook
  return url.href
}

/**
 * Creates a setter of the webhook at Telegram. @param closing  aborts requests in progress
 * @returns a function to call repeatedly; does nothing once Telegram has accepted the webhook; failures are logged
 */
export function createWebhookSetter(
  api: BotApi,
  log: Pick<Logger, 'info' | 'warn'>,
  { url, secret, closing }: { url: string; secret: string; closing: AbortSignal },
): () => Promise<void> {
  let isSet = false
  return async () => {
    if (isSet) return
    const params = { url, secret_token: secret, allowed_updates: updateKinds }
    const outcome = await api.call('setWebhook', params, closing)
    if (closing.aborted) return
    isSet = outcome.status === 'sent'
    if (outcome.status === 'sent') log.info('The Telegram webhook is set', { url })
    else log.warn('Could not set the Telegram webhook', { url, reason: failureText(outcome) })
  }
}
