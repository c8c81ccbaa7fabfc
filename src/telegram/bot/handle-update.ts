import { defaultLocale, internationalLocale, isLocale, type Locale, localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { answerOffer } from '../link/linking.ts'
import {
  findSubscriber,
  insertStopped,
  setBlocked,
  setLocale,
  setUnblocked,
  touchSubscriber,
} from '../subscribers/subscriber-queries.ts'
import type { BotDeps, Reaction, UpdateContext } from './bot-deps.ts'
import { reactToText } from './commands.ts'
import { readUpdate, type Update } from './update.ts'
import { isDuplicateError, isProcessed, notify, recordUpdate } from './update-queries.ts'

type Click = UpdateContext<'click'>

/** Handles a click on a button. Until Telegram gets an answer to the click, the button looks busy. */
async function reactToClick(deps: BotDeps, context: Click): Promise<Reaction> {
  const [kind = '', first = '', second = ''] = context.data.split(':')
  if (kind === 'lang' && isLocale(first)) {
    const text = translator(first)('telegramBot.languageSet')
    const statements = context.subscriber ? [setLocale(deps.db, context.chatId, first)] : []
    return { statements, replies: [answer(context, text), ...replace(context, text)] }
  }
  if (kind === 'link') {
    const { statements = [], text } = await answerOffer(deps, context, { isYes: first === 'yes', tokenHash: second })
    return { statements, replies: [answer(context, ''), ...replace(context, text)] }
  }
  const counted = kind === 'b' ? await countClick(deps, context, first, second) : undefined
  const text = counted?.text ?? translator(context.locale)('telegramBot.clickOver')
  return { statements: counted?.statements ?? [], replies: [answer(context, text)] }
}

async function countClick(deps: BotDeps, { chatId, now }: Click, broadcastId: string, button: string) {
  if (!/^\d{1,3}$/.test(button)) return undefined
  return deps.countClick({ broadcastId, button: Number(button), chatId, now })
}

/** Time after which an answer to a click is dropped, ms: Telegram accepts it only for a short while. */
const answeredWithinMs = 60_000

/** Answers a click. @param text  shown up to 200 characters; if empty, the button just stops looking busy */
function answer({ queryId }: Click, text: string) {
  const params = { callback_query_id: queryId, text: text.slice(0, 200) }
  return { method: 'answerCallbackQuery', params, expiresInMs: answeredWithinMs }
}

/** Replaces the text of the question that was answered, which removes its buttons. */
function replace({ messageId }: Click, text: string) {
  return messageId === undefined ? [] : [{ method: 'editMessageText', params: { message_id: messageId, text } }]
}

export type UpdateOutcome =
  | { status: 'taken' }
  | { status: 'known' }
  /** The input is not an update of Telegram. */
  | { status: 'unreadable' }

/**
 * Writes all effects of an update, including its answers, together with its id: an update that arrives again, by
 * another connection or after a crash, has no further effect, and no update is half done. The notice sender sends the
 * answers.
 */
export async function handleUpdate(deps: BotDeps, given: unknown): Promise<UpdateOutcome> {
  const { db } = deps
  const update = readUpdate(given)
  if (!update) return { status: 'unreadable' }
  if (await isProcessed(db, update.id)) return { status: 'known' }
  const { statements = [], replies = [] } = update.kind === 'other' ? {} : await react(deps, update)
  const now = deps.now()
  const chatId = update.kind === 'other' ? 0 : update.chatId
  try {
    await db.writeBatch([
      recordUpdate(db, update.id, now),
      ...statements,
      ...replies.map((reply) => notify(db, { ...reply, chatId }, now)),
    ])
  } catch (error) {
    if (isDuplicateError(error)) return { status: 'known' }
    throw error
  }
  return { status: 'taken' }
}

async function react(deps: BotDeps, update: Update): Promise<Reaction> {
  const { db, limits } = deps
  const { chatId, person } = update
  if (update.kind === 'membership') {
    return { statements: [update.isBlocked ? setBlocked(db, chatId) : setUnblocked(db, chatId)] }
  }
  const now = deps.now()
  if (limits.answers.take(String(chatId), now) > 0) return unanswered(deps, update, now)
  const subscriber = await findSubscriber(db, chatId)
  const locale = subscriber?.locale ?? localeOf(person.language)
  const site = `${deps.siteUrl}${localised(locale, '/')}`.replace(/\/$/, '')
  const context = { ...update, subscriber, locale, site, now }
  const reaction = context.kind === 'click' ? await reactToClick(deps, context) : await reactToText(deps, context)
  const { name, username } = person
  return {
    ...reaction,
    statements: [touchSubscriber(db, { chatId, name, username, now }), ...(reaction.statements ?? [])],
  }
}

/** Handles an update of a chat that writes too fast: no answers for a while, but the person can still stop messages. */
function unanswered({ db, series }: BotDeps, update: Update, now: number): Reaction {
  if (update.kind !== 'text') return {}
  const { chatId, text, person } = update
  const left = series.leave({ chatId, now })
  if (/^\/stop\b/i.test(text)) {
    const { name, username, language } = person
    return { statements: [insertStopped(db, { chatId, locale: localeOf(language), name, username, now }), left] }
  }
  return text.startsWith('/') ? {} : { statements: [left] }
}

/** Returns the initial language by that of a person's app; the site's default if Telegram does not report it. */
function localeOf(language: string | undefined): Locale {
  if (language === undefined) return defaultLocale
  const [own] = language.toLowerCase().split('-')
  return isLocale(own) ? own : internationalLocale
}
