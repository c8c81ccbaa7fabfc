import { languageNames, locales } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { isOfferToken, openOffer } from '../link/link-in-chat.ts'
import { unlinkInChat } from '../link/unlink.ts'
import { insertStopped, insertSubscriber } from '../subscribers/subscriber-queries.ts'
import { type BotDeps, type Reaction, textMessage } from './bot-deps.ts'
import { priceText } from './price.ts'
import type { UpdateContext } from './update-context.ts'

type Command = (deps: BotDeps, context: UpdateContext<'text'>, argument: string) => Reaction | Promise<Reaction>

const commands: Readonly<Record<string, Command>> = {
  start,
  stop: ({ db, series }, { chatId, person: { name, username }, locale, now }) => ({
    statements: [insertStopped(db, { chatId, locale, name, username, now }), series.leave({ chatId, now })],
    replies: [textMessage(translator(locale)('telegramBot.stopped'))],
  }),
  lang: (_, { locale }) => ({ replies: [textMessage(translator(locale)('telegramBot.language'), languageButtons())] }),
  price: async ({ market }, { locale }, context) => ({
    replies: [textMessage(await priceText(market, locale, context))],
  }),
  help: (_, { locale, site }) => ({ replies: [textMessage(translator(locale)('telegramBot.help', { site }))] }),
  unlink: unlinkInChat,
}

export async function reactToText(deps: BotDeps, context: UpdateContext<'text'>): Promise<Reaction> {
  const [, name = '', argument = ''] = /^\/([a-z]+)(?:@\w+)?(?:\s+([\s\S]*))?$/i.exec(context.text.trim()) ?? []
  const key = name.toLowerCase()
  const command = Object.hasOwn(commands, key) ? commands[key] : undefined
  if (command) return command(deps, context, argument.trim())
  const statements = [deps.series.leave(context)]
  const isHinted = deps.limits.hints.take(String(context.chatId), context.now) === 0
  return isHinted
    ? { statements, replies: [textMessage(translator(context.locale)('telegramBot.unknown'))] }
    : { statements }
}

/** A person who comes by an account link is asked about it, and is subscribed like anybody who starts the bot. */
async function start(deps: BotDeps, context: UpdateContext<'text'>, token: string): Promise<Reaction> {
  const { chatId, person, locale, now } = context
  const { name, username } = person
  const begun = [insertSubscriber(deps.db, { chatId, locale, name, username, now }), deps.series.enter({ chatId, now })]
  const offer = isOfferToken(token) ? await openOffer(deps, context, token) : undefined
  if (offer) return { replies: offer.replies ?? [], statements: [...begun, ...(offer.statements ?? [])] }
  return { statements: begun, replies: [textMessage(translator(locale)('telegramBot.welcome', { name }))] }
}

function languageButtons() {
  return [locales.map((locale) => ({ text: languageNames[locale], callback_data: `lang:${locale}` }))]
}
