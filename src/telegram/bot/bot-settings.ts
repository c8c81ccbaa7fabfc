import { z } from 'zod'
import { internationalLocale, type Locale, locales } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import type { Logger } from '../../log/logger.ts'
import { paths } from '../../paths.ts'
import type { BotApi } from '../api/bot-api.ts'
import type { ApiOutcome } from '../api/outcome.ts'
import { failureText } from './failure-text.ts'
import { updateKinds } from './update.ts'

const aboutBot = z.object({ username: z.string() })

/** Time before a retry if Telegram did not answer, ms */
const retryMs = 30_000

/** Returns a function that fetches the bot's name once; concurrent callers wait for the same answer. */
export function createBotName(api: BotApi, now: () => number): () => Promise<string | undefined> {
  let pending: { at: number; name: Promise<string | undefined> } | undefined
  let known: string | undefined
  const ask = async () => {
    const outcome = await api.call('getMe', {})
    known = outcome.status === 'sent' ? aboutBot.parse(outcome.result).username : undefined
    return known
  }
  return async () => {
    if (known !== undefined) return known
    if (!pending || now() - pending.at >= retryMs) pending = { at: now(), name: ask() }
    return pending.name
  }
}

const commands = ['start', 'price', 'lang', 'help', 'unlink', 'stop'] as const

export function menuIn(locale: Locale): { command: string; description: string }[] {
  const t = translator(locale)
  return commands.map((command) => ({ command, description: t(`telegramBot.menu.${command}`) }))
}

/**
 * Creates a setter of the bot's menus that Telegram does not have yet. @param closing  aborts requests in progress
 * @returns a function to call repeatedly until all menus are set; failures are logged
 */
export function createMenuSetter(api: BotApi, log: Pick<Logger, 'warn'>, closing: AbortSignal): () => Promise<void> {
  const unset = new Set(locales)
  return async () => {
    for (const locale of unset) {
      const outcome = await setMenu(api, locale, closing)
      if (closing.aborted) return
      if (outcome.status !== 'sent') return log.warn('Could not set the bot menu', { reason: failureText(outcome) })
      unset.delete(locale)
    }
  }
}

async function setMenu(api: BotApi, locale: Locale, closing: AbortSignal): Promise<ApiOutcome> {
  // The menu without a language is for everyone else.
  const language = locale === internationalLocale ? {} : { language_code: locale }
  const menu = menuIn(locale)
  const known = await api.call('getMyCommands', language, closing)
  if (known.status !== 'sent' || Bun.deepEquals(known.result, menu)) return known
  return api.call('setMyCommands', { commands: menu, ...language }, closing)
}

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
