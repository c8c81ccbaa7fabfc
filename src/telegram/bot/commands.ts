import { languageNames, locales } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { isOfferToken, openOffer } from '../link/link-in-chat.ts'
import { unlinkInChat } from '../link/unlink.ts'
import { insertStopped, insertSubscriber } from '../subscribers/subscriber-queries.ts'
import type { Asked } from './asked.ts'
import { type BotDeps, type Reaction, words } from './bot-deps.ts'
import { priceText } from './price.ts'

type Command = (deps: BotDeps, asked: Asked<'text'>, argument: string) => Reaction | Promise<Reaction>

const commands: Readonly<Record<string, Command>> = {
  start,
  stop: ({ db, series }, { chatId, person: { name, username }, locale, now }) => ({
    statements: [insertStopped(db, { chatId, locale, name, username, now }), series.leave({ chatId, now })],
    says: [words(translator(locale)('telegramBot.stopped'))],
  }),
  lang: (_, { locale }) => ({ says: [words(translator(locale)('telegramBot.language'), languageButtons())] }),
  price: async ({ market }, { locale }, asked) => ({ says: [words(await priceText(market, locale, asked))] }),
  help: (_, { locale, site }) => ({ says: [words(translator(locale)('telegramBot.help', { site }))] }),
  unlink: unlinkInChat,
}

export async function reactToText(deps: BotDeps, asked: Asked<'text'>): Promise<Reaction> {
  const [, name = '', argument = ''] = /^\/([a-z]+)(?:@\w+)?(?:\s+([\s\S]*))?$/i.exec(asked.text.trim()) ?? []
  const key = name.toLowerCase()
  const command = Object.hasOwn(commands, key) ? commands[key] : undefined
  if (command) return command(deps, asked, argument.trim())
  const statements = [deps.series.leave(asked)]
  const isHinted = deps.limits.hints.take(String(asked.chatId), asked.now) === 0
  return isHinted ? { statements, says: [words(translator(asked.locale)('telegramBot.unknown'))] } : { statements }
}

/** A person who comes by an account link is asked about it, and is subscribed like anybody who starts the bot. */
async function start(deps: BotDeps, asked: Asked<'text'>, token: string): Promise<Reaction> {
  const { chatId, person, locale, now } = asked
  const { name, username } = person
  const begun = [insertSubscriber(deps.db, { chatId, locale, name, username, now }), deps.series.enter({ chatId, now })]
  const offer = isOfferToken(token) ? await openOffer(deps, asked, token) : undefined
  if (offer) return { says: offer.says ?? [], statements: [...begun, ...(offer.statements ?? [])] }
  return { statements: begun, says: [words(translator(locale)('telegramBot.welcome', { name }))] }
}

function languageButtons() {
  return [locales.map((locale) => ({ text: languageNames[locale], callback_data: `lang:${locale}` }))]
}
