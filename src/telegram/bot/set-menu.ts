import { locales } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../api/bot-api.ts'
import { failureText } from './failure-text.ts'

const commands = ['start', 'price', 'lang', 'help', 'unlink', 'stop'] as const

/** Tells Telegram the commands that its apps offer below the chat: in English to whoever reads neither language. */
export async function setMenu(api: BotApi, log: Pick<Logger, 'warn'>): Promise<void> {
  for (const locale of locales) {
    const t = translator(locale)
    const menu = commands.map((command) => ({ command, description: t(`telegramBot.menu.${command}`) }))
    const outcome = await api.call('setMyCommands', { commands: menu, language_code: locale === 'en' ? '' : locale })
    if (outcome.status !== 'sent') return log.warn('The menu of the bot is not set', { reason: failureText(outcome) })
  }
}
