import { formatMinute, formatTime } from '../../i18n/format.ts'
import { type Locale, languageNames, locales } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { formatChange, formatPrice } from '../../market/price-format.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { isOfferToken, openOffer, unlinkInChat } from '../link/linking.ts'
import { insertStopped, insertSubscriber } from '../subscribers/subscriber-queries.ts'
import { type BotDeps, type Reaction, textMessage, type UpdateContext } from './bot-deps.ts'

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

/** Subscribes a person who starts the bot. If they come by an account link, asks them whether to link the account. */
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

/** Returns the price of an asset. @param symbolText  a symbol as typed: `btcusdt`, `BTC/USDT` and `btc` are BTCUSDT */
async function priceText(market: BotDeps['market'], locale: Locale, symbolText: string): Promise<string> {
  const t = translator(locale)
  const assets = market.instruments.map(({ asset }) => asset).join(', ')
  if (symbolText === '') return t('telegramBot.priceUsage', { assets })
  const plain = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  const symbol = plain(symbolText)
  const instrument = market.instruments.find(({ asset, base }) => plain(asset) === symbol || base === symbol)
  if (!instrument) return t('telegramBot.priceUnknown', { asked: symbolText.slice(0, 40), assets })
  const { asset, quote, priceDigits } = instrument
  const summary = (await market.summaries()).find((each) => each.asset === asset)
  if (!summary) return t('telegramBot.priceMissing', { asset })
  const price = (value: typeof summary.last) => formatPrice(locale, value, priceDigits)
  const text = t('telegramBot.price', {
    asset,
    quote,
    price: price(summary.last),
    change: formatChange(locale, summary.change24h),
    low: price(summary.low24h),
    high: price(summary.high24h),
  })
  const { stale, closedUntil, delayMs } = market.state()
  const since = stale?.[asset]
  const notes = [
    since === undefined ? [] : t('telegramBot.priceStale', { time: formatMinute(locale, since) }),
    closedUntil === undefined ? [] : t('telegramBot.priceClosed', { time: formatTime(locale, closedUntil) }),
    delayMs === undefined ? [] : t('telegramBot.priceDelayed', { minutes: delayMs / minuteMs }),
    market.feed.id.startsWith('demo') ? t('telegramBot.priceDemo') : [],
  ].flat()
  return [text, ...notes].join('\n\n')
}
