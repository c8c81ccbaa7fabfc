import { internationalLocale, type Locale, locales } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../api/bot-api.ts'
import type { ApiOutcome } from '../api/outcome.ts'
import { failureText } from './failure-text.ts'

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
